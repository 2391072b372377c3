/** What no route ever sees: requests that others before this server may have read as another one, or that are too much. */
import type { HttpBindings } from '@hono/node-server'
import { isOverfull, MOST_PARAMETERS } from '../api/search'
import { hasTwoHosts } from './auth/origin'
import { gatewayError } from './errors'
import { isUnknownCoding } from './forward/body'
import { plainPage } from './page/plain-page'

const TOO_MANY = `An address can have at most ${MOST_PARAMETERS.toLocaleString('en-US')} parameters.`

/** @returns the refusal of a request that others before this server may have read as another one, or that is too much */
export function refusedAtTheDoor({ rawHeaders, headers, url = '' }: HttpBindings['incoming']): Response | undefined {
  if (hasTwoHosts(rawHeaders)) return gatewayError('BAD_REQUEST', 'A request must have exactly one Host header.')
  if (isUnknownCoding(headers['transfer-encoding']))
    return gatewayError('BAD_REQUEST', 'The only supported Transfer-Encoding is chunked.', { connection: 'close' })
  return isOverfull(url) ? refuseOverfull(headers.accept) : undefined
}

/** An address with more parameters than the limit is refused as a whole. */
function refuseOverfull(accept: string | undefined): Response {
  if (!accept?.includes('text/html')) return gatewayError('BAD_REQUEST', TOO_MANY)
  return plainPage(400, {
    title: 'Too many parameters',
    text: TOO_MANY,
    isAlert: true,
    link: { href: '/', text: 'Go to the overview' },
  })
}
