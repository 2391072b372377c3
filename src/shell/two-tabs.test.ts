/** What tabs tell one another: heard by those of the same service and operator, once, and never sent on. */
import { setTimeout as later } from 'node:timers/promises'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { connections } from '../api/connections'
import { untilEnded } from '../api/pending-harness'
import { withLocks } from '../core/lock-harness'
import { memoryStorage } from '../core/storage-harness'
import { openTabMessages, postTabMessage, withLock } from '../core/tab-messages'

/** What a component would see. */
vi.mock('react', async () => (await import('../core/react-harness')).reactOutsideComponents())
const { handleTabMessage } = await import('./handle-tab-messages')
const { isAccepted, removalKey, useRemovals } = await import('../changes/removal')
const { remove } = await import('../changes/send-removal')
const { dismissAccount, nextAccount, openAccount, useAccount } = await import('../core/account')
const { followAccount } = await import('../core/account-queries')
const { receipts } = await import('../changes/receipts')

const service = ['https://data.example', 'https://vehicle.example', 'https://management.example']
const closing: (() => void)[] = []

/** Another tab, by what it hears; this one can speak for itself only. */
async function openAnother(hosts: readonly string[], operator?: string): Promise<unknown[]> {
  vi.resetModules()
  const other: typeof import('../core/tab-messages') = await import('../core/tab-messages')
  const heard: unknown[] = []
  closing.push(other.openTabMessages(hosts, operator, (told) => heard.push(told)))
  return heard
}
const openThis = (operator?: string) => closing.push(openTabMessages(service, operator, () => undefined))
/** What is kept of an account outlives its time on screen. */
function openKept(): void {
  vi.stubGlobal('sessionStorage', memoryStorage())
  openAccount(service, null, 'account-1')
}
/** A receipt as it is kept for an account; what the next one shows has none of it. */
function receiptOf(account: string, id: string) {
  expect(receipts.get()).toEqual([])
  nextAccount(account)
  return receipts.get().find(({ ids }) => ids === id)
}

const keyOf = (id: string) => removalKey(connections.remove, id)

afterEach(() => {
  for (const close of closing.splice(0)) close()
  nextAccount(null)
  vi.unstubAllGlobals()
})

describe('a word', () => {
  const word = { about: 'removal', operation: connections.remove.operation, id: 'c', outcome: 'removed' } as const
  it('reaches the tabs of this service and operator alone; that somebody has signed in all of this service', async () => {
    const same = await openAnother(service, 'Operator One')
    const otherOperator = await openAnother(service, 'Operator Two')
    const nobody = await openAnother(service)
    const otherService = await openAnother([...service, 'x'], 'Operator One')
    openThis('Operator One')
    postTabMessage(word)
    postTabMessage({ about: 'tokens' })
    postTabMessage({ about: 'sign-in' })
    await later(50)
    expect(same).toHaveLength(3)
    expect(same).toEqual(expect.arrayContaining([word, { about: 'tokens' }, { about: 'sign-in' }]))
    expect([otherOperator, nobody]).toEqual([[{ about: 'sign-in' }], [{ about: 'sign-in' }]])
    expect(otherService).toEqual([])
  })
  it('goes nowhere while no channel is open', () => {
    expect(postTabMessage(word)).toBeUndefined()
  })
})

