/** The crawler on a computer whose clock is set. */
import { expect, it } from 'vitest'
import { begin, isExactSince, world } from './crawler-harness'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

it('checks in time when the clock is set back', async () => {
  const made = world(100)
  const { clock, service } = made
  let set = 0
  const life = begin(made, { sizes: [20], checkEveryMs: HOUR, now: () => clock.now() + set })
  await clock.until(isExactSince(made, 0))
  await clock.pass(MINUTE)
  set = -24 * HOUR
  const read = service.asked.length
  await clock.pass(HOUR - 2 * MINUTE)
  expect(service.asked).toHaveLength(read)
  await clock.pass(2 * MINUTE)
  expect(service.asked.length).toBeGreaterThan(read)
  await life.close()
})
