/** Rows on their way into a selection: all of them, in few parts where there are many, and none once it was cleared. */
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../api/errors'
import { untilEnded } from '../../api/pending-harness'
import { webhooks } from '../../api/webhooks'
import type { ListFile } from '../service-list/list-file'
import type { Collecting } from './collecting'

/** What a component would see. */
vi.mock('react', async (original) => ({
  ...(await original<object>()),
  useSyncExternalStore: (_: unknown, get: () => unknown) => get(),
  useRef: (current: unknown) => ({ current }),
  useCallback: (same: unknown) => same,
}))
const { nextAccount } = await import('../../core/account')
const { collecting, useCollecting } = await import('./collecting')
const { inGrowingParts, selectMatching } = await import('./select-matching')
const { clearSelection, select, selectedIn } = await import('./selection')

it.each([3, 1000])('%i pages of 100', (pages) => {
  const given: number[] = []
  let parts = 0
  let copied = 0
  const { take, flush } = inGrowingParts<number>((rows, before) => {
    expect(before).toBe(given.length)
    given.push(...rows)
    parts += 1
    copied += given.length
  })
  for (let page = 0; page < pages; page += 1) {
    take(Array.from({ length: 100 }, (_, row) => page * 100 + row))
    if (page < 10) expect(given).toHaveLength((page + 1) * 100) // what is small is there at once
  }
  flush()
  expect(given).toEqual(Array.from({ length: pages * 100 }, (_, row) => row))
  expect(parts).toBeLessThanOrEqual(Math.min(pages, 80))
  expect(copied).toBeLessThanOrEqual(given.length * 15)
})

describe('all that match', () => {
  interface Thing {
    id: string
  }
  const upTo = (count: number) => Array.from({ length: count }, (_, index) => `r${index}`)
  const selected = () => [...selectedIn('webhooks').keys()]
  const state = (): Collecting | undefined => useCollecting('webhooks')

  /**
   * A list of 250 in pages of 100.
   * @param before called before a page is answered
   * @returns the pages that were asked for, and what begins to select all of them
   */
  function list(before: (page: number) => Promise<void> | void = () => undefined) {
    const asked: number[] = []
    const nths: number[] = []
    const readPage: ListFile<Thing>['readPage'] = async (query) => {
      const page = Number(query['page[number]'])
      asked.push(page)
      await before(page)
      const data = upTo(250)
        .slice((page - 1) * 100, page * 100)
        .map((id) => ({ id }))
      const links = { next: page < 3 ? '?' : null }
      const value = { data, meta: { totalCount: 250 }, links }
      return { value, raw: value, differences: [], status: 200, facts: {}, receivedAt: 0 }
    }
    const begin = (search: Record<string, string> = {}) =>
      selectMatching('webhooks', {
        search,
        labels: { 'filter[name]': 'Name' },
        sizes: [10, 100],
        total: 250,
        rows: (take) =>
          take<Thing>({
            file: { readPage },
            selectable: ({ row }, nth) => {
              nths.push(nth)
              return [row.id, nth]
            },
          }),
      })
    return { asked, nths, begin }
  }
  const ended = () => vi.waitFor(() => expect(['done', 'failed', 'stopped']).toContain(state()?.phase))
  beforeEach(() => nextAccount(null))

  it('are selected, each page asked for once, and say what they were asked for', async () => {
    const { asked, nths, begin } = list()
    begin({ 'filter[name]': 'x', 'page[number]': '3', 'page[size]': '10' })
    await ended()
    expect([asked, selected(), nths]).toEqual([[1, 2, 3], upTo(250), Array.from(upTo(250), (_, index) => index)])
    expect(state()).toMatchObject({
      phase: 'done',
      count: 250,
      hasDrifted: false,
      question: '?filter[name]=x',
      words: 'Name “x”',
    })
  })
  it('are what is left if a page is a 404, and it says that some may be missing', async () => {
    const { asked, begin } = list((page) => {
      if (page === 3) throw new ApiError('http', webhooks.list, { status: 404 })
    })
    begin()
    await ended()
    expect([asked, selected()]).toEqual([[1, 2, 3], upTo(200)])
    expect(state()).toMatchObject({ phase: 'done', count: 200, total: 250, hasDrifted: true })
  })
  it('are collected once, whatever else is asked for meanwhile', async () => {
    const { end: open, ended: opened } = untilEnded()
    const { asked, begin } = list((page) => (page === 2 ? opened : undefined))
    begin()
    await vi.waitFor(() => expect(asked).toEqual([1, 2]))
    begin({ 'filter[name]': 'x' })
    open()
    await ended()
    expect([asked, state()?.question]).toEqual([[1, 2, 3], ''])
  })
  it('where a page failed, go on with it when asked, behind what was collected', async () => {
    let failures = 1
    const { asked, nths, begin } = list((page) => {
      if (page === 3 && failures-- > 0) throw new ApiError('http', webhooks.list, { status: 500 })
    })
    begin()
    await ended()
    expect([state()?.phase, state()?.count, selected()]).toEqual(['failed', 200, upTo(200)])
    state()?.goOn()
    await ended()
    expect([state()?.phase, asked, selected()]).toEqual(['done', [1, 2, 3, 3], upTo(250)])
    expect(nths).toEqual(Array.from(upTo(250), (_, index) => index))
  })
  it.each([
    ['cleared', () => clearSelection('webhooks')],
    ['of the account before', () => nextAccount(null)],
  ])('are selected no more once the selection is %s', async (_, end) => {
    const { end: open, ended: opened } = untilEnded()
    const { asked, begin } = list((page) => (page === 2 ? opened : undefined))
    begin()
    await vi.waitFor(() => expect(asked).toEqual([1, 2]))
    expect(selected()).toHaveLength(100)
    end()
    open()
    await opened
    await new Promise((resolve) => setTimeout(resolve))
    expect([asked, selected(), state()]).toEqual([[1, 2], [], undefined])
  })
  it('stopped stay selected as far as they were collected', async () => {
    const { end: open, ended: opened } = untilEnded()
    const { begin, asked } = list((page) => (page === 3 ? opened : undefined))
    begin()
    await vi.waitFor(() => expect(asked).toEqual([1, 2, 3]))
    collecting.stop('webhooks')
    open()
    await ended()
    expect([state()?.phase, selected()]).toEqual(['stopped', upTo(200)])
    select(
      'webhooks',
      upTo(200).map((id) => [id, undefined]),
      false,
    )
    expect(state()).toBeUndefined() // with the last row goes what was said of how they came
  })
})
