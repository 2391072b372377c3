/** Looks into the beginning of an answer's body and hands out a body that still has all of it. */
import { Readable } from 'node:stream'
import { hasCode, saidBy } from '../../api/errors'
import { parseJson } from '../../api/json'

/** An error's body is shorter; what is not is left unread. */
const MOST_BYTES = 64 * 1024

/** @returns the text up to the limit, and a stream of the whole, which breaks off where the body did */
export async function peek(body: Readable): Promise<{ text: string; body: Readable }> {
  const chunks: Buffer[] = []
  const rest = body[Symbol.asyncIterator]()
  let size = 0
  let failure: { error: unknown } | undefined
  try {
    for (let next = await rest.next(); !next.done; next = await rest.next()) {
      const chunk = Buffer.from(next.value)
      chunks.push(chunk)
      size += chunk.length
      if (size > MOST_BYTES) break
    }
  } catch (error) {
    failure = { error }
  }
  async function* whole() {
    yield* chunks
    if (failure) throw failure.error
    yield* { [Symbol.asyncIterator]: () => rest }
  }
  const again = Readable.from(whole(), { objectMode: false })
  again.once('close', () => body.destroy()) // one that is left before it came so far
  return { text: Buffer.concat(chunks).toString('utf8'), body: again }
}

/** True for the service's word that a limit is that of one vehicle, in any shape of an error that is known (section 7). */
export function isOfOneVehicle(text: string): boolean {
  const told = saidBy({ body: parseJson(text) })
  return [told, ...(told.more ?? [])].some((one) => hasCode(one, 'VEHICLE'))
}
