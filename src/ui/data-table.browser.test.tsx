/** The table alone: its names and roles, keyboard, selection and layout. */

import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw } from './browser-harness'
import { type Column, DataTable, type TableRow } from './data-table'
import { RowLink } from './row-link'
import type { RowSelection } from './row-selection'

interface Car {
  id: string
  make: string
  year: number
}
const cars = Array.from({ length: 4 }, (_, index): Car => ({ id: `car-${index}`, make: 'Oxid', year: 2020 + index }))
const onRemove = vi.fn()
const columns: readonly Column<Car>[] = [
  { id: 'id', header: 'ID', cell: ({ id }) => <a href={`/${id}`}>{id}</a> },
  { id: 'make', header: 'Make', cell: ({ make }) => make, kind: 'text' },
  { id: 'year', header: 'Year', cell: ({ year }) => year, kind: 'number' },
  {
    id: 'actions',
    header: 'Actions',
    kind: 'action',
    cell: ({ id }) => (
      <button type="button" onClick={() => onRemove(id)}>
        Remove {id}
      </button>
    ),
  },
]
const rows = cars.map((row): TableRow<Car> => ({ key: row.id, row, label: row.id }))
const table = (more: Partial<Parameters<typeof DataTable<Car>>[0]> = {}) => (
  <DataTable name="Cars" columns={columns} rows={rows} expected={4} {...more} />
)

/** More than a window holds. */
const manyCars = (name: string, count = 100): TableRow<Car>[] =>
  Array.from({ length: count }, (_, at) => {
    const id = `${name}-${at}`
    return { key: id, row: { id, make: 'Oxid', year: 2020 }, label: id }
  })

const row = (index: number) => page.getByRole('row').nth(index + 1)
const focused = () => document.activeElement?.textContent
/** What is selected, held by the test. */
function selectionOf(keys: readonly string[]) {
  let selected = new Set(keys)
  const listeners = new Set<() => void>()
  return {
    get: () => selected,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    select(...others: string[]) {
      selected = new Set(others)
      for (const listener of listeners) listener()
    },
    onSelect: vi.fn<RowSelection['onSelect']>(),
    onSelectAll: vi.fn<RowSelection['onSelectAll']>(),
  }
}

beforeEach(() => onRemove.mockClear())

describe('a table', () => {
  it('is native: its rows are named by their first cell, its columns by their headers', async () => {
    await draw(table())
    await expect.element(page.getByRole('table', { name: 'Cars' })).toHaveAttribute('aria-busy', 'false')
    await expect.element(row(0).getByRole('rowheader', { name: 'car-0' })).toHaveAttribute('scope', 'row')
    await expect.element(page.getByRole('columnheader', { name: 'Year' })).toHaveAttribute('scope', 'col')
    expect(page.getByRole('row').elements()).toHaveLength(5)
  })
  it('says the id of a row once: what selects it is no part of its name', async () => {
    await draw(table({ selection: selectionOf([]) }))
    await expect.element(row(0).getByRole('rowheader', { name: 'car-0', exact: true })).toBeVisible()
    await expect.element(page.getByRole('columnheader', { name: 'ID', exact: true })).toBeVisible()
  })
  it('waits with rows that nobody counts, and dims the old ones while others are on their way', async () => {
    const { drawAgain } = await draw(table({ rows: undefined }))
    await expect.element(page.getByRole('table')).toHaveAttribute('aria-busy', 'true')
    expect(page.getByRole('row').elements()).toHaveLength(1)
    expect(document.querySelectorAll('tbody tr')).toHaveLength(4)
    await drawAgain(table({ isBusy: true }))
    await expect.element(page.getByRole('table')).toHaveAttribute('data-dim')
    await expect.element(row(3)).toBeVisible()
  })
  it('shows a record that could not be read below the others, and what was sent in it', async () => {
    await draw(table({ broken: [{ key: '7', text: 'Row 8 could not be read', raw: { id: 7 } }] }))
    await expect.element(row(3).getByRole('rowheader')).toHaveTextContent('car-3')
    await expect.element(row(4)).toHaveAttribute('data-broken')
    await expect.element(page.getByText('"id": 7')).not.toBeVisible()
    await page.getByText('Row 8 could not be read').click()
    await expect.element(page.getByText('"id": 7')).toBeVisible()
  })
  it('marks quiet and crossed out rows, and no other', async () => {
    await draw(table({ rows: rows.map((one, at) => ({ ...one, isQuiet: at === 0, isCrossedOut: at % 2 === 1 })) }))
    await expect.element(row(3)).toBeVisible()
    const having = (mark: string) => [0, 1, 2, 3].map((index) => row(index).element().hasAttribute(mark))
    expect(having('data-quiet')).toEqual([true, false, false, false])
    expect(having('data-crossed-out')).toEqual([false, true, false, true])
  })
  it('renders a row again when it is crossed out, and no other', async () => {
    const cell = vi.fn(({ make }: Car) => make)
    const watched: readonly Column<Car>[] = [{ id: 'make', header: 'Make', cell }]
    const many = manyCars('car')
    const crossingOut = (...keys: string[]) => many.map((one) => ({ ...one, isCrossedOut: keys.includes(one.key) }))
    const { drawAgain } = await draw(table({ columns: watched, rows: crossingOut() }))
    await expect.element(row(99)).toBeInTheDocument()
    expect(cell).toHaveBeenCalledTimes(100)
    cell.mockClear()
    await drawAgain(table({ columns: watched, rows: crossingOut('car-7') }))
    await expect.element(row(7)).toHaveAttribute('data-crossed-out')
    expect(cell.mock.calls).toEqual([[many[7]?.row]])
  })
  it('follows a link of a row within the console', async () => {
    const linked: readonly Column<Car>[] = [
      {
        id: 'id',
        header: 'ID',
        cell: ({ id }) => (
          <RowLink to="vehicles" id={`${id}/x`}>
            {id}
          </RowLink>
        ),
      },
    ]
    const { router } = await draw(table({ columns: linked }))
    await page.getByRole('link', { name: 'car-2' }).click()
    expect(router.history.location.pathname).toBe('/vehicles/car-2%2Fx')
  })
})

