/** Reads the record back from its end, a page at a time: attempt and outcome as one, whatever the file's size. */
import { type FileHandle, open } from 'node:fs/promises'
import * as z from 'zod/mini'
import { type ActivityFilters, type ActivityRecord, activityKinds } from '../../api/activity'
import { accountOf } from './recorded-account'
import { teamRecord } from './team-record'

/** How much is read at once, and how long a line may be before it counts as broken. */
const BLOCK = 64 * 1024
const MOST_LINE = 1024 * 1024
/** How many lines one page looks at; where few match, a page comes back short and `next` goes on. */
export const MOST_LINES = 100_000
/** Lines are in order of time but for clocks that were set. */
const CLOCK_SLACK_MS = 3_600_000
/** Concurrent lines may change places by as much. */
const ORDER_SLACK_MS = 60_000
/** No change takes longer: the longest timeout that can be set, twice, and something for the token in between. */
const LONGEST_CHANGE_MS = 3 * 3_600_000

const Line = z.object({
  /**
   * `read`: a vehicle read as it was written before reads had two lines, its outcome alone. `team`: a line about what the
   * team shares, as `teamRecord` has it.
   */
  event: z.enum(['attempt', 'outcome', 'read', 'team']),
  /** Absent in the older lines of changes. */
  kind: z.optional(z.enum(activityKinds)),
  id: z.string(),
  time: z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text)))),
  operation: z.string(),
  host: z.string(),
  parameters: z.record(z.string(), z.string()),
  operator: z.optional(z.string()),
  subject: z.optional(z.string()),
  client: z.optional(z.string()),
  /** What a vehicle read counts against the vehicle's limit. */
  requests: z.optional(z.number()),
  status: z.optional(z.union([z.number(), z.literal(['unknown', 'not sent'])])),
  durationMs: z.optional(z.number()),
  requestId: z.optional(z.string()),
  reason: z.optional(z.string()),
  credential: z.optional(
    z.object({ source: z.string(), fingerprint: z.string(), tokenFingerprint: z.optional(z.string()) }),
  ),
})
export type Line = z.output<typeof Line>

export interface ActivityQuery extends ActivityFilters {
  /** A page's `next`; absent: from the end of the file. */
  before?: number | undefined
  limit: number
  /** Accounts whose lines the browser may see; absent: it may see all. */
  accounts?: readonly string[] | undefined
}

export interface ActivityPage {
  /** The newest first, by when each ended. May be fewer than asked for, even none, while `next` is there. */
  records: ActivityRecord[]
  /** Where the next page goes on; undefined at the start of the file. */
  next: number | undefined
  /** Lines of this page that could not be read, such as one that was cut off when the process was killed. */
  broken: number
}

/**
 * @param path the file of `AUDIT_LOG`; one that is not there has no lines yet
 * @param signal ends the search, wherever it is
 * @throws what the file system says of a file that cannot be read; the signal's reason
 */
export async function readActivity(path: string, query: ActivityQuery, signal?: AbortSignal): Promise<ActivityPage> {
  let handle: FileHandle
  try {
    handle = await open(path, 'r')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      return { records: [], next: undefined, broken: 0 }
    throw error
  }
  try {
    return await readPage(handle, query, signal)
  } finally {
    await handle.close()
  }
}

async function readPage(handle: FileHandle, query: ActivityQuery, signal?: AbortSignal): Promise<ActivityPage> {
  const { size } = await handle.stat()
  const end = Math.max(0, Math.min(query.before ?? size, size))
  const fits = filterOf(query)
  const since = query.since === undefined ? Number.NEGATIVE_INFINITY : Date.parse(query.since) - CLOCK_SLACK_MS
  const page: ActivityPage = { records: [], next: undefined, broken: 0 }
  /** Outcomes of this page whose attempt has not been met yet. */
  const ended = new Set<string>()
  /** The same of the pages before this one; looked for once an attempt asks for it. */
  let endedLater: Set<string> | undefined
  let lines = 0
  for await (const { text, start } of linesFromEnd(handle, end)) {
    signal?.throwIfAborted()
    lines += 1
    const line = parse(text)
    if (line === 'broken') page.broken += 1
    else if (line !== undefined) {
      if (Date.parse(line.time) < since) return page
      if (line.event === 'attempt') {
        if (!ended.delete(line.id)) {
          if (end < size) endedLater ??= await outcomesAfter(handle, end, line, signal)
          if (!endedLater?.has(line.id)) fits(line) && page.records.push(recordOf(line))
        }
      } else {
        if (line.event === 'outcome') ended.add(line.id)
        if (fits(line)) page.records.push(recordOf(line))
      }
    }
    if (start > 0 && (page.records.length >= query.limit || lines >= MOST_LINES)) return { ...page, next: start }
  }
  return page
}

