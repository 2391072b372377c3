/** Rows that are copied: a line for each, its cells apart by tabs, as of a native table. Drawn as grids they would be one line a cell. */

const elementOf = (node: Node) => (node instanceof Element ? node : node.parentElement)

const DRAWN = 'table[data-lines]'
/** What can be used is no part of what is said. */
const USED = 'input, button, [data-kind="action"]'

/** The cells of each of the rows; of what is within a single row, that one. */
function rowsOf(part: ParentNode): string[][] {
  const cellsOf = (row: ParentNode) =>
    [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent.replace(/\s+/g, ' ').trim())
  const drawn = [...part.querySelectorAll('tr')]
  return drawn.length > 0 ? drawn.map(cellsOf) : [cellsOf(part)]
}

function tableOf(rows: readonly string[][]): HTMLTableElement {
  const table = document.createElement('table')
  for (const cells of rows) {
    const row = table.insertRow()
    for (const cell of cells) row.insertCell().textContent = cell
  }
  return table
}

/** The text of what isn’t seen, as a browser would copy it. */
function textOf(holder: HTMLElement): string {
  Object.assign(holder.style, { position: 'fixed', left: '-100vw' })
  document.body.append(holder)
  const { innerText } = holder
  holder.remove()
  return innerText
}

/** Puts what is selected of tables into what is copied, as text and as tables; a part of one cell, and what has no table in it, is left to the browser. */
export function copyRows(event: ClipboardEvent): void {
  const selection = getSelection()
  if (!selection?.rangeCount || !event.clipboardData) return
  const range = selection.getRangeAt(0)
  const around = elementOf(range.commonAncestorContainer)
  const isWithin = around?.closest(DRAWN)
  if (!isWithin && !around?.querySelector(DRAWN)) return
  const part = range.cloneContents()
  const drawn = part.querySelectorAll(DRAWN)
  if (!isWithin && drawn.length === 0) return
  for (const within of isWithin ? [part] : drawn) for (const used of within.querySelectorAll(USED)) used.remove()
  const holder = document.createElement('div')
  if (isWithin) {
    const rows = rowsOf(part)
    if (rows.flat().length < 2) return
    holder.append(tableOf(rows))
  } else {
    for (const table of drawn) table.replaceWith(tableOf(rowsOf(table)))
    // All choices of a field would be copied; and a radio button would take the choice from the one it is a copy of.
    for (const field of part.querySelectorAll('select, input')) field.remove()
    holder.append(part)
  }
  event.preventDefault()
  event.clipboardData.setData('text/html', holder.innerHTML)
  event.clipboardData.setData('text/plain', textOf(holder))
}
