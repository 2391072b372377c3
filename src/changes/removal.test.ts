/** A removal is sent once, its outcome is read, and what is not known is said to be unknown. */
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { connections } from '../api/connections'
import { ofServer } from '../api/own-response-harness'
import { users } from '../api/users'
import { nextAccount, openAccount } from '../core/account'
import { memoryStorage } from '../core/storage-harness'
import { isAccepted, loadNoticesBy, removalKey, removeOne, useRemovals } from './removal'
import { dismiss, type RemovalJob, recheck, remove } from './send-removal'

type Reply = () => Promise<Response>
/** What a component would see. */
vi.mock('react', async () => (await import('../core/react-harness')).reactOutsideComponents())
const status =
  (code: number, body: string | null = null): Reply =>
  async () =>
    new Response(body, { status: code, headers: ofServer })
const cut: Reply = () => Promise.reject(new TypeError('failed to fetch'))
const error = (code: number) =>
  status(code, JSON.stringify({ errors: [{ status: String(code), title: `Error ${code}` }] }))

function jobFor(reply: Reply, there: (() => Promise<boolean>)[] = []) {
  const fetch = vi.fn<(address: string, init: RequestInit) => Promise<Response>>(reply)
  vi.stubGlobal('fetch', fetch)
  const id = `c-${crypto.randomUUID()}`
  const onAccepted = vi.fn()
  const looks = [...there]
  const job: RemovalJob<typeof connections.remove> = {
    id,
    endpoint: connections.remove,
    input: { path: { connectionId: id } },
    subject: `connection ${id}`,
    isThere: () => (looks.shift() ?? (() => Promise.resolve(false)))(),
    onAccepted,
  }
  const notice = () => useRemovals()[keyOf(id)]
  return { job, fetch, onAccepted, notice }
}
const keyOf = (id: string) => removalKey(connections.remove, id)
const yes = () => Promise.resolve(true)
const no = () => Promise.resolve(false)
const unknown = () => Promise.reject(new Error('cannot tell'))

beforeEach(() => {
  vi.unstubAllGlobals()
  return () => vi.useRealTimers()
})

describe('remove', () => {
  it.each([204, 200, 202])('%i is success, confirmed by a read', async (code) => {
    const { job, fetch, onAccepted, notice } = jobFor(status(code, code === 204 ? null : 'not json'), [no])
    await remove(job)
    expect(notice()).toMatchObject({ outcome: 'removed' })
    expect(notice()).toMatchObject({ detail: expect.stringContaining(String(code)) })
    expect(fetch).toHaveBeenCalledTimes(1)
    expect(onAccepted).toHaveBeenCalledTimes(1)
  })
  it('404 is “already gone”', async () => {
    const { job, notice } = jobFor(error(404))
    await remove(job)
    expect(notice()).toMatchObject({ outcome: 'already gone' })
  })
  it.each([400, 401, 403, 500])('%i is a failure, and may be tried again', async (code) => {
    const { job, fetch, onAccepted, notice } = jobFor(error(code))
    await remove(job)
    expect(notice()).toMatchObject({ outcome: 'failed' })
    expect(onAccepted).not.toHaveBeenCalled()
    await remove(job)
    expect(fetch).toHaveBeenCalledTimes(2)
  })
  it('is sent once however often it is asked for', async () => {
    const { job, fetch } = jobFor(status(204), [no])
    await Promise.all([remove(job), remove(job), remove(job)])
    await remove(job)
    expect(fetch).toHaveBeenCalledTimes(1)
  })
  it('cut off: a read tells that it is gone', async () => {
    const { job, fetch, notice } = jobFor(cut, [no])
    await remove(job)
    expect(notice()).toMatchObject({ outcome: 'removed' })
    expect(fetch).toHaveBeenCalledTimes(1)
  })
  it.each([
    ['still there', yes],
    ['unreadable', unknown],
  ])('cut off and %s: unknown, until a look on demand tells', async (_, look) => {
    const { job, notice } = jobFor(cut, [look, no])
    await remove(job)
    expect(notice()).toMatchObject({ outcome: 'unknown' })
    await recheck(keyOf(job.id))
    expect(notice()).toMatchObject({ outcome: 'removed' })
  })
  it('a slow purge is looked at again after 2, 5 and 15 s, then on demand', async () => {
    vi.useFakeTimers()
    const { job, notice } = jobFor(status(202), [yes, yes, yes, yes, no])
    const done = remove(job)
    await vi.advanceTimersByTimeAsync(0)
    expect(notice()).toMatchObject({ outcome: 'accepted' })
    await vi.advanceTimersByTimeAsync(22_000)
    await done
    expect(notice()).toMatchObject({ outcome: 'accepted' })
    await recheck(keyOf(job.id))
    expect(notice()).toMatchObject({ outcome: 'removed' })
  })
})

describe('a removal and the code of its notices', () => {
  it('is sent at once, though that code is still loading or can’t be loaded', async () => {
    for (const load of [() => new Promise(() => undefined), () => Promise.reject(new TypeError('failed to fetch'))]) {
      loadNoticesBy(load)
      const { job, fetch, notice } = jobFor(status(204), [no])
      const done = remove(job)
      expect(fetch).toHaveBeenCalledTimes(1) // in the click's own task
      await done
      expect(notice()).toMatchObject({ outcome: 'removed' })
    }
    loadNoticesBy(async () => undefined)
  })
  it('waits for no other tab, whatever lock it holds', async () => {
    vi.stubGlobal('navigator', { locks: { request: () => new Promise(() => undefined) } })
    const { job, fetch } = jobFor(status(204), [no])
    const done = remove(job)
    expect(fetch).toHaveBeenCalledTimes(1)
    await done
  })
})

