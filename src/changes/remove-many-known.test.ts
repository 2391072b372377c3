/** What is known of each of many removals, as it becomes known: in the panel, in the receipts, in lists, in other accounts. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { untilEnded } from '../api/pending-harness'
import { nextAccount, openAccount } from '../core/account'
import { memoryStorage } from '../core/storage-harness'
import { checkUnknown, continueJob, retryItems, stopJob } from './jobs/jobs'
import { receipts } from './receipts'
import { isAccepted, removalKey, removals } from './removal'
import {
  answeredOf,
  ended,
  error,
  forget,
  gone,
  jobOf,
  loads,
  recall,
  receiptsOf,
  removeAll,
  sent,
  thing,
} from './remove-many-harness'

afterEach(() => {
  nextAccount(null)
  vi.unstubAllGlobals()
})

const outcomesOf = (id: string) => receiptsOf(id).map(({ outcome }) => outcome)
const there = () => Response.json({ data: { id: 'x' } })
const yes = (status = 204) => new Response(null, { status })
const settled = () => new Promise((resolve) => setTimeout(resolve, 20))

describe('each DELETE is one change with one receipt', () => {
  const cutOff = () => Promise.reject(new TypeError('failed to fetch'))

  it('cut off, then seen to be gone: the receipt says so', async () => {
    const id = removeAll(['u-1'], (method) => (method === 'DELETE' ? cutOff() : gone()))
    await ended(id)
    expect(outcomesOf('u-1')).toEqual(['unknown'])
    checkUnknown(id)
    await vi.waitFor(() => expect(jobOf(id)?.counts.done).toBe(1))
    expect(outcomesOf('u-1')).toEqual(['removed'])
  })
  it('cut off, then still there: nobody knows yet, in the panel as in the receipt', async () => {
    const id = removeAll(['u-2'], (method) => (method === 'DELETE' ? cutOff() : there()))
    await ended(id)
    checkUnknown(id)
    await vi.waitFor(() => expect(jobOf(id)?.isChecking).toBe(false))
    expect(jobOf(id)?.counts).toMatchObject({ unknown: 1, failed: 0 })
    expect(receiptsOf('u-2')).toEqual([
      expect.objectContaining({ outcome: 'unknown', detail: expect.stringContaining('Still there when last checked') }),
    ])
    expect(removals.get()[removalKey(thing.endpoint, 'u-2')]).toBeUndefined()
  })
  it('sent again: another change, and what it shows is said of the first one, too', async () => {
    let tries = 0
    const id = removeAll(['u-3'], () => (tries++ === 0 ? cutOff() : gone()))
    await ended(id)
    retryItems(id, 'unknown')
    await vi.waitFor(() => expect(jobOf(id)?.counts.done).toBe(1))
    expect(outcomesOf('u-3').sort()).toEqual(['already gone', 'removed'])
  })
})

describe('a yes', () => {
  it.each([200, 202, 204])('of %i is accepted until a look has shown it', async (status) => {
    const one = `a-${status}`
    let isThere = true
    const id = removeAll([one], (method) => (method === 'DELETE' ? yes(status) : isThere ? there() : gone()))
    const job = await ended(id)
    expect(job.items[0]).toMatchObject({ state: 'done', detail: `Returned ${status}.` })
    expect(job.spec.records?.(job.items[0] as never)).toMatchObject([{ outcome: 'accepted' }]) // an item of this job
    expect(outcomesOf(one)).toEqual(['accepted'])
    expect(answeredOf(id)).toMatchObject({ words: '1 accepted, not confirmed yet', open: 1, price: 1 })
    expect(isAccepted(removals.get()[removalKey(thing.endpoint, one)])).toBe(true)

    recall.mockClear()
    job.spec.answered?.check()
    await vi.waitFor(() => expect(answeredOf(id)?.words).toBe('1 accepted, not yet gone when last checked'))
    expect(outcomesOf(one)).toEqual(['accepted'])
    expect(removals.get()[removalKey(thing.endpoint, one)]).toBeUndefined() // it may be sent again
    expect(recall).toHaveBeenCalledWith([one])

    isThere = false
    await vi.waitFor(() => expect(answeredOf(id)?.isChecking).toBe(false))
    job.spec.answered?.check()
    await vi.waitFor(() => expect(answeredOf(id)).toMatchObject({ words: '1 removed and confirmed', open: 0 }))
    expect(outcomesOf(one)).toEqual(['removed'])
    expect(isAccepted(removals.get()[removalKey(thing.endpoint, one)])).toBe(true)
  })
  it('is looked at no further once that is stopped; what was under way still counts', async () => {
    const looks: string[] = []
    const { end: letGo, ended: held } = untilEnded()
    const id = removeAll(['l-1', 'l-2'], async (method, one) => {
      if (method === 'DELETE') return yes()
      looks.push(one)
      await held
      return gone()
    })
    const job = await ended(id)
    job.spec.answered?.check()
    job.spec.answered?.check() // a second click
    await vi.waitFor(() => expect(looks).toEqual(['l-1']))
    job.spec.answered?.stop()
    letGo()
    await vi.waitFor(() => expect(answeredOf(id)?.isChecking).toBe(false))
    expect(answeredOf(id)?.words).toBe('1 removed and confirmed · 1 accepted, not confirmed yet')
    expect(looks).toEqual(['l-1'])
  })
  it('of 404 is no yes: it is already gone, in the panel, in the receipt and in the file', async () => {
    const id = removeAll(['g-1'], () => gone())
    const job = await ended(id)
    expect(job.items[0]).toMatchObject({ state: 'done', detail: 'Already gone (404).' })
    expect(job.spec.records?.(job.items[0] as never)).toMatchObject([
      { outcome: 'already gone', detail: 'Already gone (404).' },
    ]) // an item of this job
    expect(answeredOf(id)).toMatchObject({ words: '1 already gone', open: 0 })
    expect(outcomesOf('g-1')).toEqual(['already gone'])
  })
})

describe('what was loaded before', () => {
  const many = Array.from({ length: 50 }, (_, index) => `m-${index}`)

  it('is loaded anew once for fifty, after the last of them', async () => {
    await ended(removeAll(many, () => yes()))
    expect([sent.length, loads]).toEqual([50, [50]])
  })
  it('is loaded anew where the job is stopped, and again at its end', async () => {
    let id = 0
    id = removeAll(many, async () => {
      await Promise.resolve()
      if (sent.length === 20) stopJob(id)
      return yes()
    })
    await vi.waitFor(() => expect(jobOf(id)?.phase).toBe('stopped'))
    await settled()
    expect(loads).toEqual([20])
    continueJob(id)
    await ended(id)
    expect(loads).toEqual([20, 50])
  })
  it('stays where nothing was removed', async () => {
    await ended(removeAll(['n-1'], () => error(500, 'INTERNAL')))
    expect(loads).toEqual([])
  })
})

describe('tokens that change under a job', () => {
  const open = () => {
    vi.stubGlobal('sessionStorage', memoryStorage())
    openAccount(['https://service.example'], null, 'account-1')
  }
  const told = (code: string) =>
    Response.json(
      { errors: [{ type: 'GATEWAY', code, title: 'Conflict' }] },
      {
        status: 409,
        headers: { 'x-forecourt-account': 'account-2' },
      },
    )
  const earlier = () => {
    expect(receipts.get()).toEqual([]) // nothing of it in the next account
    nextAccount('account-1')
    return receipts.get().map(({ ids, outcome, detail }) => [ids, outcome, detail])
  }

  it('without a word to this tab: the server refuses, and nothing was sent', async () => {
    open()
    const id = removeAll(['k-1', 'k-2', 'k-3'], (_, one) => (one === 'k-1' ? yes() : told('ACCOUNT_CHANGED')))
    await vi.waitFor(() => expect(jobOf(id)).toBeUndefined())
    await settled()
    expect(sent).toEqual(['DELETE k-1', 'DELETE k-2'])
    expect(removals.get()).toEqual({})
    expect(earlier().map(([ids, outcome]) => [ids, outcome])).toEqual([
      ['k-2', 'failed'],
      ['k-1', 'accepted'],
    ])
  })
  it('while an answer is on its way: it is of the account that it was sent for', async () => {
    open()
    forget.mockClear()
    removeAll(['k-4', 'k-5'], () => {
      nextAccount('account-2') // the tokens change right then
      return gone()
    })
    await settled()
    expect(sent).toEqual(['DELETE k-4'])
    expect(removals.get()).toEqual({})
    expect(forget).not.toHaveBeenCalled() // the next account has nobody of them
    expect(loads).toEqual([])
    expect(earlier()).toEqual([['k-4', 'already gone', undefined]])
  })
  it('while what was accepted is looked at: the look says nothing', async () => {
    open()
    const id = removeAll(['k-6', 'k-7'], (method) => {
      if (method === 'DELETE') return yes()
      nextAccount('account-2')
      return gone()
    })
    const job = await ended(id)
    job.spec.answered?.check()
    await settled()
    expect(sent.filter((one) => one.startsWith('GET'))).toEqual(['GET k-6'])
    expect(earlier().map(([ids, outcome]) => [ids, outcome])).toEqual([
      ['k-7', 'accepted'],
      ['k-6', 'accepted'],
    ])
  })
})
