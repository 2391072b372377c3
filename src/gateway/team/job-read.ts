/**
 * What the runner of jobs reads with: pages of lists and of a signal's values, and batches of vehicles. In the server's own
 * name, behind everything that people ask; a billed read counts against the daily budget as a browser's does.
 */
import { createHmac, randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import * as z from 'zod/mini'
import { BatchRequest, batch } from '../../api/batch'
import { DEFAULT_PAGE_SIZES } from '../../api/config'
import { directory as directoryApi } from '../../api/console/directory'
import { MOST_ROWS } from '../../api/console/queries'
import { BadIdError, type Endpoint, type Host, pathOf } from '../../api/endpoint'
import { isPassing } from '../../api/errors'
import { jobKinds, namesIn } from '../../api/job-operations'
import { parseJson } from '../../api/json'
import { pagingOf } from '../../api/json-api'
import type { PageNames } from '../../api/links'
import { masked } from '../../api/mask'
import { nextPage } from '../../api/next-page'
import { isWithoutData, read } from '../../api/read'
import { isRefusedSize } from '../../api/refused-size'
import { stringifySearch } from '../../api/search'
import { recordsOf } from '../../api/signal-records'
import { SIGNALS_MAX_PAGE_SIZE } from '../../api/signals'
import { MOST_RESULT_BYTES } from '../../store/bounds'
import type { Directory } from '../../store/directory'
import { SearchError } from '../../store/search-error'
import type { JobDeed, JobSent, SendDeed } from '../../team/job-deed'
import type { Credential } from '../auth/account'
import type { createExchange, Exchange } from '../forward/exchange'
import { isOfOneVehicle } from '../forward/peek'
import type { UpstreamResponse } from '../forward/upstream'
import { isUserName } from '../forward/user-name'
import type { Budget } from '../limits/budget'
import type { Settings } from '../settings/environment'
import { failedPaths } from './batch-lines'
import { beginning, heardFrom, unsentBy } from './job-outcome'
import { encoded } from './job-send'
import { jobReadWords as words } from './job-words'

/** Tries of a page that costs nothing, each behind a longer wait. */
const MOST_TRIES = 4
const FIRST_DELAY_MS = 1_000
const BROKEN_MS = 1_000
const TOKEN_MS = 10_000
/** Of one page: what more there are stand beside each other in the file's last column. */
const MOST_NAMES = 100
const BILLING_LIMIT = 430

/** The page sizes to ask for, the largest first: one that is refused steps down. */
const SIZES = [100, 50, 25, 10]

interface Options {
  exchange: ReturnType<typeof createExchange>
  /** The server's own for each host. */
  ownFor: (host: Host) => Credential
  /** A token that was added in a browser; undefined if the server doesn't have it any more. */
  findToken: (id: string) => Credential | undefined
  budget: Budget
  settings: Pick<Settings, 'headerPrefix' | 'config'>
}

/** Where a page is, beside its number. */
const Place = z.object({ size: z.optional(z.number()), print: z.optional(z.string()), after: z.optional(z.string()) })
/** Which paths of a batch are left. */
const Left = z.object({ paths: z.array(z.string()) })

interface Asked extends Pick<Exchange, 'headers' | 'body' | 'requests'> {
  endpoint: Endpoint
  /** The path and query at its host. */
  raw: string
  /** What its target names. */
  names: Record<string, string>
}

const placeOf = (place: string | null) => Place.parse(JSON.parse(place ?? '{}'))

export function createJobRead({ exchange, ownFor, findToken, budget, settings }: Options) {
  // Of this process alone: without the key, a print beside a sealed page would confirm a guess of the page.
  const printKey = randomBytes(32)
  const printOf = (text: string) => createHmac('sha256', printKey).update(text).digest('base64url').slice(0, 16)
  const { parameters, pageSizes, dailyVehicleReads } = settings.config
  const used = (name: string) => parameters[name] ?? name
  const offered: Record<string, number[] | undefined> = { ...DEFAULT_PAGE_SIZES, ...pageSizes }
  const sizesOf = (list: string) => offered[list]?.toReversed() ?? SIZES

  /**
   * Sends it, and has what came looked at.
   * @param take what a response that has succeeded comes to
   */
  async function ask(
    deed: JobDeed,
    { endpoint, raw, names, requests, headers, body }: Asked,
    begin: () => Promise<boolean>,
    gone: AbortSignal,
    take: (text: string, known: Pick<JobSent, 'status' | 'requestId'>) => JobSent,
  ): Promise<Heard> {
    const { begunBy, subject, client, tokenId } = deed
    const credential = typeof tokenId === 'string' ? findToken(tokenId) : ownFor(endpoint.host)
    if (!credential) return { state: 'waiting', waitMs: TOKEN_MS } // the runner's next round pauses the job
    const vehicleId = names.vehicleId ?? names.id
    const spending = { subject: subject ?? undefined, vehicleId: vehicleId ?? '', requests }
    const isBilled = endpoint.effect === 'billed'
    const refused = isBilled ? budget.spend(spending) : undefined
    if (refused) {
      const isLasting =
        refused.of === 'vehicle' || requests > (dailyVehicleReads?.perOperator ?? Number.POSITIVE_INFINITY)
      if (!isLasting) return { state: 'waiting', waitMs: refused.retryAfter * 1000 }
      return (await begin()) ? { state: 'failed', detail: refused.detail } : { state: 'waiting' }
    }
    const params = Object.fromEntries(Object.entries(names).filter(([name]) => endpoint.path.includes(`{${name}}`)))
    let isSent = true
    try {
      const response = await exchange({
        ...{ requests, headers, body, gone, isJob: true },
        operation: { endpoint, host: endpoint.host, params: encoded(params), raw },
        asker: { operator: begunBy ?? undefined, subject: subject ?? undefined, client },
        credential,
        onUnsent() {
          isSent = false
          if (isBilled) budget.giveBack(spending)
        },
        begin: beginning(begin),
      })
      const text = await textOf(response.body)
      const { status } = response
      if (status < 200 || status > 299) return refusedBy(deed, endpoint, response, text)
      return take(text, heardFrom(endpoint, response, '').known)
    } catch (error) {
      if (error instanceof TooLong) return given(deed, words.tooLong(MOST_RESULT_BYTES / 1024 ** 2))
      if (gone.aborted || !isSent) return unsentBy(error)
      // What left may be billed: it is not repeated unasked.
      if (isBilled) return { state: 'failed', detail: words.lost }
      return error instanceof BrokenOff ? { state: 'waiting', isUnreached: true, waitMs: BROKEN_MS } : unsentBy(error)
    }
  }

  const pageAt = (size: number, dialect: PageNames, page: number) => ({
    [used(dialect.number)]: String(page),
    [used(dialect.size)]: String(size),
  })

  /** A page of a list, or of a signal's values. */
  const page: SendDeed = async (deed, begin, signal) => {
    const kind = jobKinds[deed.operation]
    const names = namesIn(deed.operation, deed.target)
    if (kind.kind !== 'pages' || !kind.endpoint || !names)
      return (await begin()) ? { state: 'failed', detail: words.noTarget } : { state: 'waiting' }
    const { endpoint, list, page: dialect } = kind
    const sizes = list === undefined ? SIZES.filter((size) => size <= SIGNALS_MAX_PAGE_SIZE) : sizesOf(list)
    const { size = sizes[0] ?? 10, print } = placeOf(deed.place)
    const number = deed.page ?? 1
    const filters = Object.fromEntries(
      Object.entries(deed.shared?.query ?? {}).map(([name, value]) => [used(name), String(value)]),
    )
    const { userId } = names
    if (userId !== undefined && !isUserName(userId))
      return (await begin()) ? { state: 'failed', detail: words.noUser } : { state: 'waiting' }
    const isNamed = endpoint.namesUser && settings.headerPrefix && userId !== undefined
    const headers: Record<string, string> = {
      accept: 'application/json',
      ...(isNamed && { [`${settings.headerPrefix}-user-id`]: userId }),
    }
    const query = { ...filters, ...pageAt(size, dialect, number) }
    const raw = pathOf(endpoint, names) + stringifySearch(query)
    const asked = { endpoint, raw, names, requests: 1, headers, body: undefined }
    const sent = await ask(deed, asked, begin, signal, (text, known) => {
      const json = parseJson(text)
      const { value } = read(endpoint.response, json ?? {})
      if (json === undefined || isWithoutData(endpoint.response, value)) return given(deed, words.unreadable, known)
      const data = typeof json === 'object' && json !== null && 'data' in json ? json.data : undefined
      const rows = Array.isArray(data) ? data : [data ?? []].flat()
      const body = bodyOf(rows)
      const paging = pagingOf(value as Parameters<typeof pagingOf>[0]) // a list's, as the endpoint has it
      const own = printOf(body)
      const named = { number: used(dialect.number), size: used(dialect.size) }
      const asked = { paging, page: number, size, rows: rows.length, isSame: own === print, query, dialect: named }
      const next = nextPage(asked)
      if (next.kind === 'stop') return given(deed, words.stray[next.why](number), known)
      const { mostPages = Number.POSITIVE_INFINITY } = (deed.shared ?? {}) as { mostPages?: number } // as it was checked
      const total = list === undefined ? undefined : paging.totalCount
      const columns = list === undefined ? namesOf(rows) : undefined
      return {
        ...{ state: 'done', ...known },
        result: { body, rows: rows.length, names: columns, total },
        next:
          next.kind === 'page' && number < mostPages
            ? { page: next.page, place: JSON.stringify({ size, print: own }) }
            : undefined,
      }
    })
    const smaller = sizes.find((one) => one < size)
    if (number > 1 || smaller === undefined || !sent.isRefusedSize) return sent
    return { state: 'waiting', place: JSON.stringify({ size: smaller }) }
  }

  /** A batch of one vehicle; another try asks for what failed alone. */
  const batched: SendDeed = async (deed, begin, signal) => {
    const all = BatchRequest()
      .parse(deed.shared)
      .requests.map(({ path }) => path)
    const paths = deed.place === null ? all : Left.parse(JSON.parse(deed.place)).paths
    const names = { id: deed.target }
    const asked = {
      ...{ endpoint: batch.send, names, raw: pathOf(batch.send, names), requests: Math.max(1, paths.length) },
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify({ requests: paths.map((path) => ({ path })) })),
    }
    return ask(deed, asked, begin, signal, (text, known) => {
      const json = parseJson(text)
      if (json === undefined) return given(deed, words.unreadable, known)
      const sent = Array.isArray(json) ? json : (json as { responses?: unknown } | null)?.responses // of any shape
      const responses = Array.isArray(sent) ? sent : []
      const { failed, isAsleep } = failedPaths(paths, responses)
      return {
        ...known,
        state: failed.length === 0 ? 'done' : isAsleep ? 'asleep' : 'failed',
        detail:
          failed.length === 0 ? undefined : words[isAsleep ? 'someAsleep' : 'someFailed'](failed.length, paths.length),
        result: { body: bodyOf(responses), rows: responses.length },
        ...(failed.length > 0 && { place: JSON.stringify({ paths: failed }) }),
      }
    })
  }

  /** A piece of the team's directory: no request of the API. */
  async function listed(deed: JobDeed, begin: () => Promise<boolean>, directory: DirectoryLists): Promise<JobSent> {
    if (!(await begin())) return { state: 'waiting' }
    const { after } = placeOf(deed.place)
    const asked = {
      ...(deed.shared?.query ?? {}),
      limit: String(MOST_ROWS),
      ...(after !== undefined && { after }),
    }
    try {
      const { rows, next, count } =
        deed.operation === 'GET /team/users'
          ? await directory.users(directoryApi.users.query.parse(asked))
          : await directory.vehicles(directoryApi.vehicles.query.parse(asked))
      const total = count.isExact ? count.value : undefined
      return {
        state: 'done',
        result: { body: JSON.stringify(masked(rows)), rows: rows.length, total },
        next:
          next === null || rows.length === 0
            ? undefined
            : { page: (deed.page ?? 1) + 1, place: JSON.stringify({ after: next }) },
      }
    } catch (error) {
      if (error instanceof SearchError) return { state: 'waiting', stop: words.unsearchable }
      throw error
    }
  }

  return (directory: DirectoryLists): SendDeed =>
    async (deed, begin, signal) => {
      const kind = jobKinds[deed.operation]
      try {
        if (kind.kind === 'read') return await batched(deed, begin, signal)
        return await (kind.endpoint ? page(deed, begin, signal) : listed(deed, begin, directory))
      } catch (error) {
        if (!(error instanceof BadIdError)) throw error
        return (await begin()) ? { state: 'failed', detail: error.message } : { state: 'waiting' }
      }
    }
}

