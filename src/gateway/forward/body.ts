/** Request bodies, read whole up to a limit, and as nothing but what their operation takes. */
import type { IncomingMessage } from 'node:http'
import type * as z from 'zod/mini'
import { BatchRequest, batch } from '../../api/batch'
import { readPath } from '../../api/batch-path'
import type { Endpoint } from '../../api/endpoint'
import { NewSubscription, subscriptions } from '../../api/subscriptions'

export class BodyTooLarge extends Error {
  override name = 'BodyTooLarge'
}

/** @throws BodyTooLarge as soon as it is known, without reading the rest */
export async function readBody(request: Request, limit: number): Promise<Buffer> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw new BodyTooLarge()
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = request.body?.getReader()
  for (let next = await reader?.read(); next?.value; next = await reader?.read()) {
    size += next.value.byteLength
    if (size > limit) {
      await reader?.cancel()
      throw new BodyTooLarge()
    }
    chunks.push(next.value)
  }
  return Buffer.concat(chunks)
}

const [QUOTE, BACKSLASH, COMMA, BRACKET, BRACE] = Buffer.from('"\\,[{')

/** True if JSON has more values than that. A few megabytes of small ones take a second to parse. */
export function hasMoreValues(json: Uint8Array, most: number): boolean {
  let isText = false
  let count = 0
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at]
    if (isText) {
      if (byte === BACKSLASH) at += 1
      else if (byte === QUOTE) isText = false
    } else if (byte === QUOTE) isText = true
    else if (byte === COMMA || byte === BRACKET || byte === BRACE) {
      count += 1
      if (count > most) return true
    }
  }
  return false
}

/**
 * True for a body whose end only some readers find: Node itself lets a coding that it does not know pass where the
 * connection is to be upgraded.
 */
export const isUnknownCoding = (coding: string | undefined): boolean =>
  coding !== undefined && coding.toLowerCase() !== 'chunked'

/**
 * Hears a request to its end whose body nobody takes: one that is broken is answered as if it had not been made, so
 * nothing may have come of it.
 * @throws BodyTooLarge; where it breaks off
 */
export async function skipBody(incoming: IncomingMessage, limit: number): Promise<void> {
  const { 'content-length': length, 'transfer-encoding': coding } = incoming.headers
  if (coding === undefined && Number(length ?? 0) === 0) return
  if (Number(length ?? 0) > limit) throw new BodyTooLarge()
  let size = 0
  for await (const chunk of incoming) {
    size += chunk.length
    if (size > limit) throw new BodyTooLarge()
  }
}

/** `ids`: what it names, for the record. */
type ReadBody =
  | { json: unknown; ids?: Record<string, string> }
  | { refused: 'BAD_REQUEST' | 'READ_ONLY'; detail: string }

interface About {
  isReadOnly: boolean
  /** The vehicle that a batch is for. */
  vehicleId: string | undefined
}

const fatal = new TextDecoder('utf-8', { fatal: true })

/**
 * Reads the body of an operation strictly, so that what is counted, checked and recorded is what is sent: the caller
 * sends its own spelling of `json`, never the bytes that came.
 */
export function readJson(endpoint: Endpoint, bytes: Buffer, { isReadOnly, vehicleId }: About): ReadBody {
  const refused = (why: string): ReadBody => ({
    refused: 'BAD_REQUEST',
    detail: `The body isn’t valid for ${endpoint.operation}: ${why}. Nothing was sent.`,
  })
  let given: unknown
  try {
    given = JSON.parse(fatal.decode(bytes))
  } catch {
    return refused('it isn’t JSON in UTF-8')
  }
  if (isReadOnly && endpoint.operation === batch.send.operation && asksMore(given))
    return { refused: 'READ_ONLY', detail: 'This server is read-only (READ_ONLY). A batch can have only GET requests.' }
  const parsed = endpoint.body?.safeParse(given)
  if (!parsed?.success) return refused(whereOf(parsed?.error.issues[0]))
  if (endpoint.operation === subscriptions.create.operation) return { json: parsed.data, ids: idsOf(parsed.data) }
  if (endpoint.operation !== batch.send.operation) return { json: parsed.data }
  const { requests } = BatchRequest().parse(parsed.data)
  const read = requests.map(({ path }) => readPath(path, vehicleId))
  const wrong = read.findIndex((one) => 'problem' in one)
  if (wrong >= 0)
    return refused(`requests.${wrong}.path isn’t relative to this vehicle, or isn’t a valid path of a read`)
  return { json: { requests: read.flatMap((one) => ('path' in one ? { path: one.path } : [])) } }
}

/** An id of a service is shorter; a longer one is not written down whole. */
const MOST_ID = 200

/** Who is subscribed to what; nothing else of the body is anybody's to keep. */
function idsOf(json: unknown): Record<string, string> {
  const { webhookId, userId, vehicleId } = NewSubscription().parse(json).data.attributes
  const ids = { webhookId, userId, vehicleId }
  return Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, id.slice(0, MOST_ID)]))
}

/** True for a batch with an item that names another method than GET. */
function asksMore(given: unknown): boolean {
  const { requests } = (given ?? {}) as { requests?: unknown } // whatever it is
  return Array.isArray(requests) && requests.some((one) => (one?.method ?? 'GET') !== 'GET')
}

/** Where a body does not fit, without what it holds there. */
function whereOf(issue: z.core.$ZodIssue | undefined): string {
  const at = issue?.path.join('.') || 'the whole'
  if (issue?.code !== 'unrecognized_keys') return `${at} is missing or isn’t valid`
  return `${at} has the unknown member ${JSON.stringify(issue.keys[0]?.slice(0, 100))}`
}