describe('what is heard', () => {
  /** What a removal of a connection leaves stale: their list, and the team's directory. */
  const STALE = 2
  const client = () => {
    const client = { invalidateQueries: vi.fn(), refetchQueries: vi.fn(), resetQueries: vi.fn() }
    const queryClient = client as never // what is used of it
    return { ...client, queryClient, handleTabMessage: (told: unknown) => handleTabMessage(told, queryClient) }
  }
  const removed = (id: string, outcome = 'removed') => ({
    about: 'removal',
    operation: connections.remove.operation,
    id,
    outcome,
  })
  it('marks what was removed, reads its lists again once for many, and tells nobody', async () => {
    vi.stubGlobal('document', { hidden: false })
    openThis()
    const others = await openAnother(service)
    const { handleTabMessage, invalidateQueries, refetchQueries } = client()
    for (let index = 0; index < 100; index += 1) handleTabMessage(removed(`c-${index}`))
    await later(250)
    expect(isAccepted(useRemovals()[keyOf('c-99')])).toBe(true)
    expect(useRemovals()[keyOf('c-99')]).toMatchObject({
      subject: 'connection c-99',
      isElsewhere: true,
    })
    expect([invalidateQueries.mock.calls.length, refetchQueries.mock.calls.length]).toEqual([STALE, STALE])
    expect(others).toEqual([])
    expect(receipts.get().filter(({ ids }) => ids === 'c-99')).toEqual([])
  })
  it('of what is gone is not taken back by a word that was said before', async () => {
    vi.stubGlobal('document', { hidden: false })
    const { handleTabMessage, invalidateQueries } = client()
    for (const outcome of ['accepted', 'removed', 'accepted']) {
      handleTabMessage(removed('c-late', outcome))
      await later(200)
    }
    expect(useRemovals()[keyOf('c-late')]).toMatchObject({ outcome: 'removed' })
    expect(invalidateQueries).toHaveBeenCalledTimes(2 * STALE)
  })
  it('is read again by a hidden tab only once it is seen', async () => {
    const page = new EventTarget()
    vi.stubGlobal('document', Object.assign(page, { hidden: true }))
    const { handleTabMessage, invalidateQueries, refetchQueries } = client()
    handleTabMessage(removed('c-hidden'))
    await later(250)
    expect(isAccepted(useRemovals()[keyOf('c-hidden')])).toBe(true)
    expect([invalidateQueries.mock.calls.length, refetchQueries.mock.calls.length]).toEqual([STALE, 0])
    handleTabMessage(removed('c-hidden-too'))
    await later(250)
    page.dispatchEvent(new Event('visibilitychange'))
    expect(refetchQueries).toHaveBeenCalledTimes(STALE) // once for all that was heard meanwhile
    page.dispatchEvent(new Event('visibilitychange'))
    expect(refetchQueries).toHaveBeenCalledTimes(STALE)
  })
  it('of other tokens drops all that was read, and marks nothing any more', async () => {
    vi.stubGlobal('document', { hidden: false })
    const { handleTabMessage, resetQueries, queryClient } = client()
    closing.push(followAccount(queryClient, false))
    handleTabMessage(removed('c-old'))
    await later(250)
    const { heard } = useAccount()
    handleTabMessage({ about: 'tokens' })
    expect(useRemovals()).toEqual({})
    expect(useAccount()).toMatchObject({ heard: heard + 1, isSaid: true })
    dismissAccount()
    expect(useAccount().isSaid).toBe(false)
    expect(resetQueries).toHaveBeenCalledTimes(1)
  })
  it('and is no word of a tab changes nothing, whatever it is', async () => {
    vi.stubGlobal('document', { hidden: false })
    const { handleTabMessage, invalidateQueries, resetQueries } = client()
    const wrong = fc.oneof(
      fc.anything(),
      fc.record(
        {
          about: fc.constantFrom('removal', 'token', '__proto__', 7),
          operation: fc.constantFrom('constructor', 'GET /v3/connections', '__proto__', 5),
          id: fc.oneof(fc.string(), fc.constant('x'.repeat(5000))),
          outcome: fc.constantFrom('removed', 'failed', null),
        },
        { requiredKeys: [] },
      ),
    )
    fc.assert(
      fc.property(wrong, (told) => {
        handleTabMessage(told)
        return true
      }),
      { numRuns: 2000 },
    )
    for (const told of [removed(''), removed('x'.repeat(5000)), removed('c', 'unknown')]) handleTabMessage(told)
    await later(250)
    expect(useRemovals()).toEqual({})
    expect([invalidateQueries.mock.calls.length, resetQueries.mock.calls.length]).toEqual([0, 0])
  })
})

