/** Requests that no route sees: ones that a proxy may have read differently, or that are too much. */
import type { HttpBindings } from '@hono/node-server'
import type { MiddlewareHandler } from 'hono'
import { isOverfull, MOST_PARAMETERS } from '../api/search'
import { isOutsideBasePath, isWithoutSlash } from '../server/http/base-path'
import { HSTS, pageHeaders } from '../server/http/pages/page'
import { plainPage } from '../server/http/pages/plain-page'
import { hasTwoHosts } from './auth/origin'
import type { ConnectionLimits } from './connection-limits'
import { gatewayError } from './errors'
import { isUnknownCoding } from './forward/body'

const TOO_MANY = `An address can have at most ${MOST_PARAMETERS.toLocaleString('en-US')} parameters.`

interface Options {
  /** True if the public origin is https. */
  isSecure: () => boolean
  /** `BASE_PATH` */
  basePath: string
  /** The console’s own address, as people type it. */
  publicAddress: () => string
  connections: Pick<ConnectionLimits, 'isSpare'>
}

export const atTheDoor =
  ({ isSecure, basePath, publicAddress, connections }: Options): MiddlewareHandler<{ Bindings: HttpBindings }> =>
  async (c, next) => {
    const { incoming, outgoing } = c.env
    // On the bare response, because a forwarded one bypasses the framework.
    if (isSecure()) outgoing.setHeader('strict-transport-security', HSTS)
    const refusal =
      (connections.isSpare(incoming.socket) && refuseSpare(incoming)) ||
      (refuseMalformed(incoming, basePath) ??
        (isOutsideBasePath(incoming) ? refuseOutside(incoming, basePath, publicAddress()) : undefined))
    if (refusal) return refusal
    if (isWithoutSlash(incoming) && ['GET', 'HEAD'].includes(c.req.method)) return addSlash(incoming, basePath)
    await next()
    // Routes name their own addresses without the base path.
    const location = basePath === '' ? undefined : c.res.headers.get('location')
    if (location?.startsWith('/')) c.res.headers.set('location', basePath + location)
    return undefined
  }

/** @returns the refusal of a request that a proxy may have read as another one, or that is too much */
function refuseMalformed(
  { rawHeaders, headers, url = '' }: HttpBindings['incoming'],
  basePath: string,
): Response | undefined {
  if (hasTwoHosts(rawHeaders)) return gatewayError('BAD_REQUEST', 'A request must have exactly one Host header.')
  if (isUnknownCoding(headers['transfer-encoding']))
    return gatewayError('BAD_REQUEST', 'The only supported Transfer-Encoding is chunked.', { connection: 'close' })
  return isOverfull(url) ? refuseOverfull(headers.accept, basePath) : undefined
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
function refuseOverfull(accept: string | undefined, basePath: string): Response {
  if (!accept?.includes('text/html')) return gatewayError('BAD_REQUEST', TOO_MANY)
  return plainPage(400, {
    title: 'Too many parameters',
    text: TOO_MANY,
    isAlert: true,
    link: { href: `${basePath}/`, text: 'Go to the overview' },
  })
}

/** Leads from the base path to the console’s first page. The address is without the base path by now. */
const addSlash = ({ url = '' }: HttpBindings['incoming'], basePath: string): Response =>
  new Response(null, {
    status: 302,
    headers: { ...pageHeaders, 'cache-control': 'no-store', location: `${basePath}/${url.replace(/^[^?]*/, '')}` },
  })

/** @returns the refusal of a request whose address doesn’t begin with the base path */
function refuseOutside({ headers }: HttpBindings['incoming'], basePath: string, publicAddress: string): Response {
  const text = `This console is at ${publicAddress} (BASE_PATH). A proxy in front of it must pass that path on unchanged.`
  if (!headers.accept?.includes('text/html')) return gatewayError('NOT_AN_OPERATION', text)
  const link = { href: `${basePath}/`, text: 'Go to the console' }
  return plainPage(404, { title: 'Nothing exists at this address', text, isAlert: true, link })
}
