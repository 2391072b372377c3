/** A store that can't be opened is tried again, at times that depend on the reason. */
import { afterEach, expect, it, vi } from 'vitest'
import { StoreError, type StoreFailure } from '../../store/store'
import { createLog } from '../log'
import type { Keeping } from './own-team'
import { createTeam } from './team'
import { createDouble } from './team-harness'

const none = { kind: 'none' } as const
const own = { vehicle: none, management: none, vehicleData: none }
const lines: string[] = []
const metrics = { statement: () => undefined, watchStore: () => undefined }
let close = async () => {}
afterEach(() => close())

/** @param failures of the first tries, in their order @returns the waits between them, in ms */
async function openAfter(...failures: StoreFailure[]): Promise<number[]> {
  const waits: number[] = []
  const { source } = createDouble()
  lines.length = 0
  const team = createTeam({
    credentials: own,
    source: {
      async open() {
        const failure = failures.shift()
        if (failure) throw new StoreError(failure)
        return source.open(createLog(() => undefined))
      },
      keep: (store) => source.keep(store, {} as Keeping), // the double only notes it
    },
    log: createLog((line) => lines.push(line)),
    metrics,
    sleep: async (ms) => void waits.push(ms),
  })
  close = team.close
  team.open()
  await vi.waitFor(() => expect(team.state()).toBe('ready'))
  return waits
}

it.each(['newer', 'altered', 'corrupt', 'extension', 'major'] as const)(
  'checks a store that is %s each minute',
  async (failure) => {
    expect(await openAfter(failure, failure, failure)).toEqual([60_000, 60_000, 60_000])
    expect(lines.filter((line) => line.includes(`"failure":"${failure}"`))).toHaveLength(1)
  },
)
it('tries every few seconds while another process changes the tables', async () => {
  expect(await openAfter(...Array<'migrating'>(5).fill('migrating'))).toEqual([2_000, 2_000, 2_000, 2_000, 2_000])
  expect(lines.join('\n')).toContain('Another process is changing the store’s tables. Requests to the API continue')
})
it('is waited for while another process changes the tables', async () => {
  const { source } = createDouble()
  const failures: StoreFailure[] = ['migrating']
  let retry = () => {}
  const team = createTeam({
    credentials: own,
    source: {
      async open() {
        const failure = failures.shift()
        if (failure) throw new StoreError(failure)
        return source.open(createLog(() => undefined))
      },
      keep: (store) => source.keep(store, {} as Keeping),
    },
    log: createLog(() => undefined),
    metrics,
    sleep: () => new Promise((resolve) => (retry = resolve)),
  })
  close = team.close
  team.open()
  await vi.waitFor(() => expect(team.state()).toBe('away'))
  const opened = team.opened()
  retry()
  expect(await opened).toBe(true)
  expect(team.now()).toBeDefined()
})
it('waits longer with each try for a store that can’t be reached', async () => {
  expect(await openAfter('unavailable', 'unavailable', 'timeout')).toEqual([500, 1_000, 2_000])
})
it('is waited for five seconds at most while it is being opened', async () => {
  vi.useFakeTimers()
  const { source } = createDouble()
  const team = createTeam({
    credentials: own,
    source: {
      open: () => new Promise<never>(() => undefined),
      keep: (store) => source.keep(store, {} as Keeping),
    },
    log: createLog(() => undefined),
    metrics,
  })
  close = team.close
  team.open()
  const opened = team.opened()
  await vi.advanceTimersByTimeAsync(4_999)
  expect(await Promise.race([opened, 'waiting'])).toBe('waiting')
  await vi.advanceTimersByTimeAsync(1)
  expect(await opened).toBe(false)
  expect(() => team.now()).toThrow('The store is being opened.')
  vi.useRealTimers()
})
it('checks a store that was there and is lost every 2 s at most', async () => {
  const waits: number[] = []
  const double = createDouble()
  const team = createTeam({
    credentials: own,
    source: {
      open: () => double.source.open(createLog(() => undefined)),
      keep: (store) => double.source.keep(store, {} as Keeping), // the double only notes it
    },
    log: createLog(() => undefined),
    metrics,
    async sleep(ms) {
      waits.push(ms)
      if (waits.length === 6) double.fail(undefined)
    },
  })
  close = team.close
  team.open()
  await vi.waitFor(() => expect(team.state()).toBe('ready'))
  double.fail('readonly')
  await expect(team.own.makes()).rejects.toMatchObject({ failure: 'readonly' })
  expect(team.state()).toBe('away')
  expect(team.reason()).toBe('The store’s database accepts no changes: it is a standby, or read-only.')
  await vi.waitFor(() => expect(team.state()).toBe('ready'))
  expect(waits).toEqual([500, 1_000, 2_000, 2_000, 2_000, 2_000])
})
it('is away until a statement succeeds that began after the loss', async () => {
  const double = createDouble()
  const team = createTeam({
    credentials: own,
    source: {
      open: () => double.source.open(createLog(() => undefined)),
      keep: (store) => double.source.keep(store, {} as Keeping), // the double only notes it
    },
    log: createLog(() => undefined),
    metrics,
    sleep: () => new Promise(() => undefined), // no check of its own
  })
  close = team.close
  team.open()
  await vi.waitFor(() => expect(team.state()).toBe('ready'))
  const { directory } = team.now()
  const release = double.hold()
  const early = directory.users({ limit: 1 })
  double.hold()() // later statements don't wait
  double.fail('unavailable')
  await expect(directory.users({ limit: 1 })).rejects.toMatchObject({ failure: 'unavailable' })
  double.fail(undefined)
  release()
  await early
  expect(team.state()).toBe('away')
  await directory.users({ limit: 1 })
  expect(team.state()).toBe('ready')
})