describe('two tabs at the same removal', () => {
  const jobFor = (id: string, isThere: () => Promise<boolean>) => ({
    id,
    endpoint: connections.remove,
    input: { path: { connectionId: id } },
    subject: `connection ${id}`,
    isThere,
    onAccepted: vi.fn(),
  })
  const receipt = (id: string) => receipts.get().find(({ ids }) => ids === id)
  it('what another tab has removed is not sent, and is said to be gone', async () => {
    const fetch = vi.fn()
    vi.stubGlobal('fetch', fetch)
    vi.stubGlobal('document', { hidden: false })
    handleTabMessage({ about: 'removal', operation: connections.remove.operation, id: 'd-1', outcome: 'removed' }, {
      invalidateQueries: vi.fn(),
      refetchQueries: vi.fn(),
    } as never) // what is used of it
    await later(250)
    await remove(jobFor('d-1', async () => true))
    expect(fetch).not.toHaveBeenCalled()
    expect(receipt('d-1')).toMatchObject({ outcome: 'already gone', detail: expect.stringContaining('Another tab') })
  })
  it.each([
    ['gone: nothing is sent', false, 0, 'already gone'],
    ['still there, as the other was refused: it is sent', true, 1, 'removed'],
  ])('while another is at it, this one waits; then a read shows it %s', async (_, there, sent, outcome) => {
    withLocks()
    openThis()
    const fetch = vi.fn(async () => new Response(null, { status: 204 }))
    vi.stubGlobal('fetch', fetch)
    const id = `d-${outcome}`
    const { ended, end } = untilEnded()
    const other = withLock(`removal ${keyOf(id)}`, () => ended)
    await later(0)
    let looks = 0
    const done = remove(jobFor(id, async () => (looks++ === 0 ? there : false)))
    await later(20)
    expect([fetch.mock.calls.length, looks]).toEqual([0, 0])
    end()
    await Promise.all([other, done])
    expect(fetch).toHaveBeenCalledTimes(sent)
    expect(receipt(id)).toMatchObject({ outcome })
  })
  it('while the purge is slow: the word of the one before is enough, heard at the last moment', async () => {
    withLocks()
    vi.stubGlobal('document', { hidden: false })
    const client = { invalidateQueries: vi.fn(), refetchQueries: vi.fn() } as never // what is used of it
    closing.push(openTabMessages(service, undefined, (told) => handleTabMessage(told, client)))
    const fetch = vi.fn()
    vi.stubGlobal('fetch', fetch)
    vi.resetModules()
    const other: typeof import('../core/tab-messages') = await import('../core/tab-messages')
    closing.push(other.openTabMessages(service, undefined, () => undefined))
    const { ended, end } = untilEnded()
    const first = withLock(`removal ${keyOf('d-slow')}`, () => ended)
    await later(0)
    const done = remove(jobFor('d-slow', () => later(20, true)))
    await later(0)
    other.postTabMessage({
      about: 'removal',
      operation: connections.remove.operation,
      id: 'd-slow',
      outcome: 'accepted',
    })
    end()
    await Promise.all([first, done])
    expect(fetch).not.toHaveBeenCalled()
    expect(receipt('d-slow')).toMatchObject({ outcome: 'accepted', detail: expect.stringContaining('Another tab') })
  })
  it('has told of it before the next one has its turn', async () => {
    withLocks()
    openThis()
    const said = vi.spyOn(BroadcastChannel.prototype, 'postMessage')
    const { ended, end } = untilEnded()
    vi.stubGlobal('fetch', () => ended.then(() => new Response(null, { status: 202 })))
    const done = remove(jobFor('d-tell', async () => false))
    await later(0)
    const next = withLock(`removal ${keyOf('d-tell')}`, async () => said.mock.calls.length)
    end()
    expect(await next).toBeGreaterThan(0)
    await done
    expect(said.mock.calls.map(([word]) => word.outcome)).toEqual(['accepted', 'removed'])
    said.mockRestore()
  })
  it('keeps its turn until the others have heard', async () => {
    withLocks()
    const heard = await openAnother(service)
    openThis()
    const { ended, end } = untilEnded()
    vi.stubGlobal('fetch', () => ended.then(() => new Response(null, { status: 202 })))
    const done = remove(jobFor('d-heard', async () => false))
    await later(0)
    const turn = withLock(`removal ${keyOf('d-heard')}`, async () => heard.map((word) => (word as { id?: string }).id)) // any word
    end()
    expect((await Promise.all([turn, done]))[0]).toContain('d-heard')
  })
  /** A removal that waits for another tab's, and then sends nothing. */
  async function unsentBehindAnother(id: string, isThere: () => Promise<boolean>, meanwhile = () => {}) {
    withLocks()
    openThis()
    const fetch = vi.fn()
    vi.stubGlobal('fetch', fetch)
    const { ended, end } = untilEnded()
    const other = withLock(`removal ${keyOf(id)}`, () => ended)
    await later(0)
    const done = remove(jobFor(id, isThere))
    await later(0)
    meanwhile()
    end()
    await Promise.all([other, done])
    expect(fetch).not.toHaveBeenCalled()
  }
  it('what it would find cannot be read: nothing is sent', async () => {
    await unsentBehindAnother('d-2', () => Promise.reject(new Error('cannot tell')))
    expect(receipt('d-2')).toMatchObject({ outcome: 'failed' })
  })
  it('waits while the tokens change: nothing is sent with others', async () => {
    openKept()
    await unsentBehindAnother(
      'd-3',
      async () => true,
      () => nextAccount('account-2'),
    )
    expect(useRemovals()).toEqual({})
    expect(receiptOf('account-1', 'd-3')).toMatchObject({ outcome: 'failed' })
  })
  it('one that is alone does not wait, and lets go when it fails', async () => {
    withLocks()
    openThis()
    await expect(withLock('x', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await withLock('x', async (hasWaited) => hasWaited)).toBe(false)
  })
})

describe('other tokens in the middle of a removal', () => {
  it('are asked nothing about it: what was accepted stays so, in the receipts alone', async () => {
    openKept()
    const id = 'e-1'
    let asked = 0
    vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }))
    await remove({
      id,
      endpoint: connections.remove,
      input: { path: { connectionId: id } },
      subject: `connection ${id}`,
      isThere: async () => {
        asked += 1
        return false
      },
      onAccepted: () => {
        nextAccount('account-2') // the tokens change right then
      },
    })
    expect(asked).toBe(0)
    expect(useRemovals()).toEqual({})
    expect(receiptOf('account-1', id)).toMatchObject({ outcome: 'accepted' })
  })
})
