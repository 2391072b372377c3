/**
 * The record: a page of it, from the store if that has all of the record's file, else from the file; and a file of all that
 * matches. Both respond while the store is away.
 */
import { Readable } from 'node:stream'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { type ActivityRecord, type ActivitySource, MOST_RECORDS } from '../../api/activity'
import { activityColumns } from '../../api/activity-columns'
import { exportTypes } from '../../api/export-formats'
import { type ExportRow, exportRows } from '../../api/export-rows'
import type { ActivitySearch } from '../../store/activity-search'
import { inWords } from '../../store/failures'
import { StoreError } from '../../store/store'
import { clientOf } from '../auth/client-address'
import { operatorOf } from '../auth/operator'
import type { Seal } from '../auth/seal'
import type { sessionRoutes } from '../auth/session'
import { type ConsoleHandlers, Refused } from '../console/handler'
import { dataHeaders } from '../errors'
import { goneSignal } from '../gone'
import { createSlots, TooManyOpen } from '../limits/slots'
import type { Log } from '../log'
import type { Settings } from '../settings/environment'
import type { Team } from '../team/team'
import { createVisibility } from '../team/visibility'
import type { KeptRecord } from './activity-tail'
import { codeOf } from './audit-file'
import { readActivity } from './audit-reader'
import { RECORD_DAMAGED } from './checkpoint'
import { firstTimeOf } from './record-file'

/** A file may be large: one search at a time by an operator, a few in all. The next one waits as long as a read may take. */
const AT_ONCE = { inAll: 4, perKey: 1 }
/** How long a page waits for the store to hold what the file does; then it is read from the file. */
const CAUGHT_UP_MS = 1000

const NO_SOURCE = 'The store isn’t available, and this server has no file of its record. Try again in a moment.'

interface RecordPage {
  data: ActivityRecord[]
  next: string | null
  /** Lines of this page that could not be read. */
  skipped: number
  source: ActivitySource
}

type Session = Pick<ReturnType<typeof sessionRoutes>, 'resolve' | 'ownFor'>

/** The record names everybody's customers, so it requires the role that may change them. */
export function activityHandlers(
  settings: Settings,
  { log, team, session, seal }: { log: Log; team: Pick<Team, 'record' | 'opened'>; session: Session; seal: Seal },
): ConsoleHandlers['activity'] {
  const { auditLog, signIn, readTimeoutMs } = settings
  const visibility = createVisibility({ settings, session })
  type RouteContext = Context<{ Bindings: HttpBindings }>
  const slots = createSlots(AT_ONCE)

  async function readPage(c: RouteContext, query: ActivitySearch, signal: AbortSignal): Promise<RecordPage> {
    await team.opened()
    const key = operatorOf(c)?.subject ?? clientOf(c.env.incoming, signIn)
    const end = await slots.take({ key, isJob: false, signal, timeoutMs: readTimeoutMs })
    try {
      const { accounts, isLocal } = await visibility.of(c)
      const hidesOthers = accounts !== undefined && !isLocal
      const before = await cursorPosition(query.before, seal, hidesOthers)
      if (before === 'foreign') throw new Refused('BAD_REQUEST', 'before expects the “next” value of another page.')
      const search = { ...query, before, accounts }
      const page =
        (await fromStore(team.record(), search, log)) ?? (auditLog && (await fromFile(auditLog, search, signal)))
      if (!page) throw new Refused('STORE_UNAVAILABLE', NO_SOURCE, { 'retry-after': '5' })
      if (hidesOthers) return await withoutOthers(page, seal)
      const problem = team.record()?.tail.isDamaged() ? RECORD_DAMAGED : undefined
      return { ...page, source: { ...page.source, problem, isOfAccount: accounts && true } }
    } finally {
      end()
    }
  }

  /** Reads the first page. `next` reads the pages after it. @throws Refused */
  async function readFirst(c: RouteContext, query: ActivitySearch) {
    const signal = goneSignal(c.env.outgoing)
    try {
      const first = await readPage(c, query, signal)
      return { first, next: (before: string) => readPage(c, { ...query, before }, signal) }
    } catch (error) {
      if (error instanceof Refused) throw error
      if (signal.aborted) throw new Refused('BUSY', 'The browser disconnected; the search was canceled.')
      if (error instanceof TooManyOpen)
        throw new Refused('BUSY', 'Another search of the record is in progress. Try again in a moment.', {
          'retry-after': '1',
        })
      const why = `The record can’t be read (${codeOf(error)}).`
      log.error(why)
      throw new Refused('INTERNAL', why)
    }
  }

  return {
    async read(c, query) {
      const { first } = await readFirst(c, query)
      return c.json(first, 200, { ...dataHeaders })
    },
    async file(c, { format, ...filters }) {
      const { first, next } = await readFirst(c, { ...filters, limit: MOST_RECORDS })
      const { searchParams: parameters } = new URL(c.req.url)
      parameters.delete('format')
      const written = new Date().toISOString()
      const facts = { what: 'activity', filter: parameters.toString(), written }
      const table = { sheet: 'activity', columns: Object.keys(activityColumns), facts }
      const body = Readable.from(exportRows(format, table, rowsOf(first, next)), { objectMode: false })
      return new Response(Readable.toWeb(body) as ReadableStream, {
        headers: {
          ...dataHeaders,
          'content-type': exportTypes[format],
          'content-disposition': `attachment; filename="activity-${written.slice(0, 19).replaceAll(':', '-')}Z.${format}"`,
        },
      })
    },
  }
}

