/** Rows that are copied: a line for each, its cells apart by tabs, as of a native table. Drawn as grids they would be one line a cell. */

const elementOf = (node: Node) => (node instanceof Element ? node : node.parentElement)

/** What can be used is no part of what is said. */
const USED = 'input, button, [data-kind="action"]'

const cellsOf = (part: ParentNode): string[] =>
  [...part.querySelectorAll('th, td')].map(({ textContent }) => textContent.replace(/\s+/g, ' ').trim())

/** Puts the selected rows of a table into what is copied, as text and as a table; a part of one cell, and what lies beyond a table, are left to the browser. */
export function copyRows(event: ClipboardEvent): void {
  const selection = getSelection()
  if (!selection?.rangeCount || !event.clipboardData) return
  const range = selection.getRangeAt(0)
  if (!elementOf(range.commonAncestorContainer)?.closest('table[data-lines]')) return
  const part = range.cloneContents()
  for (const used of part.querySelectorAll(USED)) used.remove()
  const drawn = [...part.querySelectorAll('tr')]
  const rows = drawn.length > 0 ? drawn.map(cellsOf) : [cellsOf(part)]
  if (rows.flat().length < 2) return
  const table = document.createElement('table')
  for (const cells of rows) {
    const row = table.insertRow()
    for (const cell of cells) row.insertCell().textContent = cell
  }
  event.preventDefault()
  event.clipboardData.setData('text/plain', rows.map((cells) => cells.join('\t')).join('\n'))
  event.clipboardData.setData('text/html', table.outerHTML)
}
