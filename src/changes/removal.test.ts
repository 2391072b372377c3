/** A removal is sent once, its outcome is read, and what is not known is said to be unknown. */
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { connections } from '../api/connections'
import { ofServer } from '../api/own-response-harness'
import { users } from '../api/users'
import { accountEpoch, nextAccount, openAccount } from '../core/account'
import { memoryStorage } from '../core/storage-harness'
import { openTabMessages } from '../core/tab-messages'
import { receipts } from './receipts'
import { isAccepted, removalKey, removeOne, showBy, useRemovals } from './removal'
import { dismiss, type RemovalJob, recheck, remove, sendOnce } from './send-removal'

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
  const receipt = () => receipts.get().find(({ subject }) => subject === job.subject)
  return { job, fetch, onAccepted, receipt }
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
    const { job, fetch, onAccepted, receipt } = jobFor(status(code, code === 204 ? null : 'not json'), [no])
    await remove(job)
    expect(receipt()).toMatchObject({ outcome: 'removed' })
    expect(receipt()?.detail).toContain(String(code))
    expect(fetch).toHaveBeenCalledTimes(1)
    expect(onAccepted).toHaveBeenCalledTimes(1)
  })
  it('404 is “already gone”', async () => {
    const { job, receipt } = jobFor(error(404))
    await remove(job)
    expect(receipt()).toMatchObject({ outcome: 'already gone' })
  })
  it.each([400, 401, 403, 500])('%i is a failure, and may be tried again', async (code) => {
    const { job, fetch, onAccepted, receipt } = jobFor(error(code))
    await remove(job)
    expect(receipt()).toMatchObject({ outcome: 'failed' })
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
    const { job, fetch, receipt } = jobFor(cut, [no])
    await remove(job)
    expect(receipt()).toMatchObject({ outcome: 'removed' })
    expect(fetch).toHaveBeenCalledTimes(1)
  })
  it.each([
    ['still there', yes],
    ['unreadable', unknown],
  ])('cut off and %s: unknown, until a look on demand tells', async (_, look) => {
    const { job, receipt } = jobFor(cut, [look, no])
    await remove(job)
    expect(receipt()).toMatchObject({ outcome: 'unknown' })
    await recheck(keyOf(job.id))
    expect(receipt()).toMatchObject({ outcome: 'removed' })
  })
  it('a slow purge is looked at again after 2, 5 and 15 s, then on demand', async () => {
    vi.useFakeTimers()
    const { job, receipt } = jobFor(status(202), [yes, yes, yes, yes, no])
    const done = remove(job)
    await vi.advanceTimersByTimeAsync(0)
    expect(receipt()).toMatchObject({ outcome: 'accepted' })
    await vi.advanceTimersByTimeAsync(22_000)
    await done
    expect(receipt()).toMatchObject({ outcome: 'accepted' })
    await recheck(keyOf(job.id))
    expect(receipt()).toMatchObject({ outcome: 'removed' })
  })
})

describe('what was asked for with other tokens', () => {
  beforeEach(() => {
    vi.stubGlobal('sessionStorage', memoryStorage())
    openAccount(['https://service.example'], null, 'account-1')
  })
  const changeTokens = () => nextAccount('account-2')
  it('is not sent, though they changed while its notice was loaded', async () => {
    const { job, fetch } = jobFor(status(204))
    showBy(async () => changeTokens())
    await remove(job)
    showBy(async () => undefined)
    expect(fetch).not.toHaveBeenCalled()
    expect(receipts.get()).toEqual([]) // nothing of it in the next account
    nextAccount('account-1')
    expect(receipts.get()).toEqual([expect.objectContaining({ ids: job.id, outcome: 'failed' })])
  })
  it('is not sent, though they changed during the read after a wait', async () => {
    const { job, fetch } = jobFor(status(204), [
      async () => {
        changeTokens()
        return true
      },
    ])
    const request = async (_: string, ...rest: unknown[]) =>
      rest.length > 1 ? undefined : (rest[0] as () => Promise<unknown>)() // never free at first
    vi.stubGlobal('navigator', { locks: { request } })
    const close = openTabMessages(['https://service.example'], undefined, () => undefined)
    await expect(sendOnce(job, accountEpoch(), { begin: () => undefined })).rejects.toThrow(
      'Not sent. The access tokens changed first.',
    )
    close()
    expect(fetch).not.toHaveBeenCalled()
  })
})

describe('tokens that change without a word to this tab', () => {
  beforeEach(() => {
    vi.stubGlobal('sessionStorage', memoryStorage())
    openAccount(['https://service.example'], null, 'account-1')
  })
  /** What the receipts of the account before are, once that is in use again. */
  const earlier = () => {
    expect([receipts.get(), useRemovals()]).toEqual([[], {}]) // nothing of it in the next account
    nextAccount('account-1')
    return receipts.get()
  }
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
    expect(earlier()).toEqual([expect.objectContaining({ ids: job.id, outcome: 'failed' })])
  })
  it.each([
    [204, 'accepted'],
    [404, 'already gone'],
  ])('%i that arrives after the change is of the account that it was sent for', async (code, outcome) => {
    const { job, onAccepted } = jobFor(async () => {
      nextAccount('account-2')
      return code === 204 ? new Response(null, { status: code }) : error(code)()
    })
    await remove(job)
    expect(onAccepted).not.toHaveBeenCalled() // the next account has nothing of it to forget
    expect(earlier()).toEqual([expect.objectContaining({ ids: job.id, outcome })])
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

describe('sent again', () => {
  it('each DELETE is one change: what the second one shows is said of the first one, too', async () => {
    const answers: Reply[] = [cut, error(404)]
    const { job } = jobFor(() => (answers.shift() ?? cut)(), [yes])
    await remove(job)
    await remove(job)
    const written = receipts.get().filter(({ ids }) => ids === job.id)
    expect(written.map(({ outcome }) => outcome).sort()).toEqual(['already gone', 'removed'])
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
  it('brings back nothing that was dismissed; its receipt says what it found', async () => {
    vi.useFakeTimers()
    const { job, receipt } = jobFor(status(202), [yes, yes, no])
    const done = remove(job)
    await vi.advanceTimersByTimeAsync(0)
    dismiss(keyOf(job.id))
    await vi.advanceTimersByTimeAsync(2_000)
    expect(useRemovals()[keyOf(job.id)]).toBeUndefined()
    await vi.advanceTimersByTimeAsync(20_000)
    await done
    expect(useRemovals()[keyOf(job.id)]).toBeUndefined()
    expect(receipt()).toMatchObject({ outcome: 'removed' })
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

describe('dismiss and isAccepted', () => {
  it('forgets the notice and keeps the receipt', async () => {
    const { job, receipt } = jobFor(status(204), [no])
    await remove(job)
    dismiss(keyOf(job.id))
    expect(receipt()).toBeDefined()
  })
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
