/** A store that can't be opened is tried again, at times that depend on the reason. */
import { afterEach, expect, it, vi } from 'vitest'
import { type Store, StoreError, type StoreFailure } from '../../store/store'
import type { Sleep } from '../../team/page-reader'
import { createLog } from '../log'
import type { Keeping } from './own-team'
import { createTeam, type Team } from './team'
import { createDouble } from './team-harness'

const none = { kind: 'none' } as const
const lines: string[] = []
const log = createLog((line) => lines.push(line))
let close = async () => {}
afterEach(() => close())

interface Options {
  open?: () => Promise<Store>
  sleep?: Sleep
}

/** A team whose store is being opened: by default the double's, at once. */
function startTeam({ open, ...options }: Options = {}, { source } = createDouble()): Team {
  const team = createTeam({
    credentials: { vehicle: none, management: none, vehicleData: none },
    source: {
      open: open ?? (() => source.open(log)),
      keep: (store) => source.keep(store, {} as Keeping), // the double only notes it
    },
    ...{ log, metrics: { statement: () => undefined, watchStore: () => undefined } },
    ...options,
  })
  close = team.close
  team.open()
  return team
}
const isReady = (team: Team) => vi.waitFor(() => expect(team.state()).toBe('ready'))

/** @param failures of the first tries to open the store, in order */
function startFailing(failures: StoreFailure[], sleep: Sleep): Team {
  const double = createDouble()
  const open = async () => {
    const failure = failures.shift()
    if (failure) throw new StoreError(failure)
    return double.source.open(log)
  }
  return startTeam({ open, sleep }, double)
}

/** @returns the waits between tries, in ms */
async function openAfter(...failures: StoreFailure[]): Promise<number[]> {
  const waits: number[] = []
  lines.length = 0
  await isReady(startFailing(failures, async (ms) => void waits.push(ms)))
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
  let retry = () => {}
  const team = startFailing(['migrating'], () => new Promise((resolve) => (retry = resolve)))
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
  const team = startTeam({ open: () => new Promise<never>(() => undefined) })
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
  const sleep = async (ms: number) => {
    waits.push(ms)
    if (waits.length === 6) double.fail(undefined)
  }
  const team = startTeam({ sleep }, double)
  await isReady(team)
  double.fail('readonly')
  await expect(team.own.makes()).rejects.toMatchObject({ failure: 'readonly' })
  expect(team.state()).toBe('away')
  expect(team.reason()).toBe('The store’s database accepts no changes: it is a standby, or read-only.')
  await isReady(team)
  expect(waits).toEqual([500, 1_000, 2_000, 2_000, 2_000, 2_000])
})
it('is away until a statement succeeds that began after the loss', async () => {
  const double = createDouble()
  const team = startTeam({ sleep: () => new Promise(() => undefined) }, double) // no check of its own
  await isReady(team)
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
