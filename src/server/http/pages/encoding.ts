/** Which encoding a browser takes, and the compression of answers as they pass through. */
import type { Readable, Transform } from 'node:stream'
import { promisify } from 'node:util'
import { type BrotliOptions, brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'
import { parseAccept } from 'hono/utils/accept'

export type Encoding = 'br' | 'gzip'

/** The best encoding that the header lists and does not refuse (`;q=0`). */
export function encodingFor(header = ''): Encoding | undefined {
  const accepted = new Set(parseAccept(header).flatMap(({ type, q }) => (q > 0 ? type.toLowerCase() : [])))
  return (['br', 'gzip'] as const).find((name) => accepted.has(name))
}

/** Less is as quick as it is. */
const LEAST_BYTES = 1024
export const isWorthIt = (size: number): boolean => size >= LEAST_BYTES

/** The window is small, for there may be many. */
const brotli: BrotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 18 } }

/** What compresses an answer on its way: each part goes on as it comes, whether or not another one follows. */
export const compressor = (encoding: Encoding): Transform =>
  encoding === 'br'
    ? createBrotliCompress({ ...brotli, flush: constants.BROTLI_OPERATION_FLUSH })
    : createGzip({ flush: constants.Z_SYNC_FLUSH })

const brotliAtOnce = promisify(brotliCompress) as (bytes: Buffer, options: BrotliOptions) => Promise<Buffer>
const gzipAtOnce = promisify(gzip) as (bytes: Buffer) => Promise<Buffer>

/** Compresses what is there already, beside everything else that runs. */
export const compressed = (encoding: Encoding, bytes: Buffer): Promise<Buffer> =>
  encoding === 'br' ? brotliAtOnce(bytes, brotli) : gzipAtOnce(bytes)

interface Head {
  status: number
  headers: Record<string, string | string[] | undefined>
}

/** @returns undefined for an answer that stays as it is: nobody asked, it is encoded already, or no text */
export function encodingOf({ status, headers }: Head, accepted: string | undefined): Encoding | undefined {
  if (!accepted || headers['content-encoding'] !== undefined || status === 204) return undefined
  const type = String(headers['content-type'] ?? '')
  if (!/^(application\/([\w.-]+\+)?json|text\/(?!event-stream))/i.test(type)) return undefined
  return encodingFor(accepted)
}

/** The size of what comes first, which stays in the body; 0 where nothing does. */
export async function firstSize(body: Readable): Promise<number> {
  if (body.readableLength === 0 && !body.readableEnded && !body.destroyed)
    await new Promise<void>((resolve) => {
      const done = () => {
        for (const event of ['readable', 'end', 'close', 'error']) body.off(event, done)
        resolve()
      }
      for (const event of ['readable', 'end', 'close', 'error']) body.on(event, done)
    })
  return body.readableLength
}