type DirectoryLists = Pick<Directory, 'users' | 'vehicles'>
interface Heard extends JobSent {
  isRefusedSize?: boolean
}

/** A list is one walk: where it can't go on, its job stops, and goes on there once it is resumed. Others fail alone. */
function given({ operation, page }: JobDeed, why: string, known: Pick<JobSent, 'status' | 'requestId'> = {}): Heard {
  const kind = jobKinds[operation]
  if (kind.kind === 'pages' && kind.list) return { state: 'waiting', ...known, stop: words.stopped(page ?? 1, why) }
  return { state: 'failed', ...known, detail: why }
}

function refusedBy(deed: JobDeed, endpoint: Endpoint, response: UpstreamResponse, text: string): Heard {
  const { status } = response
  const { known, error, failed, waiting, retryAfter } = heardFrom(endpoint, response, text)
  const isBilled = endpoint.effect === 'billed'
  if (isBilled && status === 429 && isOfOneVehicle(text)) return failed
  if (waiting) return waiting
  if (status === BILLING_LIMIT) return { state: 'waiting', ...known, stop: words.billing }
  if (isRefusedSize(error)) return { ...given(deed, words.status(status), known), isRefusedSize: true }
  if (!isBilled && (isPassing(error) || status >= 500) && deed.tries % MOST_TRIES !== 0) {
    const waitMs = retryAfter === undefined ? FIRST_DELAY_MS * 4 ** ((deed.tries % MOST_TRIES) - 1) : retryAfter * 1000
    return { state: 'waiting', ...known, waitMs }
  }
  const kind = jobKinds[deed.operation]
  return kind.kind === 'pages' && kind.list ? given(deed, words.status(status), known) : failed
}

const namesOf = (rows: readonly unknown[]): string[] =>
  [...new Set(recordsOf({ data: rows }).flatMap((record) => Object.keys(record)))].slice(0, MOST_NAMES)

class TooLong extends Error {
  override name = 'TooLong'
}
class BrokenOff extends Error {
  override name = 'BrokenOff'
}

/** As JSON, which may be longer than it was sent, for example of 1e20. @throws TooLong */
function bodyOf(rows: readonly unknown[]): string {
  const body = JSON.stringify(masked(rows))
  if (Buffer.byteLength(body) > MOST_RESULT_BYTES) throw new TooLong()
  return body
}

/** @throws TooLong, BrokenOff */
async function textOf(body: Readable): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of body) {
      size += chunk.length
      if (size > MOST_RESULT_BYTES) break // which ends the body, too
      chunks.push(chunk)
    }
  } catch (cause) {
    throw new BrokenOff('The response broke off.', { cause })
  }
  if (size > MOST_RESULT_BYTES) throw new TooLong()
  return Buffer.concat(chunks).toString('utf8')
}
