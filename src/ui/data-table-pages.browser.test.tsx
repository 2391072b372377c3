/** Another page of rows in a table, and the copy button of a row. */
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { draw } from './browser-harness'
import { type Column, DataTable, type TableRow } from './data-table'
import { RowCopy } from './row-link'

interface Car {
  id: string
}
const columns: readonly Column<Car>[] = [{ id: 'id', header: 'ID', cell: ({ id }) => id }]
/** Has a state of its own, as the removal of a row does. */
function Remove({ id }: Car) {
  const [isAsking, setAsking] = useState(false)
  return (
    <button type="button" onClick={() => setAsking(true)}>
      {isAsking ? `Remove ${id}?` : `Remove ${id}`}
    </button>
  )
}
const withAction: readonly Column<Car>[] = [
  ...columns,
  { id: 'actions', header: 'Actions', kind: 'action', cell: (car) => <Remove {...car} /> },
]
/** More than a window holds. */
const manyCars = (name: string, count = 100): TableRow<Car>[] =>
  Array.from({ length: count }, (_, at) => ({ key: `${name}-${at}`, row: { id: `${name}-${at}` } }))
const row = (index: number) => page.getByRole('row').nth(index + 1)

/** The ids of the rows each time that something of them has changed, until they are whole. */
function watchRows() {
  const body = document.querySelector('tbody')
  const seen: { first: string; last: string; count: number; isBusy: boolean }[] = []
  const look = () => {
    const all = [...(body?.rows ?? [])]
    const idOf = (one: Element | undefined) => one?.querySelector('th')?.textContent ?? '–'
    const isBusy = body?.closest('table')?.ariaBusy === 'true'
    seen.push({ first: idOf(all[0]), last: idOf(all.at(-1)), count: all.length, isBusy })
  }
  const changes = new MutationObserver(look)
  if (body) changes.observe(body, { childList: true })
  return { seen, stop: () => changes.disconnect() }
}

interface PagesProps {
  pages: readonly (readonly TableRow<Car>[] | undefined)[]
  shown?: readonly Column<Car>[]
}

/** A table with a button that shows its next page. */
function Pages({ pages, shown = columns }: PagesProps) {
  const [at, setAt] = useState(0)
  return (
    <>
      <DataTable name="Cars" columns={shown} rows={pages[at]} expected={100} />
      <button type="button" onClick={() => setAt(at + 1)}>
        Turn
      </button>
    </>
  )
}
const turn = () => page.getByRole('button', { name: 'Turn' }).click()

describe('another page of rows', () => {
  it('is rendered in the window first; the rows before stay below it meanwhile, and the table is busy', async () => {
    await draw(<Pages pages={[manyCars('old'), manyCars('new')]} />)
    await expect.element(row(99)).toBeInTheDocument()
    const { seen, stop } = watchRows()
    await turn()
    await expect.element(page.getByRole('table')).toHaveAttribute('aria-busy', 'false')
    stop()
    expect(seen).toEqual([
      { first: 'new-0', last: 'old-99', count: 100, isBusy: true },
      { first: 'new-0', last: 'new-99', count: 100, isBusy: false },
    ])
  })
  it('replaces the placeholders at once if nothing was read before', async () => {
    await draw(<Pages pages={[undefined, manyCars('new')]} />)
    await expect.element(page.getByRole('table')).toHaveAttribute('aria-busy', 'true')
    const { seen, stop } = watchRows()
    await turn()
    await expect.element(page.getByRole('table')).toHaveAttribute('aria-busy', 'false')
    stop()
    expect(seen).toEqual([{ first: 'new-0', last: 'new-99', count: 100, isBusy: false }])
  })
  it('has rows of its own: no element, state or focus of the rows before', async () => {
    await draw(<Pages pages={[manyCars('old', 3), manyCars('new', 3)]} shown={withAction} />)
    await page.getByRole('button', { name: 'Remove old-1' }).click()
    await expect.element(page.getByRole('button', { name: 'Remove old-1?' })).toHaveFocus()
    const before = [...document.querySelectorAll('tbody :is(tr, button)')]
    for (const button of document.querySelectorAll('button')) if (button.textContent === 'Turn') button.click() // keeps the focus
    await expect.element(row(1)).toHaveTextContent('new-1Remove new-1')
    await expect.element(page.getByRole('button', { name: 'Remove new-1', exact: true })).toBeInTheDocument()
    expect(before.filter((element) => element.isConnected)).toEqual([])
    expect(document.activeElement).toBe(document.body)
  })
  it('keeps a row that both have, with its state and focus', async () => {
    const [first, second, third] = manyCars('car', 3)
    await draw(
      <Pages
        pages={[
          [first, second],
          [third, second],
        ].map((some) => some.flatMap((one) => one ?? []))}
        shown={withAction}
      />,
    )
    await page.getByRole('button', { name: 'Remove car-1' }).click()
    const kept = document.querySelectorAll('tbody tr')[1]
    for (const button of document.querySelectorAll('button')) if (button.textContent === 'Turn') button.click() // keeps the focus
    await expect.element(row(0)).toHaveTextContent('car-2')
    await expect.element(page.getByRole('button', { name: 'Remove car-1?' })).toHaveFocus()
    expect(document.querySelectorAll('tbody tr')[1]).toBe(kept)
  })
  it('is rendered at once if it is the first, and if rows of the one before are in it', async () => {
    await draw(<Pages pages={[manyCars('car'), manyCars('car').slice(1)]} />)
    expect(document.querySelectorAll('tbody tr')).toHaveLength(100)
    const { seen, stop } = watchRows()
    await turn()
    await expect.element(row(0).getByRole('rowheader')).toHaveTextContent('car-1')
    stop()
    expect(seen).toEqual([{ first: 'car-1', last: 'car-99', count: 99, isBusy: false }])
  })
  it('may have fewer rows than the one before, and more', async () => {
    const counts = [40, 100, 3, 30]
    await draw(<Pages pages={counts.map((count) => manyCars(`new-${count}`, count))} />)
    for (const count of counts.slice(1)) {
      await turn()
      await expect.element(page.getByText(`new-${count}-0`, { exact: true }).first()).toBeInTheDocument()
      await expect.element(page.getByRole('table')).toHaveAttribute('aria-busy', 'false')
      const ids = [...document.querySelectorAll('tbody th')].map(({ textContent }) => textContent)
      expect(ids).toEqual(manyCars(`new-${count}`, count).map(({ key }) => key))
    }
  })
})

describe('the copy button of a row', () => {
  it('copies its text and is named so for a second', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const copying: readonly Column<Car>[] = [
      { id: 'id', header: 'ID', cell: ({ id }) => <RowCopy text={id} what="car ID" /> },
    ]
    await draw(<DataTable name="Cars" columns={copying} rows={manyCars('car', 4)} expected={4} />)
    const button = row(2).getByRole('button')
    await expect.element(button).toHaveAccessibleName('Copy car ID')
    await button.click()
    await expect.element(button).toHaveAccessibleName('Copied car ID')
    expect(write.mock.calls).toEqual([['car-2']])
    await expect.element(row(1).getByRole('button')).toHaveAccessibleName('Copy car ID')
    vi.advanceTimersByTime(999)
    await expect.element(button).toHaveAccessibleName('Copied car ID')
    vi.advanceTimersByTime(1)
    await expect.element(button).toHaveAccessibleName('Copy car ID')
    vi.restoreAllMocks()
    vi.useRealTimers()
  })
})