/** A line of the file. @returns undefined for an empty line, and for an event of another kind */
export function parse(text: string | undefined): Line | 'broken' | undefined {
  if (text === '') return undefined
  try {
    const json: unknown = JSON.parse(text ?? '')
    const parsed = Line.safeParse(teamRecord(json) ?? json)
    if (parsed.success) return parsed.data
    const { event } = (json ?? {}) as { event?: unknown }
    return typeof event === 'string' && !Line.shape.event.safeParse(event).success ? undefined : 'broken'
  } catch {
    return 'broken'
  }
}

const beganAt = ({ event, time, durationMs = 0 }: Line) => Date.parse(time) - (event === 'attempt' ? 0 : durationMs)

const kindOf = ({ event, kind = 'change' }: Line): ActivityRecord['kind'] => (event === 'read' ? 'read' : kind)

/** What a line says of a change or a vehicle read. */
export function recordOf(line: Line): ActivityRecord {
  const { event: _, credential: __, status = 'unknown', ...rest } = line
  return { ...rest, time: new Date(beganAt(line)).toISOString(), status, kind: kindOf(line) }
}

function filterOf(query: ActivityQuery): (line: Line) => boolean {
  const { kind, operation, operator, outcome, host, status, accounts } = query
  const since = query.since === undefined ? undefined : Date.parse(query.since)
  const until = query.until === undefined ? undefined : Date.parse(query.until)
  const text = query.text?.toLowerCase()
  return (line) => {
    if (accounts && !accounts.includes(accountOf(line.credential))) return false
    const began = beganAt(line)
    if (since !== undefined && began < since) return false
    if (until !== undefined && began >= until) return false
    if (kind !== undefined && kindOf(line) !== kind) return false
    if (operation !== undefined && line.operation !== operation) return false
    if (operator !== undefined && line.operator !== operator) return false
    if (host !== undefined && line.host !== host) return false
    if (status !== undefined && line.status !== status) return false
    if (outcome !== undefined && outcomeOf(line) !== outcome) return false
    if (!text) return true
    const words = [
      line.operator,
      line.subject,
      line.operation,
      line.requestId,
      line.client,
      line.id,
      ...Object.values(line.parameters),
    ]
    return words.some((word) => word?.toLowerCase().includes(text))
  }
}

function outcomeOf({ status = 'unknown' }: Line): ActivityFilters['outcome'] {
  if (status === 'unknown') return 'unknown'
  if (status === 'not sent') return 'failure'
  return status >= 200 && status < 300 ? 'success' : 'failure'
}

/**
 * Which changes that were begun before a page's end have their outcome after it. Every attempt on that page began
 * no later than the first one met, so only outcomes of what began by then are kept.
 */
async function outcomesAfter(
  handle: FileHandle,
  from: number,
  attempt: Line,
  signal?: AbortSignal,
): Promise<Set<string>> {
  const found = new Set<string>()
  const began = Date.parse(attempt.time) + ORDER_SLACK_MS
  for await (const text of linesFrom(handle, from)) {
    signal?.throwIfAborted()
    const line = parse(text)
    if (line === undefined || line === 'broken') continue
    if (Date.parse(line.time) > began + LONGEST_CHANGE_MS + CLOCK_SLACK_MS) break
    if (line.event === 'outcome' && beganAt(line) <= began) found.add(line.id)
  }
  return found
}

async function* linesFrom(handle: FileHandle, from: number): AsyncGenerator<string> {
  const stream = handle.createReadStream({ start: from, autoClose: false, highWaterMark: BLOCK })
  let rest = Buffer.alloc(0)
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    // no encoding is set: the chunks are buffers
    let block = rest.length > MOST_LINE ? chunk : Buffer.concat([rest, chunk])
    for (let at = block.indexOf(10); at >= 0; at = block.indexOf(10)) {
      yield block.toString('utf8', 0, at)
      block = block.subarray(at + 1)
    }
    rest = Buffer.from(block)
  }
}

/**
 * The lines before a position, the last one first, with where each begins.
 * @returns `text` undefined for a line that is too long to be one of the record
 */
export async function* linesFromEnd(
  handle: FileHandle,
  end: number,
): AsyncGenerator<{ text: string | undefined; start: number }> {
  let position = end
  let rest = Buffer.alloc(0)
  let isLong = false
  while (position > 0) {
    const size = Math.min(BLOCK, position)
    position -= size
    const chunk = Buffer.alloc(size)
    const { bytesRead } = await handle.read(chunk, 0, size, position)
    let block = Buffer.concat([chunk.subarray(0, bytesRead), rest])
    for (let at = block.lastIndexOf(10); at >= 0; at = block.lastIndexOf(10)) {
      yield { text: isLong ? undefined : block.toString('utf8', at + 1), start: position + at + 1 }
      isLong = false
      block = block.subarray(0, at)
    }
    isLong ||= block.length > MOST_LINE
    rest = isLong ? Buffer.alloc(0) : Buffer.from(block)
  }
  if (rest.length > 0 || isLong) yield { text: isLong ? undefined : rest.toString('utf8'), start: 0 }
}