/** All pages. An error in one of them breaks the file off. */
async function* rowsOf(
  first: RecordPage,
  next: (before: string) => Promise<RecordPage>,
): AsyncGenerator<ExportRow[], void, undefined> {
  for (let page = first; ; ) {
    yield page.data.map((raw) => ({
      raw,
      record: Object.fromEntries(Object.entries(activityColumns).map(([name, of]) => [name, of(raw)])),
    }))
    if (page.next === null) return
    page = await next(page.next)
  }
}

/** @returns undefined where the store can't answer, or the page continues one of the file */
async function fromStore(
  kept: KeptRecord | undefined,
  search: ActivitySearch,
  log: Log,
): Promise<RecordPage | undefined> {
  if (!kept || (search.before !== undefined && !search.before.includes('-'))) return undefined
  try {
    const extent = (await kept.tail.caughtUp(CAUGHT_UP_MS)) && (await kept.activity.extent())
    if (!extent) return undefined
    const { records, next, count } = await kept.activity.search(search)
    const since = extent.since?.toISOString() ?? null
    const source = { kind: 'store' as const, since, keptDays: kept.retainDays, count, unread: extent.broken }
    return { data: records, next: next ?? null, skipped: 0, source }
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    log.error({ failure: error.failure }, `Activity is read from the file of the record: ${inWords(error)}`)
    return undefined
  }
}

/** Removes what follows from lines that the browser may not see. */
async function withoutOthers({ data, next: place, source }: RecordPage, seal: Seal): Promise<RecordPage> {
  const next = place === null ? null : `~${await seal.seal(CURSOR, place, CURSOR_S)}`
  const { kind, keptDays, count } = source
  return { data, next, skipped: 0, source: { kind, since: null, keptDays, count, isOfAccount: true } }
}

/** The purpose of a sealed cursor, and for how many seconds it is good. */
const CURSOR = 'activity cursor'
const CURSOR_S = 86_400

/** @returns the position that a cursor names; `foreign` for one that wasn't made for this browser */
async function cursorPosition(
  before: string | undefined,
  seal: Seal,
  isSealed: boolean,
): Promise<string | undefined | 'foreign'> {
  if (before === undefined || !isSealed) return before?.startsWith('~') ? 'foreign' : before
  return before.startsWith('~') ? ((await seal.open(CURSOR, before.slice(1))) ?? 'foreign') : 'foreign'
}

/** A page that continues one of the store begins at its time: of that very moment a record may come twice. */
async function fromFile(path: string, { before, ...search }: ActivitySearch, signal: AbortSignal): Promise<RecordPage> {
  const [place, key] = before?.split('-').map(Number) ?? []
  const query = { ...search, before: key === undefined ? place : undefined }
  if (place !== undefined && key !== undefined) {
    const until = Math.min(place + 1, search.until === undefined ? Number.POSITIVE_INFINITY : Date.parse(search.until))
    query.until = new Date(until).toISOString()
  }
  const { records, next, broken } = await readActivity(path, query, signal)
  const source = { kind: 'file' as const, since: (await firstTimeOf(path)) ?? null }
  return { data: records, next: next === undefined ? null : String(next), skipped: broken, source }
}
