/** All webhooks: who asks for more than is under way gets it, no page is read twice, and only what is whole says so. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { untilEnded } from '../../api/pending-harness'
import type { Catalogue } from './catalogue'

/** What a component would see. */
vi.mock('react', async () => (await import('../../core/react-harness')).reactOutsideComponents())
const { nextAccount } = await import('../../core/account')
const { readCatalogue, stopCatalogue, useCatalogue } = await import('./catalogue')

const state = (): Catalogue => useCatalogue()
const ids = (): string[] => state().rows.map(({ id }) => id)
const upTo = (count: number) => Array.from({ length: count }, (_, index) => `w${index}`)

interface Service {
  total: () => number
  /** Waited for before a page is answered. */
  gate?: (page: number) => Promise<void> | undefined
  /** Answers instead of a page. */
  instead?: (page: number) => Response | undefined
  next?: (page: number) => string | null
}

/** @returns the pages that were asked for */
function serve({ total, gate, instead, next }: Service): number[] {
  const asked: number[] = []
  vi.stubGlobal('fetch', async (address: string, { signal }: RequestInit) => {
    const query = new URL(address, 'http://console').searchParams
    const [page, size] = [Number(query.get('page[number]')), Number(query.get('page[size]'))]
    asked.push(page)
    await gate?.(page)
    signal?.throwIfAborted()
    const count = total()
    return (
      instead?.(page) ??
      Response.json({
        data: upTo(count)
          .slice((page - 1) * size, page * size)
          .map((id) => ({ id, type: 'webhook' })),
        meta: { pageNumber: page, pageSize: size, totalCount: count },
        links: {
          self: '?',
          first: '?',
          prev: null,
          next: next ? next(page) : page * size < count ? '?' : null,
          last: '?',
        },
      })
    )
  })
  return asked
}

beforeEach(() => nextAccount(null))
afterEach(() => vi.unstubAllGlobals())

describe('all webhooks', () => {
  it('asked for while the first page is under way are read, and no page twice', async () => {
    const { end: open, ended: opened } = untilEnded()
    const asked = serve({ total: () => 250, gate: (page) => (page === 1 ? opened : undefined) })
    const first = readCatalogue(1)
    const all = readCatalogue()
    open()
    await Promise.all([first, all])
    expect(asked).toEqual([1, 2, 3])
    expect([state().isWhole, ids()]).toEqual([true, upTo(250)])
  })
  it('asked for once the first page was read go on behind it', async () => {
    const asked = serve({ total: () => 250 })
    await readCatalogue(1)
    expect([asked, state().isWhole, ids()]).toEqual([[1], false, upTo(100)])
    await readCatalogue(1)
    expect(asked).toEqual([1])
    await readCatalogue()
    expect([asked, state().isWhole, ids()]).toEqual([[1, 2, 3], true, upTo(250)])
    await readCatalogue()
    expect(asked).toHaveLength(3)
  })
  it('stopped end there, also what was asked for meanwhile; asked for again they go on', async () => {
    const { end: open, ended: opened } = untilEnded()
    const asked = serve({ total: () => 250, gate: (page) => (page === 2 ? opened : undefined) })
    const all = readCatalogue()
    await vi.waitFor(() => expect(asked).toEqual([1, 2]))
    stopCatalogue()
    open()
    await all
    expect([state().phase, ids()]).toEqual(['stopped', upTo(100)])
    await readCatalogue()
    expect([asked, state().isWhole, ids()]).toEqual([[1, 2, 2, 3], true, upTo(250)])
  })
  it('asked for again while Stop ends the reading are read all the same', async () => {
    const { end: open, ended: opened } = untilEnded()
    const asked = serve({ total: () => 250, gate: (page) => (page === 2 ? opened : undefined) })
    void readCatalogue()
    await vi.waitFor(() => expect(asked).toEqual([1, 2]))
    stopCatalogue()
    const again = readCatalogue()
    open()
    await again
    expect([state().phase, state().isWhole, ids()]).toEqual(['done', true, upTo(250)])
  })
  it('that fail on the way keep what was read, and go on behind it', async () => {
    let failures = 1
    const refusal = { status: 500 }
    const asked = serve({
      total: () => 250,
      instead: (page) => (page === 2 && failures-- > 0 ? Response.json({ errors: [] }, refusal) : undefined),
    })
    await readCatalogue()
    expect([state().phase, ids()]).toEqual(['failed', upTo(100)])
    await readCatalogue()
    expect([asked, state().isWhole]).toEqual([[1, 2, 2, 3], true])
  })
  it('that moved while they were read are not said to be all, and are read anew when asked for', async () => {
    let total = 250
    const gate = async (page: number) => {
      if (page === 3) total = 240
    }
    const asked = serve({ total: () => total, gate })
    await readCatalogue()
    expect([asked, state().phase, state().isWhole]).toEqual([[1, 2, 3], 'done', false])
    await readCatalogue(1)
    expect(asked).toHaveLength(3)
    await readCatalogue()
    expect([asked.slice(3), state().isWhole, ids()]).toEqual([[1, 2, 3], true, upTo(240)])
  })
  it('of a service that always links to a next page end where its count does', async () => {
    const asked = serve({ total: () => 250, next: () => '?' })
    await readCatalogue()
    expect([asked, state().phase, ids()]).toEqual([[1, 2, 3], 'done', upTo(250)])
  })
  it('of one account are no other’s', async () => {
    const { end: open, ended: opened } = untilEnded()
    const asked = serve({ total: () => 250, gate: (page) => (page === 2 ? opened : undefined) })
    const all = readCatalogue()
    await vi.waitFor(() => expect(asked).toEqual([1, 2]))
    nextAccount(null)
    open()
    await all
    expect([asked, ids()]).toEqual([[1, 2], []])
  })
})
