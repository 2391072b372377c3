/** What a store that does not respond holds up, on a clock of its own. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { StoreError } from '../../store/store'
import { createSharedSessions, READ_WAIT_MS } from './shared-sessions'

describe('a store that hangs', () => {
  afterEach(() => vi.useRealTimers())
  const hanging = () => new Promise<never>(() => undefined)
  function begin() {
    vi.useFakeTimers()
    let asked = 0
    const read = () => {
      asked += 1
      return hanging()
    }
    const sessions = { read, begin: hanging, use: hanging, revoke: hanging, listen: hanging, forget: hanging }
    const people = { signIn: hanging, dependents: hanging, forget: hanging }
    const shared = createSharedSessions(
      {
        ...{ now: () => ({ sessions, people }), opened: async () => undefined },
        ...{ note: () => undefined, onPaused: () => undefined },
      },
      () => Date.now(),
    )
    return { shared, asked: () => asked }
  }
  it('holds up reads once, for half a second', async () => {
    const { shared, asked } = begin()
    const first = shared.recent('a')
    await vi.advanceTimersByTimeAsync(READ_WAIT_MS)
    expect(await first).toBeUndefined()
    for (const ms of [0, 2_000, 60_000]) {
      vi.setSystemTime(Date.now() + ms)
      const next = shared.recent('a')
      await vi.advanceTimersByTimeAsync(0)
      expect(await next).toBeUndefined()
    }
    expect(asked()).toBe(1)
  })
  it('refuses changes and sign-ins, and lets a sign-out go on', async () => {
    const { shared } = begin()
    const session = { id: 'a', subject: 's', begunAt: new Date(), endsAt: new Date() }
    const confirming = expect(shared.confirm('a')).rejects.toThrow('The store took too long.')
    const beginning = expect(shared.begin(session, 'operator')).rejects.toThrow('The store took too long.')
    const ending = shared.revoke(session, { at: new Date(), usedSince: new Date(), isToContinue: false })
    await vi.advanceTimersByTimeAsync(3_000)
    await Promise.all([confirming, beginning, ending])
  })
})

it('listens again to a store that failed at first', async () => {
  const unused = () => expect.fail('is not called')
  const listen = vi
    .fn()
    .mockRejectedValueOnce(new StoreError('timeout'))
    .mockResolvedValue(() => undefined)
  const sessions = { read: async () => undefined, begin: unused, use: unused, revoke: unused, listen, forget: unused }
  const people = { signIn: unused, dependents: unused, forget: unused }
  const shared = createSharedSessions(
    {
      ...{ now: () => ({ sessions, people }), opened: async () => undefined },
      ...{ note: () => undefined, onPaused: () => undefined },
    },
    () => Date.now(),
  )
  for (const id of ['a', 'b', 'c']) await shared.recent(id)
  expect(listen).toHaveBeenCalledTimes(2)
})
