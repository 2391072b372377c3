/** What is copied of a table: its cells apart by tabs, a row a line, whatever else stands in them. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { draw } from './browser-harness'
import { copyRows } from './copy-rows'
import { type Column, DataTable } from './data-table'

interface Car {
  id: string
  make: string
}
const columns: readonly Column<Car>[] = [
  { id: 'id', header: 'ID', cell: ({ id }) => <a href={`/${id}`}>{id}</a> },
  { id: 'make', header: 'Make', cell: ({ make }) => make },
  { id: 'actions', header: 'Actions', kind: 'action', cell: ({ id }) => <button type="button">Remove {id}</button> },
]
const rows = ['a', 'b', 'c'].map((id) => ({ key: id, row: { id, make: `<b>Oxid</b> ${id}` }, label: id }))

beforeEach(() => {
  document.addEventListener('copy', copyRows)
  return draw(<DataTable name="Cars" columns={columns} rows={rows} expected={3} />)
})
afterEach(() => document.removeEventListener('copy', copyRows))

/** Selects from one node to another. @returns what a copy of that holds; undefined where it is left to the browser */
function copied(from: Node, to: Node) {
  getSelection()?.setBaseAndExtent(from, 0, to, to.childNodes.length)
  const clipboardData = new DataTransfer()
  const isLeft = document.body.dispatchEvent(
    new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }),
  )
  return isLeft ? undefined : [clipboardData.getData('text/plain'), clipboardData.getData('text/html')]
}
const row = (at: number) => document.querySelectorAll('tbody tr')[at] as HTMLTableRowElement // they are drawn
const cell = (at: number, nth: number) => row(at).cells[nth] as HTMLTableCellElement // every row has three

it('rows are lines, without what can be used in them', () => {
  const [text, html] = copied(row(0), row(1)) ?? []
  expect(text).toBe('a\t<b>Oxid</b> a\nb\t<b>Oxid</b> b')
  expect(html).toBe(
    '<table><tbody><tr><td>a</td><td>&lt;b&gt;Oxid&lt;/b&gt; a</td></tr><tr><td>b</td><td>&lt;b&gt;Oxid&lt;/b&gt; b</td></tr></tbody></table>',
  )
})

it('cells of one row are one line', () => {
  expect(copied(cell(2, 0), cell(2, 1))?.[0]).toBe('c\t<b>Oxid</b> c')
})

it('a part of one cell, and what has no table in it, is the browser’s to copy', () => {
  expect(copied(cell(0, 1), cell(0, 1))).toBeUndefined()
  const beside = document.body.appendChild(document.createElement('p'))
  beside.textContent = 'Beside'
  expect(copied(beside, beside)).toBeUndefined()
  beside.remove()
})

it('with what lies beyond it a table is lines all the same, those too that are not drawn, and nothing is left behind', () => {
  const before = document.body.insertBefore(document.createElement('h1'), document.body.firstChild)
  before.textContent = 'All cars'
  const behind = document.body.appendChild(document.createElement('p'))
  const sizes = document.createElement('select')
  for (const size of ['25', '50']) sizes.add(new Option(size))
  const chosen = Object.assign(document.createElement('input'), { type: 'radio', name: 'size', checked: true })
  behind.append('3 of 3', sizes, chosen)
  const held = document.body.childElementCount
  const [text, html] = copied(document.body, document.body) ?? []
  expect(text?.split('\n').filter((line) => line !== '')).toEqual([
    'All cars',
    'ID\tMake',
    ...['a', 'b', 'c'].map((id) => `${id}\t<b>Oxid</b> ${id}`),
    '3 of 3',
  ])
  expect(html).toContain('<tr><td>c</td><td>&lt;b&gt;Oxid&lt;/b&gt; c</td></tr>')
  expect(document.body.childElementCount).toBe(held)
  expect(chosen.checked).toBe(true)
  before.remove()
  behind.remove()
})
