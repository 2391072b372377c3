/**
 * `GET /activity.json`: a page of the record, for operators only. It comes from the store if that has all of the record's
 * file, else from the file. `GET /activity/file` streams all that matches.
 */
import { Readable } from 'node:stream'
import type { HttpBindings } from '@hono/node-server'
import type { Context, Hono } from 'hono'
import {
  type ActivityRecord,
  type ActivitySource,
  activityKinds,
  activityOutcomes,
  DEFAULT_RECORDS,
  isIsoTime,
  isRecordCursor,
  isStatus,
  MOST_RECORDS,
} from '../../api/activity'
import { activityColumns } from '../../api/activity-columns'
import { hostNames } from '../../api/endpoint'
import { exportFormats, exportTypes } from '../../api/export-formats'
import { type ExportRow, exportRows } from '../../api/export-rows'
import type { ActivitySearch } from '../../store/activity-search'
import { inWords } from '../../store/failures'
import { StoreError } from '../../store/store'
import { clientOf } from '../auth/client-address'
import { operatorOf, refusalFor } from '../auth/operator'
import type { Seal } from '../auth/seal'
import { dataHeaders, gatewayError } from '../errors'
import { goneSignal } from '../gone'
import { createSlots, TooManyOpen } from '../limits/slots'
import type { Log } from '../log'
import type { Settings } from '../settings/environment'
import type { Team } from '../team/team'
import type { Visibility } from '../team/visibility'
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

interface Answer {
  data: ActivityRecord[]
  next: string | null
  /** Lines of this page that could not be read. */
  skipped: number
  source: ActivitySource
}

