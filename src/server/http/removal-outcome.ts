/** The outcome of a removal, as its page shows it. */
import type { Readable } from 'node:stream'
import { saidBy } from '../../api/errors'
import { parseJson } from '../../api/json'
import type { RemovalOutcome } from '../../api/removal-page'
import type { OwnError } from '../../gateway/errors'
import type { First } from '../../gateway/forward/clicks'
import type { UpstreamResponse } from '../../gateway/forward/upstream'

/** An error's body is shorter. */
const MOST_BYTES = 64 * 1024
/** Characters of each text of the provider. */
const MOST_TEXT = 1_000

/** Codes of this server after which the change may have been made. */
const isUnclear = (code: string) => code.startsWith('UPSTREAM_') || code === 'OUTCOME_UNKNOWN'

/** @returns the text up to the limit; `isCut` if the body broke off before */
export async function readText(body: Readable): Promise<{ text: string; isCut: boolean }> {
  const chunks: Buffer[] = []
  let size = 0
  let isCut = false
  try {
    for await (const chunk of body) {
      chunks.push(Buffer.from(chunk))
      size += chunk.length
      if (size > MOST_BYTES) break // which destroys it
    }
  } catch {
    isCut = true
  }
  return { text: Buffer.concat(chunks).toString('utf8'), isCut }
}

/** The outcome as the status alone says it, after the response has been forgotten. */
export function outcomeOfStatus(status: First): RemovalOutcome {
  if (typeof status !== 'number') return { state: 'unknown' }
  if (status >= 200 && status < 300) return { state: 'removed', status }
  if (status === 404) return { state: 'already gone', status }
  const isUnknown = [502, 503, 504].includes(status) || (status >= 300 && status < 400)
  return { state: isUnknown ? 'unknown' : 'failed', status }
}

export async function outcomeOfResponse({ status, body }: UpstreamResponse): Promise<RemovalOutcome> {
  const { text, isCut } = await readText(body)
  const outcome = outcomeOfStatus(status)
  if (isCut) return { ...outcome, state: 'unknown' }
  if (outcome.state === 'removed') return outcome
  const { code, title, detail } = saidBy({ body: parseJson(text) })
  const cut = (one: string | undefined) => one?.slice(0, MOST_TEXT)
  return { ...outcome, code: cut(code), title: cut(title), detail: cut(detail) }
}

/** @param response made by `gatewayError` */
export async function readOwnError(response: Response): Promise<OwnError> {
  const { errors } = (await response.json()) as { errors: [OwnError] } // as it was made
  return { ...errors[0], status: response.status }
}

/** @returns undefined if nothing was sent */
export function outcomeOfError({ code, title, detail, first }: OwnError): RemovalOutcome | undefined {
  if (code === 'REPEATED') return outcomeOfStatus(first ?? 'unknown')
  return isUnclear(code) ? { state: 'unknown', code, title, detail } : undefined
}