describe('by keyboard', () => {
  it('each row is its link, then its action, which Enter and Space carry out', async () => {
    await draw(table())
    await expect.element(row(0)).toBeVisible()
    await userEvent.keyboard('{Tab}')
    expect(focused()).toBe('car-0')
    await userEvent.keyboard('{Tab}{Enter}')
    expect(focused()).toBe('Remove car-0')
    await userEvent.keyboard('{Tab}')
    expect(focused()).toBe('car-1')
    await userEvent.keyboard('{Tab} ')
    expect(onRemove.mock.calls).toEqual([['car-0'], ['car-1']])
  })
  it('a table without anything that takes the focus does so itself, so that it can be scrolled', async () => {
    await draw(table({ columns: columns.slice(1, 3), isPlain: true }))
    await expect.element(row(0)).toBeVisible()
    await userEvent.keyboard('{Tab}')
    await expect.element(page.getByRole('region', { name: 'Cars, scrollable' })).toHaveFocus()
  })
})

describe('where rows can be selected', () => {
  it('each that has a label has a checkbox of that name, which tells of shift', async () => {
    const selection = selectionOf(['car-1'])
    await draw(table({ selection, rows: rows.map((one, at) => (at === 3 ? { ...one, label: undefined } : one)) }))
    const box = (id: string) => page.getByRole('checkbox', { name: `Select ${id}`, exact: true })
    await expect.element(box('car-1')).toBeChecked()
    await expect.element(box('car-3')).not.toBeInTheDocument()
    await box('car-0').click()
    await box('car-2').click({ modifiers: ['Shift'] })
    box('car-1').element().focus()
    await userEvent.keyboard(' ')
    expect(selection.onSelect.mock.calls).toEqual([
      ['car-0', true, false],
      ['car-2', true, true],
      ['car-1', false, false],
    ])
  })
  it.each([
    { selected: [], isChecked: false, isPartial: false },
    { selected: ['car-1', 'elsewhere'], isChecked: false, isPartial: true },
    { selected: rows.map(({ key }) => key), isChecked: true, isPartial: false },
  ])('the box of the page says how much of it is: $selected', async ({ selected, isChecked, isPartial }) => {
    const selection = selectionOf(selected)
    await draw(table({ selection }))
    const all = page.getByRole('checkbox', { name: 'Select all on this page' })
    await expect.element(all).toBeVisible()
    const { checked, indeterminate } = all.element() as HTMLInputElement // a checkbox
    expect([checked, indeterminate]).toEqual([isChecked, isPartial])
    await all.click()
    expect(selection.onSelectAll.mock.calls).toEqual([[!isChecked]])
  })
  it('marks the rows that are selected, whatever selects them', async () => {
    const selection = selectionOf([])
    await draw(table({ selection }))
    await expect.element(row(3)).toBeVisible()
    const colors = () => [0, 1, 2, 3].map((index) => getComputedStyle(row(index).element()).backgroundColor)
    const [plain] = colors()
    selection.select('car-1', 'car-2')
    await expect.poll(() => colors().map((color) => color !== plain)).toEqual([false, true, true, false])
  })
  it('shows a checkbox as the selection is if it refuses a click', async () => {
    const selection = selectionOf([])
    await draw(table({ selection }))
    const checkbox = page.getByRole('checkbox', { name: 'Select car-2' })
    await checkbox.click()
    expect(selection.onSelect).toHaveBeenCalledOnce()
    await expect.element(checkbox).not.toBeChecked()
  })
  it('selecting all of 100 renders no cell, no header and no table again', async () => {
    const cell = vi.fn(({ make }: Car) => make)
    const drawn = vi.fn()
    const watched: readonly Column<Car>[] = [
      {
        id: 'make',
        // Read as the table is drawn, and by nothing else.
        get header() {
          drawn()
          return 'Make'
        },
        cell,
      },
    ]
    const many = manyCars('car')
    const selection = selectionOf([])
    await draw(table({ columns: watched, rows: many, selection }))
    await expect.element(row(99)).toBeInTheDocument()
    expect([cell.mock.calls.length, drawn.mock.calls.length]).not.toContain(0)
    for (const spy of [cell, drawn]) spy.mockClear()
    selection.select(...many.map(({ key }) => key))
    await expect.element(page.getByRole('checkbox', { name: 'Select all on this page' })).toBeChecked()
    const boxes = page.getByRole('checkbox', { name: /^Select car/, checked: true })
    await expect.poll(() => boxes.elements().length).toBe(100)
    expect([cell.mock.calls, drawn.mock.calls]).toEqual([[], []])
  })
})

