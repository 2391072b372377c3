/** The sign of life of a server, on a clock of its own. */
import { expect, it } from 'vitest'
import { testClock } from './clock-harness'
import { createHeartbeat } from './heartbeat'

const instance = { id: 'a', name: 'console-1', version: '1.0.0', build: null, startedAt: new Date(0) }

function begin() {
  const clock = testClock()
  const start = clock.now()
  const beats: number[] = []
  const left: string[] = []
  const lines: string[] = []
  let failure: Error | undefined
  const heartbeat = createHeartbeat({
    instances: {
      async beat(given) {
        expect(given).toBe(instance)
        if (failure) throw failure
        beats.push((clock.now() - start) / 1000)
      },
      async leave(id) {
        left.push(id)
        if (failure) throw failure
      },
    },
    instance,
    log: { warn: (line) => lines.push(line) },
    sleep: clock.sleep,
  })
  const fail = (how: Error | undefined) => {
    failure = how
  }
  return { clock, beats, left, lines, heartbeat, fail }
}

it('beats at the start and every five seconds, and leaves when it ends', async () => {
  const { clock, beats, left, heartbeat } = begin()
  await clock.pass(11_000)
  expect(beats).toEqual([0, 5, 10])
  await heartbeat.close()
  expect(left).toEqual(['a'])
  await clock.pass(60_000)
  expect(beats).toHaveLength(3)
})
it('goes on where a beat fails, says so once, and ends where nothing can be taken away', async () => {
  const { clock, beats, lines, heartbeat, fail } = begin()
  await clock.pass(1_000)
  fail(new Error('The store can’t be reached.'))
  await clock.pass(30_000)
  expect(lines).toEqual(['This server’s heartbeat: The store can’t be reached.'])
  fail(undefined)
  await clock.pass(5_000)
  expect(beats.at(-1)).toBe(35)
  fail(new Error('The store can’t be reached.'))
  await heartbeat.close()
})
