/** A list of 100 rows alone: the rows that a removal renders again, and the columns that are shown. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { connections } from '../../api/connections'
import type { Search } from '../../api/search'
import { removals, useRemoval } from '../../changes/removal'
import { endRemoval } from '../../changes/removal-harness'
import { nextAccount } from '../../core/account'
import { resetPreferences } from '../../core/preferences'
import { draw } from '../../ui/browser-harness'
import type { Column } from '../../ui/data-table'
import type { ListAnswer } from './list-file'
import { ServiceList } from './service-list'
import { ServiceTools } from './service-tools'

interface Thing {
  id: string
}
const things = Array.from({ length: 100 }, (_, at): Thing => ({ id: `c-${at}` }))
const value: ListAnswer<Thing>['value'] = {
  data: things,
  meta: { pageNumber: 1, pageSize: 100, totalCount: 100 },
  links: { self: '', first: '', prev: null, next: null, last: '' },
}
const answer: ListAnswer<Thing> = { value, raw: value, differences: [], status: 200, facts: {}, receivedAt: 0 }
const query = { data: answer, error: null, isFetching: false, refetch: async () => undefined }

/** Called with each row that is made, each cell that is rendered, and each cell that reads the row's removal. */
const toRow = vi.fn(({ id }: Thing) => ({ row: { id }, label: id }))
const renderCell = vi.fn()
const renderState = vi.fn()
function State({ id }: Thing) {
  const removal = useRemoval(connections.remove, id)
  renderState(id)
  return removal?.phase ?? '–'
}
const columns: readonly Column<Thing>[] = [
  {
    id: 'id',
    header: 'ID',
    cell: ({ id }) => {
      renderCell(id)
      return id
    },
  },
  { id: 'make', header: 'Make', cell: () => 'Oxid' },
  { id: 'state', header: 'State', cell: ({ id }) => <State id={id} />, kind: 'action' },
]
const list = () => (
  <ServiceList
    id="connections"
    name="Things"
    one="thing"
    list={query as never} // as much of it as is used
    search={{}}
    labels={{}}
    sizes={[100]}
    defaultSize={100}
    columns={columns}
    removal={connections.remove}
    toRow={toRow}
    onGo={() => undefined}
  />
)
const tools = () => (
  <ServiceTools
    id="connections"
    one="thing"
    columns={columns}
    search={{}}
    sizes={[100]}
    file={{ columns: { id: ({ id }) => id }, readPage: async () => answer, service: 'https://example.com' }}
    answer={answer}
  />
)
const crossedOut = () => [...document.querySelectorAll('[data-crossed-out] > th')].map(({ textContent }) => textContent)
const header = (name: string) => page.getByRole('columnheader', { name })

beforeEach(() => {
  for (const spy of [toRow, renderCell, renderState]) spy.mockClear()
})
afterEach(() => {
  nextAccount(null)
  resetPreferences()
})

describe('a removal', () => {
  it('renders its own row again, and nothing of the other 99', async () => {
    await draw(list())
    await expect.element(page.getByRole('row').nth(100)).toBeInTheDocument()
    expect(renderState).toHaveBeenCalledTimes(100)
    for (const spy of [toRow, renderCell, renderState]) spy.mockClear()
    const changed = new Set<Element | null>()
    const watcher = new MutationObserver((changes) => {
      for (const { target } of changes) {
        const element = target instanceof Element ? target : target.parentElement
        changed.add(element?.closest('tr') ?? null)
      }
    })
    const body = document.querySelector('tbody')
    if (!body) throw new Error('no table')
    watcher.observe(body, { subtree: true, childList: true, attributes: true, characterData: true })
    endRemoval(connections.remove.operation, 'c-7')
    await expect.poll(crossedOut).toEqual(['c-7'])
    expect(toRow).not.toHaveBeenCalled()
    expect(new Set(renderCell.mock.calls.flat())).toEqual(new Set(['c-7']))
    expect(new Set(renderState.mock.calls.flat())).toEqual(new Set(['c-7']))
    expect([...changed].map((row) => row?.querySelector('th')?.textContent)).toEqual(['c-7'])
    watcher.disconnect()
  })
  it('of each of 100, one by one, renders 100 rows, and not 10,000', async () => {
    await draw(list())
    await expect.element(page.getByRole('row').nth(100)).toBeInTheDocument()
    for (const spy of [toRow, renderCell, renderState]) spy.mockClear()
    for (const { id } of things) {
      endRemoval(connections.remove.operation, id)
      await expect.poll(() => crossedOut().length, { interval: 1 }).toBe(Object.keys(removals.get()).length)
    }
    expect(crossedOut()).toHaveLength(100)
    expect(toRow).not.toHaveBeenCalled()
    expect(renderCell).toHaveBeenCalledTimes(100)
  })
})

describe('its columns', () => {
  it('are hidden and shown again, but for the first and what acts on a row', async () => {
    await draw(
      <>
        {tools()}
        {list()}
      </>,
    )
    await expect.element(header('Make')).toBeVisible()
    await page.getByRole('button', { name: 'Columns' }).click()
    const choice = page.getByRole('group', { name: 'Columns shown' })
    await expect.element(choice).toBeVisible()
    expect(choice.getByRole('checkbox').elements()).toHaveLength(1)
    await choice.getByRole('checkbox', { name: 'Make' }).click()
    await expect.element(header('Make')).not.toBeInTheDocument()
    await expect.element(header('ID')).toBeVisible()
    await expect.element(header('State')).toBeVisible()
    await choice.getByRole('checkbox', { name: 'Make' }).click()
    await expect.element(header('Make')).toBeVisible()
  })
})

describe('its pages', () => {
  const links = { self: '', first: '?page[number]=1', prev: null, next: '?page[number]=2&page[size]=25', last: '' }
  const first = { ...answer, value: { ...value, meta: { pageNumber: 1, pageSize: 25, totalCount: 100 }, links } }
  const of = (search: Search, data: typeof first | undefined) => (
    <ServiceList
      id="connections"
      name="Things"
      one="thing"
      list={{ ...query, data } as never}
      search={search}
      labels={{}}
      sizes={[25, 50]}
      defaultSize={25}
      columns={columns}
      toRow={toRow}
      onGo={() => undefined}
    />
  )
  const next = page.getByRole('link', { name: 'Next page' })

  it('lead nowhere while another filter or size is on its way, and stay while another page is', async () => {
    const { drawAgain } = await draw(of({}, first))
    await expect.element(next).toHaveAttribute('href')
    await drawAgain(of({ 'page[number]': '2' }, undefined))
    await expect.element(next).toHaveAttribute('href')
    for (const search of [{ 'page[size]': '50' }, { 'filter[userId]': 'u' }]) {
      await drawAgain(of(search, undefined))
      await expect.element(next).toHaveAttribute('aria-disabled', 'true')
      await drawAgain(of(search, first))
      await expect.element(next).toHaveAttribute('href')
    }
  })
})