describe('its layout', () => {
  it('has numbers and actions at the right edge of their cells, the rest at the left', async () => {
    await draw(table())
    await expect.element(row(0)).toBeVisible()
    const cells = [...(row(0).element().children ?? [])]
    expect(cells.map((cell) => getComputedStyle(cell).textAlign)).toEqual(['left', 'left', 'right', 'right'])
  })
  it('keeps the first column and the actions in view where the others scroll', async () => {
    const many = Array.from(
      { length: 20 },
      (_, at): Column<Car> => ({ id: `column-${at}`, header: `Column ${at}`, width: 150, cell: () => 'x'.repeat(20) }),
    )
    await draw(table({ columns: [...columns.slice(0, 1), ...many, ...columns.slice(-1)] }))
    const action = page.getByRole('button', { name: 'Remove car-0' })
    await expect.element(action).toBeVisible()
    const at = (element: Element) => Math.round(element.getBoundingClientRect().left)
    const [first, second] = row(0).element().children
    if (!first || !second) throw new Error('no cells')
    const before = [at(first), at(action.element())]
    const wasAt = at(second)
    const frame = page.getByRole('table').element().parentElement
    frame?.scrollTo({ left: 300 })
    expect(at(second)).toBe(wasAt - 300)
    expect([at(first), at(action.element())]).toEqual(before)
  })
  it('has its columns where they are, whatever is in them', async () => {
    const { drawAgain } = await draw(table())
    await expect.element(row(0)).toBeVisible()
    const at = () =>
      page
        .getByRole('columnheader')
        .elements()
        .map((header) => header.getBoundingClientRect().left)
    const before = at()
    await drawAgain(table({ rows: undefined }))
    expect(at()).toEqual(before)
  })
  it('cuts a long text at its column’s width', async () => {
    const long: readonly Column<Car>[] = [
      ...columns.slice(0, 1),
      { id: 'make', header: 'Make', kind: 'text', cell: () => 'very long '.repeat(40) },
    ]
    await draw(table({ columns: long }))
    await expect.element(row(0)).toBeVisible()
    const cell = row(0).getByRole('cell').element()
    expect(cell.scrollWidth).toBeGreaterThan(cell.clientWidth)
  })
})
