/** Everything that the team's directory matches, a piece at a time: none of it is a request of the API. */
import type { Row } from '../../lists/export/writer'
import type { ReadListPage } from '../../lists/load-pages'
import type { UserSummary, VehicleSummary } from './summaries'
import { MOST_ROWS } from './team-pages'
import { readRows, type TeamListName, type TeamQuestion } from './team-requests'
import { summaryOf } from './team-summaries'

/** @param asRow what stands for one of its rows */
export const piecesOf =
  (
    list: TeamListName,
    question: TeamQuestion,
    asRow: (source: UserSummary | VehicleSummary) => Row,
    read = readRows,
  ): ReadListPage<Row> =>
  async (_, signal, after) => {
    const { rows, next, count } = await read(list, question, { after, limit: MOST_ROWS }, signal)
    const total = count.isExact ? count.value : undefined
    const isLast = next === null || rows.length === 0
    return { rows: rows.map((sent) => asRow(summaryOf(sent))), total, isLast, next: next ?? undefined }
  }
