/** `/api/…`: forwards the operations of the endpoint table, and nothing else, to the three configured hosts. */
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { endpoints, match } from '../../api/api'
import { badIdIn } from '../../api/bad-id'
import { ACCOUNT_HEADER } from '../../api/config'
import { costOf, hostNames, hosts } from '../../api/endpoint'
import { isSoundSegment } from '../../api/segment'
import { subscriptions } from '../../api/subscriptions'
import { requesterOf } from '../auth/asker'
import { refusalForAccount } from '../auth/meant-account'
import { operatorOf, refusalFor } from '../auth/operator'
import type { sessionRoutes } from '../auth/session'
import { gatewayError } from '../errors'
import { goneSignal } from '../gone'
import type { Budget } from '../limits/budget'
import { readable } from '../record/audit'
import { runningOf } from '../running'
import type { Settings } from '../settings/environment'
import type { AccountRequest } from '../team/own-team'
import { BodyTooLarge, readBody, readJson, skipBody } from './body'
import type { Carry, Load } from './carry'
import { isClickId } from './clicks'
import { isUserName } from './user-name'

/** One reason for all who leave: it says nothing of any of them. */
const LEFT = new Error('The browser disconnected.')

type Env = { Bindings: HttpBindings }

interface Asked {
  method: string
  /** The raw request target, under `/api/`. */
  target: string
  /** The account that it is meant for. */
  account: string | undefined
  click: string | undefined
  /** True for what the form of a page asks for: its body is read already, and is no operation's. */
  isForm?: boolean
}

interface Options {
  settings: Settings
  session: Pick<ReturnType<typeof sessionRoutes>, 'resolve' | 'credentialFor'>
  carry: Carry
  budget: Budget
  /** Called before a subscription is created. @returns the refusal if the account's history can't begin */
  beginHistory: (request: AccountRequest) => Promise<Response | undefined>
}

export function forwarder({ settings, session, carry, budget, beginHistory }: Options) {
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

  /**
   * Checks a request as far as all of them are checked, and finds what it is sent with.
   * @returns what `carry` takes, or the refusal
   */
  async function loadOf(
    c: Context<Env>,
    { method, target, account: meant, click, isForm = false }: Asked,
  ): Promise<Load | Response> {
    const { incoming, outgoing } = c.env
    // Heard from the start: a browser that leaves while its token is unsealed must not be missed.
    const gone = goneSignal(outgoing, LEFT)
    const operation = operationOf(method, target)
    if (!operation) return gatewayError('NOT_AN_OPERATION', noOperation(target))
    const { endpoint, params, host } = operation
    const running = runningOf(incoming)
    running.named = { host, operation: endpoint.operation }
    running.parameters = readable(params)
    const badId = badIdIn(running.parameters)
    if (badId) return gatewayError('BAD_REQUEST', badId.message)
    const resolved = await session.resolve(c)
    const otherAccount = refusalForAccount(c, resolved.account, meant)
    if (otherAccount) return otherAccount
    const isChange = endpoint.effect === 'change'
    if (isChange && settings.readOnly)
      return gatewayError('READ_ONLY', 'This server is read-only (READ_ONLY). Changes are refused.')
    const refusal = refusalFor(c, endpoint.effect, endpoint.operation)
    if (refusal) return refusal

    if (isChange && click !== undefined && !isClickId(click)) return gatewayError('BAD_REQUEST', CLICK_EXPECTS)

    const vehicleId = params.id === undefined ? undefined : decoded(params.id)
    const credential = await session.credentialFor(c, resolved, host, vehicleId)
    if (credential instanceof Response) return credential
    const headers: Record<string, string> = { accept: incoming.headers.accept ?? '*/*' }
    const user = incoming.headers['x-forecourt-user']
    if (endpoint.namesUser && settings.headerPrefix && user !== undefined) {
      // A name that arrives mangled would ask for, and bill, another person's reading.
      if (typeof user !== 'string' || !isUserName(user))
        return gatewayError('BAD_REQUEST', 'The header x-forecourt-user expects visible ASCII characters.')
      headers[`${settings.headerPrefix}-user-id`] = user
    }

    let body: Buffer | undefined
    let bodyIds: Record<string, string> | undefined
    let requests = 1
    let bytes: Buffer | undefined
    try {
      if (endpoint.body) bytes = await readBody(c.req.raw, settings.bodyLimitBytes)
      else if (!isForm) await skipBody(incoming, settings.bodyLimitBytes)
    } catch (error) {
      if (error instanceof BodyTooLarge)
        return gatewayError(
          'BODY_TOO_LARGE',
          `The body can have at most ${settings.bodyLimitBytes} bytes (BODY_LIMIT_KB).`,
        )
      return gatewayError('BAD_REQUEST', 'The body broke off. Nothing was sent.')
    }
    if (bytes) {
      headers['content-type'] = 'application/json'
      const read = readJson(endpoint, bytes, { isReadOnly: settings.readOnly, vehicleId })
      if ('refused' in read) return gatewayError(read.refused, read.detail)
      body = Buffer.from(JSON.stringify(read.json))
      bodyIds = read.ids
      const badIdInBody = badIdIn(read.ids ?? {})
      if (badIdInBody) return gatewayError('BAD_REQUEST', badIdInBody.message)
      requests = Math.max(1, costOf(read.json)) // one at least: it was asked, whatever the service makes of it
    }

    const refused = endpoint === subscriptions.create ? await beginHistory(resolved) : undefined
    if (refused) return refused
    const operator = operatorOf(c)
    const vehicle = params.vehicleId ?? params.id ?? ''
    const asked = { subject: operator?.subject, vehicleId: decoded(vehicle) ?? vehicle, requests }
    const spent = endpoint.effect === 'billed' ? budget.spend(asked) : undefined
    if (spent) return gatewayError('BUDGET', spent.detail, { 'retry-after': String(spent.retryAfter) })
    const onUnsent = () => endpoint.effect === 'billed' && budget.giveBack(asked)
    const asker = requesterOf(c, settings.signIn)
    const isJob = incoming.headers['x-forecourt-priority'] === 'job'
    const { account } = resolved
    return {
      operation,
      asker,
      bodyIds,
      click: isChange ? click : undefined,
      requests,
      onUnsent,
      isJob,
      credential,
      headers,
      body,
      gone,
      begin: isChange ? c.get('confirmSignIn') : undefined,
      isFresh: isForm || incoming.headers['x-forecourt-fresh'] === '1',
      account,
      outgoing,
    }
  }

  return {
    operationOf,
    loadOf,
    async forward(c: Context<Env>): Promise<Response> {
      const { method = '', url: target = '', headers } = c.env.incoming
      const click = headers['x-forecourt-click']?.toString()
      const load = await loadOf(c, { method, target, click, account: headers[ACCOUNT_HEADER]?.toString() })
      return load instanceof Response ? load : carry(load)
    },
  }
}

const CLICK_EXPECTS = 'The header x-forecourt-click expects 8 to 100 letters, digits, hyphens and underscores.'

/** Why there is none at a raw request target. */
function noOperation(target: string): string {
  const segments = target.replace(/\?.*/s, '').split('/')
  return segments.every((segment) => segment === '' || isSoundSegment(segment))
    ? 'The API has no such operation at this address.'
    : 'The address has “..” or a control character, encoded or not, so a host could read it as another address. Nothing was sent.'
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}
