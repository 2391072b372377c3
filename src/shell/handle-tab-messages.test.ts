/** What a tab hears of another one's job: marked at once, its lists loaded once for all of it, never beside it. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connections } from '../api/connections'
import { users } from '../api/users'
import { isAccepted, isNotYetGone, removalKey, removals } from '../changes/removal'
import { accountPlace, nextAccount, openAccount } from '../core/account'
import { DIRECTORY_KEY } from '../domain/directory/directory-key'
import { HISTORY_KEY } from '../domain/subscriptions/history-key'
import { handleTabMessage } from './handle-tab-messages'

/** As long as one that gathers what it hears waits. */
const GATHERED_MS = 200
const page = Object.assign(new EventTarget(), { hidden: false })
const refetchQueries = vi.fn()
const invalidateQueries = vi.fn()
const team = vi.fn()
/** The team's directory is loaded anew beside the lists; each is counted for itself. */
const apart =
  (lists: typeof refetchQueries, others: typeof team) =>
  (given: { queryKey: readonly unknown[] }): void =>
    [DIRECTORY_KEY, HISTORY_KEY].some(([key]) => key === given.queryKey[0]) ? others(given) : lists(given)
const client = { invalidateQueries: apart(invalidateQueries, vi.fn()), refetchQueries: apart(refetchQueries, team) }
const hear = (told: unknown) => handleTabMessage(told, client as never) // what is used of it
const removed = (id: string, more: object = {}) => ({
  about: 'removal',
  operation: connections.remove.operation,
  id,
  outcome: 'accepted',
  ...more,
})
const ofJob = { isJob: true }
const markOf = (id: string) => removals.get()[removalKey(connections.remove, id)]
const over = { about: 'removals over' }

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', page)
  page.hidden = false
})
afterEach(() => {
  nextAccount(null)
  refetchQueries.mockClear()
  team.mockClear()
  invalidateQueries.mockClear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a job of another tab', () => {
  it('marks each, and has lists loaded once, when it is over', async () => {
    for (let index = 0; index < 50; index += 1) {
      hear(removed(`j-${index}`, ofJob))
      await vi.advanceTimersByTimeAsync(GATHERED_MS)
      expect(isAccepted(markOf(`j-${index}`))).toBe(true)
    }
    expect(isNotYetGone(markOf('j-0'))).toBe(false) // nobody has looked
    expect(refetchQueries).not.toHaveBeenCalled()
    hear(over)
    expect(refetchQueries).toHaveBeenCalledTimes(1)
    await vi.runAllTimersAsync()
    expect(refetchQueries).toHaveBeenCalledTimes(1)
    expect(team).toHaveBeenCalledTimes(1)
  })
  it('of users has each of their lists loaded once', async () => {
    for (const id of ['u-1', 'u-2']) hear(removed(id, { ...ofJob, operation: users.remove.operation }))
    hear(over)
    expect(refetchQueries.mock.calls.map(([{ queryKey }]) => queryKey[1])).toEqual([
      connections.list.operation,
      connections.read.operation,
    ])
  })
  it('that is told over at once with its last word leaves nothing out', () => {
    hear(removed('j-last', ofJob))
    hear(over)
    expect(isAccepted(markOf('j-last'))).toBe(true)
    expect(refetchQueries).toHaveBeenCalledTimes(1)
  })
  it('whose tab is gone never says that it is over: what it left is loaded after a while', async () => {
    hear(removed('j-gone', ofJob))
    await vi.advanceTimersByTimeAsync(9_000)
    expect(refetchQueries).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(refetchQueries).toHaveBeenCalledTimes(1)
  })
  it('is loaded by a hidden tab only once it is seen', () => {
    page.hidden = true
    hear(removed('j-hidden', ofJob))
    hear(over)
    expect(refetchQueries).not.toHaveBeenCalled()
    page.dispatchEvent(new Event('visibilitychange'))
    expect(refetchQueries).toHaveBeenCalledTimes(1)
  })
  it('is of the account before, once the tokens have changed: nothing is loaded for it', async () => {
    hear(removed('j-old', ofJob))
    await vi.advanceTimersByTimeAsync(GATHERED_MS)
    nextAccount('account-2')
    hear(over)
    await vi.runAllTimersAsync()
    expect(refetchQueries).not.toHaveBeenCalled()
    expect(removals.get()).toEqual({})
  })
})

describe('one removal of another tab', () => {
  it('has its list loaded at once, beside a job of a third one as well', async () => {
    hear(removed('s-job', ofJob))
    hear(removed('s-one'))
    await vi.advanceTimersByTimeAsync(GATHERED_MS)
    expect(refetchQueries).toHaveBeenCalledTimes(1)
    expect(isNotYetGone(markOf('s-one'))).toBe(true)
  })
  it('that was sent with other tokens says nothing of what these show', async () => {
    openAccount(['service'], null, 'account-2')
    hear(removed('t-1', { place: JSON.stringify(['service', null, 'account-1']) }))
    hear(removed('t-2', { place: accountPlace() }))
    await vi.advanceTimersByTimeAsync(GATHERED_MS)
    expect(Object.keys(removals.get())).toEqual([removalKey(connections.remove, 't-2')])
  })
})