/** Stands behind the guards of everything that is data: same origin, and signed in where a sign-in is configured. */
export function mountActivity(
  app: Hono<{ Bindings: HttpBindings }>,
  { auditLog, signIn, readTimeoutMs }: Pick<Settings, 'auditLog' | 'signIn' | 'readTimeoutMs'>,
  { log, team, visibility, seal }: { log: Log; team: Pick<Team, 'record'>; visibility: Visibility; seal: Seal },
): void {
  type Asked = Context<{ Bindings: HttpBindings }>
  const slots = createSlots(AT_ONCE)

  async function readPage(c: Asked, query: ActivitySearch, signal: AbortSignal): Promise<Answer | Response> {
    const key = operatorOf(c)?.subject ?? clientOf(c.env.incoming, signIn)
    const end = await slots.take({ key, isJob: false, signal, timeoutMs: readTimeoutMs })
    try {
      const { accounts, isLocal } = await visibility.of(c)
      const hidesOthers = accounts !== undefined && !isLocal
      const before = await cursorPosition(query.before, seal, hidesOthers)
      if (before === 'foreign') return gatewayError('BAD_REQUEST', `before expects ${ANOTHER_PAGE}.`)
      const search = { ...query, before, accounts }
      const answer =
        (await fromStore(team.record(), search, log)) ?? (auditLog && (await fromFile(auditLog, search, signal)))
      if (!answer) return gatewayError('STORE_UNAVAILABLE', NO_SOURCE, { 'retry-after': '5' })
      if (hidesOthers) return withoutOthers(answer, seal)
      const problem = team.record()?.tail.isDamaged() ? RECORD_DAMAGED : undefined
      return { ...answer, source: { ...answer.source, problem, isOfAccount: accounts && true } }
    } finally {
      end()
    }
  }

  /** Reads the first page. @param respond makes the response of it */
  async function answerWith(
    c: Asked,
    parameters: URLSearchParams,
    respond: (first: Answer, next: (before: string) => Promise<Answer | Response>) => Response,
    limit?: number,
  ): Promise<Response> {
    // The record names everybody's customers: it takes the role of those who may change them.
    const refusal = refusalFor(c, 'change', 'The record of this server')
    if (refusal) return refusal
    const query = readQuery(parameters)
    if (typeof query === 'string') return gatewayError('BAD_REQUEST', query)
    if (limit !== undefined) query.limit = limit
    const signal = goneSignal(c.env.outgoing)
    try {
      const first = await readPage(c, query, signal)
      if (first instanceof Response) return first
      return respond(first, (before) => readPage(c, { ...query, before }, signal))
    } catch (error) {
      if (signal.aborted) return gatewayError('BUSY', 'The browser disconnected; the search was canceled.')
      if (error instanceof TooManyOpen)
        return gatewayError('BUSY', 'Another search of the record is in progress. Try again in a moment.', {
          'retry-after': '1',
        })
      const why = `The record can’t be read (${codeOf(error)}).`
      log.error(why)
      return gatewayError('INTERNAL', why)
    }
  }

  app.get('/activity.json', (c) =>
    answerWith(c, new URL(c.req.url).searchParams, (answer) => c.json(answer, 200, { ...dataHeaders })),
  )
  app.get('/activity/file', async (c) => {
    const { searchParams: parameters } = new URL(c.req.url)
    const formats = parameters.getAll('format')
    const format = exportFormats.find((one) => formats.length === 1 && one === formats[0])
    const extra = ['before', 'limit'].find((name) => parameters.has(name))
    const isWrong = extra !== undefined || format === undefined
    parameters.delete('format')
    return answerWith(
      c,
      parameters,
      (first, next) => {
        if (isWrong)
          return gatewayError(
            'BAD_REQUEST',
            extra === undefined ? `format expects ${exportFormats.join(', ')}, once.` : `Unknown parameter "${extra}".`,
          )
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
      MOST_RECORDS,
    )
  })
}

/** All pages. An error in one of them breaks the file off. */
async function* rowsOf(
  first: Answer,
  next: (before: string) => Promise<Answer | Response>,
): AsyncGenerator<ExportRow[], void, undefined> {
  for (let page = first; ; ) {
    yield page.data.map((raw) => ({
      raw,
      record: Object.fromEntries(Object.entries(activityColumns).map(([name, of]) => [name, of(raw)])),
    }))
    if (page.next === null) return
    const following = await next(page.next)
    if (following instanceof Response) throw new Error('A page of the record was refused.')
    page = following
  }
}

/** @returns undefined where the store can't answer, or the page continues one of the file */
async function fromStore(kept: KeptRecord | undefined, search: ActivitySearch, log: Log): Promise<Answer | undefined> {
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
async function withoutOthers({ data, next: place, source }: Answer, seal: Seal): Promise<Answer> {
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
async function fromFile(path: string, { before, ...search }: ActivitySearch, signal: AbortSignal): Promise<Answer> {
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

/** @returns the value as the reader takes it; undefined where it cannot be one */
type Take<T> = (text: string) => T | undefined

const count =
  (least: number, most: number): Take<number> =>
  (text) =>
    /^\d{1,16}$/.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : undefined
const oneOf =
  <T extends string>(allowed: readonly T[]): Take<T> =>
  (text) =>
    allowed.find((one) => one === text)
const form =
  (isFit: (text: string) => boolean): Take<string> =>
  (text) =>
    isFit(text) ? text : undefined
const words: Take<string> = (text) => text || undefined
const time = form(isIsoTime)

const ANOTHER_PAGE = 'the “next” value of another page'
type Parameter = keyof Omit<ActivitySearch, 'accounts'>

/** Every parameter, with what it takes in words. */
const parameters: { readonly [K in Parameter]-?: readonly [Take<ActivitySearch[K]>, string] } = {
  before: [form(isRecordCursor), ANOTHER_PAGE],
  limit: [count(1, MOST_RECORDS), `a whole number from 1 to ${MOST_RECORDS}`],
  kind: [oneOf(activityKinds), activityKinds.join(', ')],
  operation: [words, 'an operation'],
  operator: [words, 'a name'],
  host: [oneOf(hostNames), hostNames.join(', ')],
  status: [(text) => (isStatus(text) ? Number(text) : undefined), 'an HTTP status'],
  outcome: [oneOf(activityOutcomes), activityOutcomes.join(', ')],
  since: [time, 'an ISO date, or an ISO time with its zone'],
  until: [time, 'an ISO date, or an ISO time with its zone'],
  text: [words, 'text'],
}

/**
 * @returns the query, or what is wrong with it. An unknown name is refused: a filter that is misspelt would show more
 * than was asked for.
 */
function readQuery(given: URLSearchParams): ActivitySearch | string {
  const query: ActivitySearch = { limit: DEFAULT_RECORDS }
  for (const [name, text] of given) {
    if (!Object.hasOwn(parameters, name)) return `Unknown parameter ${JSON.stringify(name.slice(0, 100))}.`
    if (given.getAll(name).length > 1) return `The parameter ${name} appears more than once.`
    const [take, takes] = parameters[name as Parameter] // it is one: it has just been looked for
    const value = take(text)
    if (value === undefined) return `${name} expects ${takes}, got ${JSON.stringify(text.slice(0, 100))}.`
    Object.assign(query, { [name]: value }) // by the parameter's own reader
  }
  return query
}
