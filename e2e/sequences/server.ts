/**
 * What the tabs of a sequence ask: the server's rule of accounts before the real sandbox, on a line that answers late, or
 * loses the request or its answer. It writes down what reached the sandbox and what the sandbox made of it.
 */
import { createAccounts } from '../../src/gateway/account'
import { createSandbox, type Sandbox } from '../../src/sandbox/handler'
import type { Clock } from './clock'

/** What a browser sends along: whose tokens, and who is signed in. */
export interface Cookies {
  /** The token that was added; the server's own where there is none. */
  token?: string | undefined
  operator: string | null
}

/** What becomes of one request on its way. */
export interface Fate {
  kind: 'answered' | 'request lost' | 'answer lost' | 'refused' | 'asleep' | 'held back'
  /** Virtual ms until it arrives, and until its answer does. */
  there: number
  back: number
}

/** One change that reached the sandbox, or was answered in its place. */
export interface Sent {
  tab: string
  operation: 'connection' | 'user'
  id: string
  token: string
  /** Whose it was, by the browser's cookies. */
  operator: string | null
  /** What the sandbox answered; undefined where it was never asked. */
  status: number | undefined
  isAnswered: boolean
  at: number
}

export interface Server {
  readonly sent: readonly Sent[]
  /** The account's key of a browser's cookies. */
  accountOf(cookies: Cookies): string
  /** Asks for something as a tab's `fetch`. @throws TypeError where the line is cut */
  serve(tab: string, jar: { cookies: Cookies }, address: string, init: RequestInit, fate: Fate): Promise<Response>
  /** Whether it is still there, for a token. */
  isThere(operation: Sent['operation'], id: string, token: string): Promise<boolean>
}

export const OWN_TOKEN = 'sandbox-own'
export const SERVICE = ['http://data.test', 'http://vehicle.test', 'http://management.test']

const accounts = createAccounts(undefined)
const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })
const errorOf = (status: number, type: string, code: string, headers: Record<string, string> = {}) =>
  json({ errors: [{ status: String(status), type, code, title: code, detail: code }] }, status, headers)

export function createServer(clock: Clock, tokens: (name: string) => string): Server {
  const sandbox: Sandbox = createSandbox({ connections: CONNECTIONS, seed: 1, latencyMs: 0 })
  const sent: Sent[] = []
  const isOut = new Set<string>()

  const tokenOf = ({ token }: Cookies) => tokens(token ?? OWN_TOKEN)
  const accountOf = (cookies: Cookies) => {
    const credential = { kind: 'token', token: tokenOf(cookies) } as const
    return accounts(cookies.operator ?? undefined, {
      vehicle: credential,
      management: credential,
      vehicleData: credential,
    })
  }
  const pass = (ms: number) => new Promise<void>((resolve) => clock.setTimeout(resolve, ms))

  function ask(target: string, method: string, token: string): Promise<Response> {
    const request = new Request(`http://vehicle.test${target}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
    })
    return sandbox.handle('vehicle', target, request)
  }

  async function session(jar: { cookies: Cookies }, init: RequestInit): Promise<Response> {
    if (init.method === 'POST') {
      const { version3 } = JSON.parse(String(init.body)) as { version3: string } // as the console writes it
      jar.cookies = { ...jar.cookies, token: version3 }
    }
    if (init.method === 'DELETE') jar.cookies = { operator: jar.cookies.operator }
    return json({
      account: accountOf(jar.cookies),
      version3: jar.cookies.token !== undefined,
      version2: false,
      vehicles: {},
    })
  }

  /** What reaches the server, with the cookies of the moment in which it was sent. */
  async function arrive(
    tab: string,
    jar: { cookies: Cookies },
    cookies: Cookies,
    address: string,
    init: RequestInit,
    fate: Fate,
  ): Promise<Response> {
    const isIn = cookies.operator !== null && !isOut.has(cookies.operator)
    if (address === '/auth/session') {
      const { operator } = cookies
      return json({
        signIn: 'oidc',
        operator: isIn ? { id: operator, name: 'Operator', role: 'operator' } : null,
        endsAt: null,
      })
    }
    if (address === '/auth/sign-out') {
      jar.cookies = { operator: null } // the tokens that were added go with the operator
      return json({ endSession: null })
    }
    if (!isIn) return errorOf(401, 'GATEWAY', 'SIGN_IN_REQUIRED')
    if (address === '/session') return session(jar, init)
    const target = address.replace('/api/vehicle', '')
    const account = accountOf(cookies)
    const headers = { 'x-forecourt-account': account }
    const meant = new Headers(init.headers).get('x-forecourt-account')
    if (meant !== null && meant !== account) return errorOf(409, 'GATEWAY', 'ACCOUNT_CHANGED', headers)
    const method = init.method ?? 'GET'
    const token = tokenOf(cookies)
    const [, resource, id = ''] = /^\/v3\/(connections|users)\/([^/?]+)$/.exec(target) ?? []
    const change: Sent | undefined =
      method === 'DELETE'
        ? {
            tab,
            operation: resource === 'users' ? 'user' : 'connection',
            id: decodeURIComponent(id),
            token,
            operator: cookies.operator,
            status: undefined,
            isAnswered: fate.kind !== 'answer lost',
            at: clock.now(),
          }
        : undefined
    if (change) sent.push(change)
    if (fate.kind === 'held back') return errorOf(429, 'LIMIT', 'LIMIT', { ...headers, 'retry-after': '1' })
    if (fate.kind === 'refused') return errorOf(500, 'SERVER', 'INTERNAL', headers)
    if (fate.kind === 'asleep' && change) return errorOf(409, 'VEHICLE_STATE', 'ASLEEP', headers)
    const answer = await ask(target, method, token)
    if (change) change.status = answer.status
    return new Response(answer.body, {
      status: answer.status,
      headers: { ...Object.fromEntries(answer.headers), ...headers },
    })
  }

  return {
    sent,
    accountOf,
    async serve(tab, jar, address, init, fate) {
      const { cookies } = jar
      await pass(fate.there)
      if (fate.kind === 'request lost') throw new TypeError('failed to fetch')
      const answer = await arrive(tab, jar, cookies, address, init, fate)
      await pass(fate.back)
      if (fate.kind === 'answer lost') throw new TypeError('failed to fetch')
      return answer
    },
    async isThere(operation, id, token) {
      const target =
        operation === 'connection' ? `/v3/connections/${id}` : `/v3/connections?filter[userId]=${id}&page[size]=1`
      const answer = await ask(target, 'GET', tokens(token))
      if (operation === 'connection') return answer.status !== 404
      return ((await answer.json()) as { meta: { totalCount: number } }).meta.totalCount > 0
    },
  }
}

/** Connections of each token's world. */
export const CONNECTIONS = 60
