/** An answer passed on to the browser as it arrives, without anything in it that could act. */
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { REQUEST_ID_HEADER } from '../../api/config'
import {
  compressed,
  compressor,
  type Encoding,
  encodingOf,
  firstSize,
  isWorthIt,
} from '../../server/http/pages/encoding'
import { dataHeaders, gatewayError } from '../errors'
import type { UpstreamResponse } from './upstream'
import { takeWhole } from './whole'

/** Headers of an answer that reach the browser; everything else stays here, cookies and redirects above all. */
const passed =
  /^(content-type|content-length|content-encoding|content-language|date|retry-after|(x-)?ratelimit.*|.*-(data-age|fetched-at|unit-system|request-id))$/

export const isPassed = (name: string): boolean => passed.test(name) && name !== REQUEST_ID_HEADER

type Outgoing = HttpBindings['outgoing']

/**
 * Passes an answer on as it arrives. One that breaks off in the middle breaks off here too: a list cut short must
 * never look complete.
 */
export async function pass(
  answer: UpstreamResponse,
  outgoing: Outgoing,
  more: Record<string, string>,
): Promise<Response> {
  const { status, headers, body } = answer
  if (status >= 300 && status < 400) {
    body.destroy()
    return gatewayError(
      'UPSTREAM_UNREACHABLE',
      `The provider returned ${status}, a redirect. Redirects are never followed.`,
    )
  }
  if (outgoing.destroyed) {
    body.destroy()
    return RESPONSE_ALREADY_SENT
  }
  const kept: Record<string, string> = {
    ...dataHeaders,
    ...more,
    vary: 'Accept-Encoding',
  }
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && isPassed(name)) kept[name] = typeof value === 'string' ? value : value.join(', ')
  }
  const encoding = encodingOf(answer, outgoing.req.headers['accept-encoding']?.toString())
  const whole = takeWhole(body)
  if (whole) await passWhole(whole, outgoing, { status, kept, encoding })
  else await passStream(body, outgoing, { status, kept, encoding })
  return RESPONSE_ALREADY_SENT
}

interface Head {
  status: number
  kept: Record<string, string>
  /** What it could be compressed with. */
  encoding: Encoding | undefined
}

/** What is there already leaves in one piece. */
async function passWhole(bytes: Buffer, outgoing: Outgoing, { status, kept, encoding }: Head): Promise<void> {
  const closed = new Promise<void>((resolve) => outgoing.once('close', resolve))
  const used = isWorthIt(bytes.length) ? encoding : undefined
  const sent = used ? await compressed(used, bytes) : bytes
  if (outgoing.destroyed) return
  if (used) kept['content-encoding'] = used
  if (status !== 204) kept['content-length'] = String(sent.length)
  outgoing.writeHead(status, kept)
  outgoing.end(sent)
  await closed // it is over when it has left
}

async function passStream(body: Readable, outgoing: Outgoing, { status, kept, encoding }: Head): Promise<void> {
  const leave = () => body.destroy()
  outgoing.once('close', leave) // before anything of it has come, too
  const length = kept['content-length']
  const size = length === undefined ? encoding && (await firstSize(body)) : Number(length)
  outgoing.off('close', leave)
  const used = size !== undefined && isWorthIt(size) ? encoding : undefined
  if (used) {
    delete kept['content-length']
    kept['content-encoding'] = used
  }
  if (outgoing.destroyed) return void body.destroy()
  outgoing.writeHead(status, kept)
  // All ends are destroyed where one breaks, which is the answer.
  await pipeline(used ? [body, compressor(used), outgoing] : [body, outgoing]).catch(() => undefined)
}
