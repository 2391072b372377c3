/** 500 removals, of which 40 fail in eight ways and 5 are cut off: every item's state is the sandbox's own. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ofServer } from '../api/own-response-harness'
import { nextAccount, openAccount } from '../core/account'
import { memoryStorage } from '../core/storage-harness'
import { testSandbox } from '../sandbox/harness'
import { removalOf } from './define-removal'
import { checkUnknown, retryItems } from './jobs/jobs'
import { receipts } from './receipts'
import { isAccepted, removalKey, removals } from './removal'
import { answeredOf, ended, error, jobOf, receiptsOf, removeAll, start, thing } from './remove-many-harness'
import { remove } from './send-removal'

afterEach(() => {
  nextAccount(null)
  vi.unstubAllGlobals()
})

/** Eight ways to fail before anything was removed. */
const ways: (() => Response | Promise<Response>)[] = [
  () => error(400, 'BAD_REQUEST'),
  () => error(401, 'UNAUTHORIZED'),
  () => error(403, 'FORBIDDEN'),
  () => error(409, 'ASLEEP'),
  () => error(430, 'BILLING'),
  () => error(500, 'INTERNAL'),
  () => new Response('<html>busy</html>', { status: 500, headers: ofServer }),
  () => new Response('', { status: 501, headers: ofServer }),
]
const FAILING = 40
const CUT = 5

it('ends with the true state of each, nothing sent twice', async () => {
  const sandbox = testSandbox()
  const ids: string[] = []
  for (let page = 1; ids.length < 500; page += 1) {
    const { body } = await sandbox.ask(`/v3/connections?page[size]=100&page[number]=${page}`)
    ids.push(...body.data.map(({ id }: { id: string }) => id))
  }
  const nth = new Map(ids.map((id, index) => [id, index]))
  const deleted: string[] = []
  let isHealthy = false
  vi.stubGlobal('fetch', async (address: string, { method = 'GET' }: RequestInit = {}) => {
    const target = address.replace('/api/vehicle', '')
    const id = decodeURIComponent(target.split('/').at(-1) ?? '')
    const index = nth.get(id) ?? 0
    if (method === 'DELETE') deleted.push(id)
    // Every twelfth fails before it is made, one of eight ways; some of the others are made and cut off.
    const failing = index % 12 === 0 ? index / 12 : FAILING
    if (method === 'DELETE' && !isHealthy && failing < FAILING) return (ways[failing % ways.length] ?? ways[0])?.()
    const { status, body } = await sandbox.ask(target, { method })
    if (method === 'DELETE' && index % 97 === 1 && index < CUT * 97) throw new TypeError('failed to fetch')
    return new Response(body === undefined ? null : JSON.stringify(body), { status })
  })
  const id = start(ids, 4)
  const job = await ended(id)
  expect(deleted).toHaveLength(500)
  expect(new Set(deleted).size).toBe(500)
  expect(job.counts).toEqual({ waiting: 0, sending: 0, done: 455, failed: 35, asleep: 5, unknown: 5 })

  checkUnknown(id)
  const checked = await vi.waitFor(() => {
    const now = jobOf(id)
    if (now?.counts.unknown !== 0) throw new Error('still looking')
    return now
  })
  expect(checked.counts).toMatchObject({ done: 460, failed: 35, asleep: 5 })
  const marks = removals.get()
  for (const { key, state } of checked.items) {
    const { status } = await sandbox.ask(`/v3/connections/${key}`)
    expect([key, state === 'done']).toEqual([key, status === 404])
    expect(isAccepted(marks[removalKey(thing.endpoint, key)])).toBe(status === 404)
  }
  const written = (wanted: string) => receipts.get().filter(({ outcome }) => outcome === wanted).length
  expect([written('accepted'), written('removed'), written('unknown')]).toEqual([455, 5, 0])
  expect(answeredOf(id)).toMatchObject({
    words: '5 removed and confirmed · 455 accepted, not confirmed yet',
    open: 455,
  })

  isHealthy = true
  retryItems(id, 'failed')
  await ended(id)
  retryItems(id, 'asleep')
  const last = await ended(id)
  expect(last.counts.done).toBe(500)
  expect(deleted).toHaveLength(540)
})

describe('other tokens', () => {
  it('in the middle of a look: what they cannot see is not told as removed', async () => {
    vi.stubGlobal('sessionStorage', memoryStorage())
    openAccount(['https://service.example'], null, 'account-1')
    const reads: string[] = []
    const id = removeAll(['t-1', 't-2'], async (method, one) => {
      if (method === 'DELETE') throw new TypeError('failed to fetch')
      reads.push(one)
      nextAccount('account-2') // the tokens change right then
      return error(404, 'NOT_FOUND')
    })
    expect((await ended(id)).counts.unknown).toBe(2)
    checkUnknown(id)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(reads).toEqual(['t-1'])
    nextAccount('account-1')
    expect(receipts.get().map(({ ids, outcome }) => [ids, outcome])).toEqual([
      ['t-2', 'unknown'],
      ['t-1', 'unknown'],
    ])
  })
})

describe('a removal that only waits', () => {
  it('has no receipt until it was answered', async () => {
    let tries = 0
    const refused = () => new Response('{}', { status: 429, headers: { 'retry-after': '1' } })
    const id = removeAll(['w-1'], () => (tries++ === 0 ? refused() : new Response(null, { status: 204 })))
    await vi.waitFor(() => expect(jobOf(id)?.phase).toBe('paused'))
    expect(receiptsOf('w-1')).toEqual([])
    await ended(id)
    expect(receiptsOf('w-1').map(({ outcome }) => outcome)).toEqual(['accepted'])
  })
})

describe('what this tab has removed before', () => {
  it('is not sent again by a job in which it waits, and keeps its own notice', async () => {
    const deleted: string[] = []
    const answer = (method: string, id: string) => {
      if (method === 'DELETE') deleted.push(id)
      return method === 'DELETE' ? new Response(null, { status: 204 }) : error(404, 'NOT_FOUND')
    }
    let single: Promise<void> | undefined
    const id = removeAll(['s-1', 's-2'], async (method, one) => {
      if (one === 's-1') {
        single ??= remove(removalOf(thing, 's-2', 'connection s-2'))
        await single
      }
      return answer(method, one)
    })
    expect((await ended(id)).counts.done).toBe(2)
    expect(deleted).toEqual(['s-2', 's-1'])
    expect(removals.get()[removalKey(thing.endpoint, 's-2')]).toMatchObject({ outcome: 'removed' })
    expect(removals.get()[removalKey(thing.endpoint, 's-2')]?.isSilent).toBeUndefined()
  })
})