describe('a second click on what another browser is removing', () => {
  const repeated =
    (first: number | 'unknown'): Reply =>
    async () =>
      Response.json({ errors: [{ type: 'GATEWAY', code: 'REPEATED', first }] }, { status: 409, headers: ofServer })
  it.each([
    [204, 'removed'],
    [404, 'already gone'],
    [500, 'failed'],
    ['unknown', 'removed'], // a read confirms it
  ] as const)('shows the first one’s outcome (%s: %s)', async (first, outcome) => {
    const { job, notice, fetch } = jobFor(repeated(first), [no])
    await remove(job)
    expect(notice()).toMatchObject({ outcome })
    expect(fetch).toHaveBeenCalledTimes(1)
  })
})

describe('tokens that change without a word to this tab', () => {
  beforeEach(() => {
    vi.stubGlobal('sessionStorage', memoryStorage())
    openAccount(['https://service.example'], null, 'account-1')
  })
  it('the server refuses for them: nothing was sent, and nothing else is said', async () => {
    const refusal: Reply = async () =>
      Response.json(
        { errors: [{ type: 'GATEWAY', code: 'ACCOUNT_CHANGED' }] },
        {
          status: 409,
          headers: { 'x-forecourt-account': 'account-2' },
        },
      )
    const { job, onAccepted } = jobFor(refusal)
    await remove(job)
    expect(onAccepted).not.toHaveBeenCalled()
    expect(useRemovals()).toEqual({}) // nothing of it in the next account
  })
  it.each([204, 404])('%i that arrives after the change is of the account that it was sent for', async (code) => {
    const { job, onAccepted } = jobFor(async () => {
      nextAccount('account-2')
      return code === 204 ? status(code)() : error(code)()
    })
    await remove(job)
    expect(onAccepted).not.toHaveBeenCalled() // the next account has nothing of it to forget
    expect(useRemovals()).toEqual({})
  })
  it('at whatever moment: what is sent names the account that it was asked for', async () => {
    const meant: (string | null)[] = []
    for (let turns = 0; turns < 40; turns += 1) {
      const { job, fetch } = jobFor(status(204))
      const done = remove(job)
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve()
      nextAccount('account-2')
      await done
      for (const [, init] of fetch.mock.calls) meant.push(new Headers(init.headers).get('x-forecourt-account'))
      nextAccount('account-1')
    }
    expect(new Set(meant)).toEqual(new Set(['account-1']))
  })
})

describe('what sends a removal', () => {
  const asked = { id: 'c-late', client: new QueryClient() }
  it('and cannot be fetched sends nothing, and says so', async () => {
    const fetch = vi.fn()
    vi.stubGlobal('fetch', fetch)
    await removeOne(connections.remove, () => Promise.reject(new TypeError('failed to fetch a module')), asked)
    expect(fetch).not.toHaveBeenCalled()
    expect(useRemovals()[keyOf('c-late')]).toMatchObject({ phase: 'ended', outcome: 'failed' })
  })
  it('and comes when the tokens have changed sends nothing', async () => {
    const { job, fetch } = jobFor(status(204))
    const definition = async () => {
      nextAccount(null)
      return { remove: (_: unknown, begun: number) => remove(job, begun) }
    }
    await removeOne(connections.remove, definition, asked)
    expect(fetch).not.toHaveBeenCalled()
    expect(useRemovals()).toEqual({})
  })
})

describe('a late look', () => {
  it('brings back nothing that was dismissed', async () => {
    vi.useFakeTimers()
    const { job, notice } = jobFor(status(202), [yes, yes, no])
    const done = remove(job)
    await vi.advanceTimersByTimeAsync(0)
    dismiss(keyOf(job.id))
    await vi.advanceTimersByTimeAsync(2_000)
    expect(useRemovals()[keyOf(job.id)]).toBeUndefined()
    await vi.advanceTimersByTimeAsync(20_000)
    await done
    expect(notice()).toBeUndefined()
  })
  it('is not drawn over a newer removal that is under way', async () => {
    vi.useFakeTimers()
    const answers: Reply[] = [cut, () => new Promise(() => undefined)]
    const slow = () => new Promise<boolean>((resolve) => setTimeout(resolve, 5_000, true))
    const { job } = jobFor(() => (answers.shift() ?? cut)(), [yes, slow])
    await remove(job)
    const looked = recheck(keyOf(job.id))
    await vi.advanceTimersByTimeAsync(1_000)
    void remove(job)
    await vi.advanceTimersByTimeAsync(5_000)
    await looked
    expect(useRemovals()[keyOf(job.id)]).toMatchObject({ phase: 'sending' })
  })
})

describe('isAccepted', () => {
  it('knows what was accepted', () => {
    const common = { subject: '', at: 0, detail: '' }
    expect(isAccepted(undefined)).toBe(false)
    expect(isAccepted({ ...common, phase: 'sending' })).toBe(false)
    expect(isAccepted({ ...common, phase: 'ended', outcome: 'failed' })).toBe(false)
    expect(isAccepted({ ...common, phase: 'ended', outcome: 'unknown' })).toBe(false)
    expect(isAccepted({ ...common, phase: 'ended', outcome: 'already gone' })).toBe(true)
  })
})

describe('a user and a connection of one id', () => {
  it('are two: what becomes of one says nothing of the other, and each is sent', async () => {
    const { job, fetch } = jobFor(status(204), [no, no])
    await remove(job)
    await remove({ ...job, endpoint: users.remove, input: { path: { userId: job.id } }, subject: `user ${job.id}` })
    expect(fetch).toHaveBeenCalledTimes(2)
    dismiss(keyOf(job.id))
    expect(useRemovals()[keyOf(job.id)]).toBeUndefined()
    expect(isAccepted(useRemovals()[removalKey(users.remove, job.id)])).toBe(true)
  })
})
