/** A selection with its table and its bar, and nothing else: ranges, counts, everything that matches, and whose it is. */
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { nextAccount } from '../../core/account'
import { draw } from '../../ui/browser-harness'
import { DataTable } from '../../ui/data-table'
import type { ListFile } from '../service-list/list-file'
import type { Matching } from './select-matching'
import { clearSelection, useSelected, useSelection } from './selection'
import { SelectionBar } from './selection-bar-later'

interface Hook {
  id: string
}
const TOTAL = 250
const SIZES = [10, 100]
const hooks = (from: number, to: number): Hook[] =>
  Array.from({ length: to - from }, (_, at) => ({ id: `hook-${from + at}` }))
const columns = [{ id: 'id', header: 'ID', cell: ({ id }: Hook) => id }]

/** Which pages were read of the whole list, and what each is answered with once the test lets it. */
let read: number[] = []
let answerNext: (() => void) | undefined
const readPage: ListFile<Hook>['readPage'] = async (query, signal) => {
  const number = Number(query['page[number]'])
  read.push(number)
  await new Promise<void>((resolve, reject) => {
    answerNext = resolve
    signal.addEventListener('abort', () => reject(signal.reason))
  })
  const value = {
    data: hooks((number - 1) * 100, Math.min(TOTAL, number * 100)),
    meta: { totalCount: TOTAL },
    links: { next: number * 100 < TOTAL ? '?' : null },
  }
  return { value, raw: value, differences: [], status: 200, facts: {}, receivedAt: 0 }
}
async function answerPage(number: number): Promise<void> {
  await expect.poll(() => read.at(-1)).toBe(number)
  answerNext?.()
}

/** A list of five rows a page, with its bar. */
function List() {
  const [from, setFrom] = useState(0)
  const rows = hooks(from, from + 5)
  const selection = useSelection('webhooks', () => rows.map((row) => [row.id, row] as const))
  const selected = useSelected('webhooks')
  const matching: Matching = {
    search: {},
    labels: {},
    sizes: SIZES,
    total: TOTAL,
    rows: (take) => take<Hook>({ file: { readPage }, selectable: ({ row }) => [row.id, row] }),
  }
  return (
    <>
      <SelectionBar
        list="webhooks"
        one="webhook"
        count={selected.size}
        onClear={selection.clear}
        matching={matching}
        file={{ columns: ['id'], service: 'https://example.com', rows: () => [] }}
      />
      <DataTable
        name="Webhooks"
        columns={columns}
        expected={5}
        rows={rows.map((row) => ({ key: row.id, row, label: row.id }))}
        selection={selection}
      />
      <button type="button" onClick={() => setFrom(from + 5)}>
        Next page
      </button>
    </>
  )
}

const box = (at: number) => page.getByRole('checkbox', { name: `Select hook-${at}`, exact: true })
const bar = () => page.getByRole('region', { name: 'Selected webhooks' })
const count = () => bar().getByRole('status')
const button = (name: string) => page.getByRole('button', { name, exact: true })
const checked = () =>
  page
    .getByRole('checkbox', { name: /hook/, checked: true })
    .elements()
    .map((element) => element.getAttribute('aria-label'))

beforeEach(() => {
  read = []
  answerNext = undefined
})
afterEach(() => clearSelection('webhooks'))

describe('selecting by hand', () => {
  it('counts, over the pages', async () => {
    await draw(<List />)
    await expect.element(box(0)).toBeVisible()
    await expect.element(bar()).not.toBeInTheDocument()
    await box(0).click()
    await expect.element(count()).toHaveTextContent('1 webhook selected')
    await button('Next page').click()
    await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
    await expect.element(count()).toHaveTextContent('6 webhooks selected')
    await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
    await expect.element(count()).toHaveTextContent('1 webhook selected')
  })
  it.each([
    { from: 1, to: 3, expected: [1, 2, 3] },
    { from: 4, to: 2, expected: [2, 3, 4] },
  ])('with shift takes everything from row $from to row $to', async ({ from, to, expected }) => {
    await draw(<List />)
    await box(from).click()
    await box(to).click({ modifiers: ['Shift'] })
    await expect.element(count()).toHaveTextContent('3 webhooks selected')
    expect(checked()).toEqual(expected.map((at) => `Select hook-${at}`))
  })
  it('with shift and Space does the same by keyboard, and takes them out again', async () => {
    await draw(<List />)
    await box(0).click()
    box(2).element().focus()
    await userEvent.keyboard('{Shift>} {/Shift}')
    await expect.element(count()).toHaveTextContent('3 webhooks selected')
    box(1).element().focus()
    await userEvent.keyboard('{Shift>} {/Shift}')
    await expect.element(count()).toHaveTextContent('1 webhook selected')
    expect(checked()).toEqual(['Select hook-0'])
  })
  it('with shift from a row of another page takes the one row', async () => {
    await draw(<List />)
    await box(0).click()
    await button('Next page').click()
    await box(8).click({ modifiers: ['Shift'] })
    await expect.element(count()).toHaveTextContent('2 webhooks selected')
  })
  it('ends with Clear', async () => {
    await draw(<List />)
    await box(0).click()
    await button('Clear selection').click()
    await expect.element(bar()).not.toBeInTheDocument()
    expect(checked()).toEqual([])
  })
  it('ends with the account', async () => {
    await draw(<List />)
    await box(0).click()
    await expect.element(bar()).toBeVisible()
    nextAccount('another')
    await expect.element(bar()).not.toBeInTheDocument()
    expect(checked()).toEqual([])
  })
})

describe('selecting all that match', () => {
  async function begin() {
    await draw(<List />)
    await box(0).click()
    await button('Select all 250 (3 requests)').click()
  }
  it('reads page by page, says how far it is, and offers nothing more at its end', async () => {
    await begin()
    await answerPage(1)
    await expect.element(count()).toHaveTextContent('100 webhooks selected')
    await expect.element(bar().getByRole('progressbar', { name: 'Rows selected' })).toHaveAttribute('value', '100')
    await answerPage(2)
    await answerPage(3)
    await expect.element(count()).toHaveTextContent('250 webhooks selected')
    await expect.element(bar().getByRole('progressbar')).not.toBeInTheDocument()
    await expect.element(button('Select all 250 (3 requests)')).not.toBeInTheDocument()
    expect(read).toEqual([1, 2, 3])
  })
  it('stops with what it has, which stays selected', async () => {
    await begin()
    await answerPage(1)
    await expect.element(count()).toHaveTextContent('100 webhooks selected')
    await bar().getByRole('button', { name: 'Stop' }).click()
    await expect.element(bar()).toHaveTextContent('Stopped after selecting 100.')
    await expect.element(count()).toHaveTextContent('100 webhooks selected')
    await expect.element(button('Select all 250 (3 requests)')).toBeVisible()
    expect(read).toEqual([1, 2])
  })
  it('takes nothing in once it was cleared', async () => {
    await begin()
    await answerPage(1)
    await expect.element(count()).toHaveTextContent('100 webhooks selected')
    await expect.poll(() => read).toEqual([1, 2])
    await button('Clear selection').click()
    await expect.element(bar()).not.toBeInTheDocument()
    answerNext?.()
    await button('Next page').click()
    await box(7).click()
    await expect.element(count()).toHaveTextContent('1 webhook selected')
    expect(read).toEqual([1, 2])
  })
  it('ends with the account: what was under way is not taken in', async () => {
    await begin()
    await expect.poll(() => read).toEqual([1])
    nextAccount('yet another')
    answerNext?.()
    await expect.element(bar()).not.toBeInTheDocument()
    expect(checked()).toEqual([])
  })
})
