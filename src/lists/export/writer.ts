/**
 * A file that is written page by page: each part leaves the memory of the page as a blob, so that 100,000 rows do not
 * fill it. What a JSON file is stands first in it, though it is known last.
 */

import { masked } from '../../api/mask'
import type { FileKind } from '../../core/table-file'
import type { TableRow } from '../../core/table-row'
import { csvRows, type Facts } from '../../core/table-text'

export interface Row {
  id: string
  /** As it was sent. */
  raw: unknown
  /** As a line of a table. */
  record: TableRow
}

export class FileWriter {
  readonly #kind: FileKind
  readonly #names: readonly string[]
  readonly #parts: Blob[] = []
  readonly #seen = new Set<string>()
  #count = 0

  /** @param names the columns of a CSV, in their order */
  constructor(kind: FileKind, names: readonly string[]) {
    this.#kind = kind
    this.#names = names
  }

  /** Rows written so far: a row that comes twice, because the list moved, stands once. */
  get count(): number {
    return this.#count
  }

  async add(rows: readonly Row[]): Promise<void> {
    const fresh = rows.filter(({ id }) => !this.#seen.has(id) && this.#seen.add(id))
    const isFirst = this.#parts.length === 0
    const text =
      this.#kind === 'CSV'
        ? await csvRows(
            fresh.map(({ record }) => record),
            this.#names,
            isFirst,
          )
        : fresh
            .map(({ raw }, index) => `${this.#count + index > 0 ? ',' : ''}\n${JSON.stringify(masked(raw))}`)
            .join('')
    this.#count += fresh.length
    this.#parts.push(new Blob([text]))
  }

  /** @param facts what the file holds, from where, and whether it is whole: in a CSV stand its rows alone */
  async end(facts: Facts): Promise<Blob> {
    if (this.#kind === 'CSV') {
      if (this.#parts.length === 0) await this.add([])
      return new Blob(this.#parts, { type: 'text/csv;charset=utf-8' })
    }
    const head = JSON.stringify(facts, null, 2).replace(/\n?\}$/, '')
    return new Blob([`${head},\n  "rows": [`, ...this.#parts, '\n]}\n'], { type: 'application/json' })
  }
}
