/** Requests that no route sees: ones that a proxy may have read differently, or that are too much. */
import type { HttpBindings } from '@hono/node-server'
import type { MiddlewareHandler } from 'hono'
import { isOverfull, MOST_PARAMETERS } from '../api/search'
import { HSTS } from '../server/http/pages/page'
import { plainPage } from '../server/http/pages/plain-page'
import { hasTwoHosts } from './auth/origin'
import type { ConnectionLimits } from './connection-limits'
import { gatewayError } from './errors'
import { isUnknownCoding } from './forward/body'

const TOO_MANY = `An address can have at most ${MOST_PARAMETERS.toLocaleString('en-US')} parameters.`

interface Options {
  /** True if the public origin is https. */
  isSecure: () => boolean
  connections: Pick<ConnectionLimits, 'isSpare'>
}

export const atTheDoor =
  ({ isSecure, connections }: Options): MiddlewareHandler<{ Bindings: HttpBindings }> =>
  async ({ env: { incoming, outgoing } }, next) => {
    // On the bare response, because a forwarded one bypasses the framework.
    if (isSecure()) outgoing.setHeader('strict-transport-security', HSTS)
    const refusal = (connections.isSpare(incoming.socket) && refuseSpare(incoming)) || refuseMalformed(incoming)
    return refusal ?? next()
  }

/** @returns the refusal of a request that a proxy may have read as another one, or that is too much */
function refuseMalformed({ rawHeaders, headers, url = '' }: HttpBindings['incoming']): Response | undefined {
  if (hasTwoHosts(rawHeaders)) return gatewayError('BAD_REQUEST', 'A request must have exactly one Host header.')
  if (isUnknownCoding(headers['transfer-encoding']))
    return gatewayError('BAD_REQUEST', 'The only supported Transfer-Encoding is chunked.', { connection: 'close' })
  return isOverfull(url) ? refuseOverfull(headers.accept) : undefined
}

/** Addresses that a load balancer requests. */
const HEALTH = ['/healthz', '/readyz']
const FULL = 'This server has as many connections as it may (CONNECTION_LIMIT). Try again in a moment.'

/** @returns the refusal on a connection past the bound; undefined for the health check */
function refuseSpare({ headers, url = '' }: HttpBindings['incoming']): Response | undefined {
  if (HEALTH.includes(url.replace(/\?.*/s, ''))) return undefined
  if (!headers.accept?.includes('text/html'))
    return gatewayError('BUSY', FULL, { connection: 'close', 'retry-after': '5' })
  const page = plainPage(503, { title: 'Too many connections', text: FULL })
  page.headers.set('connection', 'close')
  page.headers.set('retry-after', '5')
  return page
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
