/** An answer passed on to the browser as it arrives, without anything in it that could act. */
import { pipeline } from 'node:stream/promises'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { dataHeaders, gatewayError } from '../errors'
import { compressionFor } from '../page/encoding'
import { requestIdHeader } from '../request-id'
import type { UpstreamResponse } from './upstream'

/** Headers of an answer that reach the browser; everything else stays here, cookies and redirects above all. */
const passed =
  /^(content-type|content-length|content-encoding|content-language|date|retry-after|(x-)?ratelimit.*|.*-(data-age|fetched-at|unit-system|request-id))$/

/**
 * Passes an answer on as it arrives. One that breaks off in the middle breaks off here too: a list cut short must
 * never look complete.
 */
export async function pass(
  answer: UpstreamResponse,
  outgoing: HttpBindings['outgoing'],
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
  const kept: Record<string, string> = { ...dataHeaders, ...more, ...requestIdHeader() }
  for (const [name, value] of Object.entries(headers)) {
    if (passed.test(name) && value !== undefined) kept[name] = [value].flat().join(', ')
  }
  kept.vary = 'Accept-Encoding'
  const leave = () => body.destroy()
  outgoing.once('close', leave) // before anything of it has come, too
  const compression = await compressionFor(answer, outgoing.req.headers['accept-encoding']?.toString())
  outgoing.off('close', leave)
  if (compression) {
    delete kept['content-length']
    kept['content-encoding'] = compression.encoding
  }
  outgoing.writeHead(status, kept)
  // All ends are destroyed where one breaks, which is the answer.
  await pipeline(compression ? [body, compression.compress, outgoing] : [body, outgoing]).catch(() => undefined)
  return RESPONSE_ALREADY_SENT
}
