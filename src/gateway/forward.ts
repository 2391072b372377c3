/** `/api/…`: forwards the operations of the endpoint table, and nothing else, to the three configured hosts. */
import { pipeline } from 'node:stream/promises'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'
import { endpoints, match } from '../api/api'
import { hostNames, hosts } from '../api/endpoint'
import type { Audit } from './audit'
import { BodyTooLarge, readBody } from './body'
import { createBudget } from './budget'
import type { Settings } from './environment'
import { dataHeaders, gatewayError } from './errors'
import { operatorOf, refusalFor } from './operator'
import type { sessionRoutes } from './session'
import { type Upstream, UpstreamError, type UpstreamResponse } from './upstream'

/** Headers of an answer that reach the browser; everything else stays here, cookies and redirects above all. */
const passed =
  /^(content-type|content-length|content-encoding|content-language|date|retry-after|(x-)?ratelimit.*|.*-(data-age|fetched-at|unit-system|request-id))$/

/** What a header carries as it is: visible ASCII, with spaces only inside. */
const userName = /^[!-~]([ -~]*[!-~])?$/

interface Options {
  settings: Settings
  upstreams: Record<keyof typeof hosts, Upstream>
  tokenFor: ReturnType<typeof sessionRoutes>['tokenFor']
  audit: Audit
  now?: (() => number) | undefined
}

export function forwarder({ settings, upstreams, tokenFor, audit, now }: Options) {
  const spend = createBudget(settings.config.dailyVehicleReads, now)
  const allowed = endpoints.filter(
    ({ extension }) => extension === undefined || settings.config.extensions.includes(extension),
  )

  /** The operation that a raw request target names. Nothing is decoded or tidied up on the way. */
  function operationOf(method: string, target: string) {
    const host = hostNames.find((name) => target.startsWith(`${hosts[name]}/`))
    if (!host) return undefined
    const raw = target.slice(hosts[host].length)
    const query = raw.indexOf('?')
    const found = match(host, method, query < 0 ? raw : raw.slice(0, query), allowed)
    return found && { ...found, host, raw }
  }

  return async function forward(c: Context<{ Bindings: HttpBindings }>): Promise<Response> {
    const { incoming, outgoing } = c.env
    // Heard from the start: a browser that leaves while its token is unsealed must not be missed.
    const gone = new AbortController()
    outgoing.once('close', () => gone.abort())
    const operation = operationOf(incoming.method ?? '', incoming.url ?? '')
    if (!operation) return gatewayError('NOT_AN_OPERATION', 'The interface has no such operation at this address.')
    const { endpoint, params, host, raw } = operation
    const isChange = endpoint.effect === 'change'
    if (isChange && settings.readOnly)
      return gatewayError('READ_ONLY', 'This server is read only (READ_ONLY): changes are refused.')
    const refusal = refusalFor(c, endpoint.effect, endpoint.operation)
    if (refusal) return refusal

    const token = await tokenFor(c, host, params.id === undefined ? undefined : decoded(params.id))
    if (token === undefined)
      return gatewayError(
        'NO_TOKEN',
        `The server holds no token for ${upstreams[host].address}. Hand one over, or configure it.`,
      )

    const headers: Record<string, string> = {
      accept: incoming.headers.accept ?? '*/*',
      authorization: `Bearer ${token}`,
    }
    const user = incoming.headers['x-forecourt-user']
    if (endpoint.namesUser && settings.headerPrefix && user !== undefined) {
      // A name that arrives mangled would ask for, and bill, another person's reading.
      if (typeof user !== 'string' || !userName.test(user))
        return gatewayError('BAD_REQUEST', 'The header x-forecourt-user takes visible ASCII characters.')
      headers[`${settings.headerPrefix}-user-id`] = user
    }

    let body: Buffer | undefined
    if (endpoint.body) {
      if (incoming.headers['content-type']) headers['content-type'] = incoming.headers['content-type']
      try {
        body = await readBody(c.req.raw, settings.bodyLimitBytes)
      } catch (error) {
        if (error instanceof BodyTooLarge)
          return gatewayError(
            'BODY_TOO_LARGE',
            `A body holds at most ${settings.bodyLimitBytes} bytes (BODY_LIMIT_KB).`,
          )
        return gatewayError('BAD_REQUEST', 'The body broke off; nothing was forwarded.')
      }
    }

    if (endpoint.effect === 'billed') {
      const vehicle = params.vehicleId ?? params.id ?? ''
      const spent = spend({ subject: operatorOf(c)?.subject, vehicleId: decoded(vehicle) ?? vehicle })
      if (spent) return gatewayError('BUDGET', spent.detail, { 'retry-after': String(spent.retryAfter) })
    }
    const record = isChange ? audit.attempt(operation) : undefined
    try {
      const answer = await upstreams[host].send({
        method: endpoint.method,
        target: raw,
        headers,
        body,
        isChange,
        timeoutMs: endpoint.effect === 'billed' ? settings.vehicleReadTimeoutMs : settings.readTimeoutMs,
        // Reads end when the browser goes away; a change is carried to its end whoever still listens.
        signal: isChange ? undefined : gone.signal,
      })
      record?.outcome(answer.status)
      return await pass(answer, outgoing)
    } catch (error) {
      record?.outcome('unknown', error instanceof Error ? error.message : String(error))
      if (error instanceof UpstreamError) return gatewayError(error.code, error.message)
      if (gone.signal.aborted)
        return gatewayError('UPSTREAM_UNREACHABLE', 'The browser went away; the read was given up.')
      throw error
    }
  }
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

/**
 * Passes an answer on as it arrives. One that breaks off in the middle breaks off here too: a list cut short must
 * never look complete.
 */
async function pass(
  { status, headers, body }: UpstreamResponse,
  outgoing: HttpBindings['outgoing'],
): Promise<Response> {
  if (status >= 300 && status < 400) {
    body.destroy()
    return gatewayError(
      'UPSTREAM_UNREACHABLE',
      `The service answered ${status} with a redirect, which is never followed.`,
    )
  }
  const kept: Record<string, string> = { ...dataHeaders }
  for (const [name, value] of Object.entries(headers)) {
    if (passed.test(name) && value !== undefined) kept[name] = [value].flat().join(', ')
  }
  outgoing.writeHead(status, kept)
  await pipeline(body, outgoing).catch(() => undefined) // both ends are destroyed then, which is the answer
  return RESPONSE_ALREADY_SENT
}
