/** One operator can neither have all streams nor open them faster than the server can serve. */
import { expect, it } from 'vitest'
import { createStreamLimit } from './stream-limit'

function start() {
  let time = 0
  const limit = createStreamLimit(() => time)
  const person = (key: string) => ({ key, isPerson: true })
  /** Opens as many as it may. */
  function openAll(of: { key: string; isPerson: boolean }) {
    const releases: (() => void)[] = []
    while (limit.refusal(of) === undefined) releases.push(limit.take(of))
    return releases
  }
  return {
    ...{ limit, person, openAll },
    wait: (seconds: number) => {
      time += seconds * 1_000
    },
  }
}

it('lets a person open 20, and another theirs', () => {
  const { openAll, person } = start()
  expect(openAll(person('eve'))).toHaveLength(20)
  expect(openAll(person('bob'))).toHaveLength(20)
})

it('lets an address, which may be a team’s, open half of all, and all together no more than 1,000', () => {
  const { openAll, limit } = start()
  expect(openAll({ key: '192.0.2.1', isPerson: false })).toHaveLength(500)
  expect(openAll({ key: '192.0.2.2', isPerson: false })).toHaveLength(500)
  expect(limit.refusal({ key: '192.0.2.3', isPerson: false })).toBe(60)
})

it('makes one who opens and closes them wait two seconds for each, once 20 were opened', () => {
  const { openAll, limit, person, wait } = start()
  const eve = person('eve')
  for (let nth = 0; nth < 20; nth += 1) limit.take(eve)()
  expect([limit.refusal(eve), limit.refusal(person('bob'))]).toEqual([2, undefined])
  wait(2)
  expect(openAll(eve)).toHaveLength(1)
  wait(1_000)
  expect(openAll(eve)).toHaveLength(19)
})

it('counts a stream that closed twice once', () => {
  const { openAll, person, wait } = start()
  const [first] = openAll(person('eve'))
  first?.()
  first?.()
  wait(1_000)
  expect(openAll(person('eve'))).toHaveLength(1)
})
