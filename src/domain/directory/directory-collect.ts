/** Selects everything that the team's directory matches, a piece at a time: none of it is a request of the API. */
import type { TeamUser, TeamVehicle } from '../../api/team'
import type { Run } from '../../core/task'
import { loadPages, nothingLoaded } from '../../lists/load-pages'
import { type Collecting, collecting } from '../../lists/selection/collecting'
import { inGrowingParts } from '../../lists/selection/select-matching'
import { select } from '../../lists/selection/selection'
import type { Collect } from '../../lists/selection/selection-bar'
import { filters } from '../../lists/selection/texts'
import { steadily } from '../../requests/retry-after'
import { MOST_ROWS } from './directory-pages'
import { readRows, type TeamListName, type TeamQuestion } from './directory-requests'
import { summaryOf } from './team-summaries'
import * as texts from './directory-texts'

/** So many are selected at once: a job of more is not begun from a page. */
export const MOST_COLLECTED = 20_000

/** Takes what its list is of, a user or a vehicle. */
type AsItem = (source: never) => readonly [id: string, item: unknown]
type Sent = TeamUser | TeamVehicle
const idOf = ({ id }: Sent) => id

export function collectFrom(
  list: TeamListName,
  question: TeamQuestion,
  { value, isExact }: { value: number; isExact: boolean },
  asItem: AsItem,
  read = readRows,
): Collect {
  const asked = JSON.stringify(question)
  const named = Object.entries(texts.filterNames).flatMap(([name, label]) => {
    const text = question[name as keyof TeamQuestion] // its own names
    return text === undefined ? [] : [{ label, value: text }]
  })
  const at = nothingLoaded({ total: isExact ? value : undefined })
  const soFar = () => ({ count: at.count, total: isExact ? at.total : undefined, hasDrifted: at.hasDrifted })
  const work = async ({ signal, say, isOwned }: Run<Collecting>) => {
    const parts = inGrowingParts<Sent>((rows) => {
      if (isOwned())
        select(
          list,
          rows.map((sent) => asItem(summaryOf(sent) as never)),
        )
    }, at.count)
    const piece = async (_: number, signal: AbortSignal, after?: string) => {
      const { rows: all, next, count } = await read(list, question, { after, limit: MOST_ROWS }, signal)
      const total = count.isExact ? count.value : undefined
      const rows: readonly Sent[] = all
      return { rows, total, isLast: next === null || rows.length === 0, next: next ?? undefined }
    }
    const onWait = () => say({ phase: 'waiting' })
    const upTo = MOST_COLLECTED / MOST_ROWS
    try {
      for await (const { fresh } of loadPages(at, { read: piece, ask: steadily, signal, onWait, idOf, upTo })) {
        parts.take(fresh)
        say({ phase: 'reading', ...soFar() })
      }
    } finally {
      parts.flush() // after Stop, too, what was collected is selected
    }
    return at.isEnd ? undefined : { phase: 'stopped' as const }
  }
  function begin() {
    const begun = { question: asked, words: filters(named), goOn: begin }
    void collecting.start(list, () => ({ phase: 'reading', ...begun, ...soFar() }), work)
  }
  return {
    name: texts.selectAll(value, isExact, MOST_COLLECTED),
    total: isExact ? value : Number.POSITIVE_INFINITY,
    question: asked,
    begin,
  }
}
