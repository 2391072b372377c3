/** Which encoding a browser takes, and the compression of answers as they pass through. */
import type { Readable, Transform } from 'node:stream'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import { parseAccept } from 'hono/utils/accept'

type Encoding = 'br' | 'gzip'

/** The best encoding that the header lists and does not refuse (`;q=0`). */
export function encodingFor(header = ''): Encoding | undefined {
  const accepted = new Set(parseAccept(header).flatMap(({ type, q }) => (q > 0 ? type.toLowerCase() : [])))
  return (['br', 'gzip'] as const).find((name) => accepted.has(name))
}

/** Less is as quick as it is. */
const LEAST_BYTES = 1024

/** Each part goes on as it comes, whether or not another one follows; the window is small, for there may be many. */
const compressors: Record<Encoding, () => Transform> = {
  br: () =>
    createBrotliCompress({
      flush: constants.BROTLI_OPERATION_FLUSH,
      params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 },
    }),
  gzip: () => createGzip({ flush: constants.Z_SYNC_FLUSH }),
}

interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Readable
}

/**
 * What compresses an answer on its way, beside everything else that runs.
 * @returns undefined where it stays as it is: not asked for, encoded already, no text, or small
 */
export async function compressionFor(
  { status, headers, body }: Answer,
  accepted: string | undefined,
): Promise<{ encoding: Encoding; compress: Transform } | undefined> {
  const encoding = encodingFor(accepted)
  const type = String(headers['content-type'] ?? '')
  if (!encoding || headers['content-encoding'] !== undefined || status === 204) return undefined
  if (!/^(application\/([\w.-]+\+)?json|text\/(?!event-stream))/i.test(type)) return undefined
  const length = headers['content-length']
  const size = length === undefined ? await firstSize(body) : Number(length)
  return size >= LEAST_BYTES ? { encoding, compress: compressors[encoding]() } : undefined
}

/** The size of what comes first, which stays in the body; 0 where nothing does. */
async function firstSize(body: Readable): Promise<number> {
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
