/** Selects everything that the directory matches, a piece at a time: none of it is a request of the API. */
import type { TeamUser, TeamVehicle } from '../../api/team'
import type { Run } from '../../core/task'
import { loadPages, nothingLoaded } from '../../lists/load-pages'
import { type Collecting, collecting } from '../../lists/selection/collecting'
import { inGrowingParts } from '../../lists/selection/select-matching'
import { select } from '../../lists/selection/selection'
import { filters } from '../../lists/selection/texts'
import { MOST_ROWS } from './directory-pages'
import { type DirectoryListName, type DirectoryQueryString, readRows } from './directory-rows'
import { filterNames, MOST_COLLECTED } from './directory-texts'

type Sent = TeamUser | TeamVehicle
const idOf = ({ id }: Sent) => id

export function collect<L extends DirectoryListName>(
  list: L,
  query: DirectoryQueryString,
  { value, isExact }: { value: number; isExact: boolean },
  read = readRows,
): void {
  const named = Object.entries(filterNames).flatMap(([name, label]) => {
    const text = query[name as keyof DirectoryQueryString] // its own names
    return text === undefined ? [] : [{ label, value: text }]
  })
  const at = nothingLoaded({ total: isExact ? value : undefined })
  const soFar = () => ({ count: at.count, total: isExact ? at.total : undefined, hasDrifted: at.hasDrifted })
  const work = async ({ signal, say, isOwned }: Run<Collecting>) => {
    const parts = inGrowingParts<Sent>((rows) => {
      if (isOwned())
        select(
          list,
          rows.map((row) => [row.id, row]),
        )
    }, at.count)
    const piece = async (_: number, signal: AbortSignal, after?: string) => {
      const { rows: all, next, count } = await read(list, query, { after, limit: MOST_ROWS }, { signal })
      const total = count.isExact ? count.value : undefined
      const rows: readonly Sent[] = all
      return { rows, total, isLast: next === null || rows.length === 0, next: next ?? undefined }
    }
    const onWait = () => say({ phase: 'waiting' })
    const upTo = MOST_COLLECTED / MOST_ROWS
    try {
      for await (const { fresh } of loadPages(at, { read: piece, signal, onWait, idOf, upTo })) {
        parts.take(fresh)
        say({ phase: 'reading', ...soFar() })
      }
    } finally {
      parts.flush() // after Stop, too, what was collected is selected
    }
    return at.isEnd ? undefined : { phase: 'stopped' as const }
  }
  function begin() {
    const begun = { question: JSON.stringify(query), words: filters(named), goOn: begin }
    void collecting.start(list, () => ({ phase: 'reading', ...begun, ...soFar() }), work)
  }
  begin()
}
