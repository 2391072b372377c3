/**
 * What the tabs of a sequence ask: the server's rule of accounts before the real sandbox, on a line that answers late, or
 * loses the request or its answer. It writes down what reached the sandbox and what the sandbox made of it.
 */
import { ofServer } from '../../src/api/own-response-harness'
import { createAccounts } from '../../src/gateway/auth/account'
import { createFleet } from '../../src/sandbox/fleet'
import { createSandbox, type Sandbox } from '../../src/sandbox/handler'
import type { Clock } from './clock'

/** What a browser sends along: whose tokens, and who is signed in. */
export interface Cookies {
  /** The token that was added; the server's own where there is none. */
  token?: string | undefined
  operator: string | null
  /** Which sign-in it is: once it was signed out, a copy of it is refused. */
  signIn: number
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
  /** What was answered, by the sandbox or in its place. */
  status: number
  /** False where the answer was lost on its way. */
  isAnswered: boolean
  /** When the tab sent it, in virtual ms. */
  at: number
}

export interface Server {
  readonly sent: readonly Sent[]
  /** The account's key of a browser's cookies. */
  accountOf(cookies: Omit<Cookies, 'signIn'>): string
  /** Asks for something as a tab's `fetch`. @throws TypeError where the line is cut */
  serve(tab: string, jar: { cookies: Cookies }, address: string, init: RequestInit, fate: Fate): Promise<Response>
  /** Ids of connections, and of their users, that every token's world begins with. */
  things(): { connections: readonly string[]; users: readonly string[] }
  /** Whether it is still there, for a token. */
  isThere(operation: Sent['operation'], id: string, token: string): Promise<boolean>
}

/** Connections of each token's world. */
const CONNECTIONS = 40
/** The server's own token; each name is a world of its own in each sequence. */
export const OWN_TOKEN = 'sandbox-own'
export const SERVICE = ['http://data.test', 'http://vehicle.test', 'http://management.test']

const accounts = createAccounts(undefined)
const fleet = createFleet(CONNECTIONS, 1)
const rows = Array.from({ length: CONNECTIONS }, (_, row) => row)
const things = { connections: rows.map(fleet.id), users: [...new Set(rows.map(fleet.userId))] }
const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...ofServer, ...headers },
  })
const errorOf = (status: number, type: string, code: string, headers: Record<string, string> = {}) =>
  json({ errors: [{ status: String(status), type, code, title: code, detail: code }] }, status, headers)

export function createServer(clock: Clock, tokens: (name: string) => string): Server {
  const sandbox: Sandbox = createSandbox({ connections: CONNECTIONS, seed: 1, latencyMs: 0 })
  const sent: Sent[] = []

  const tokenOf = ({ token }: Pick<Cookies, 'token'>) => tokens(token ?? OWN_TOKEN)
  const accountOf = (cookies: Omit<Cookies, 'signIn'>) => {
    const credential = { kind: 'token', token: tokenOf(cookies) } as const
    return accounts(cookies.operator ?? undefined, {
      vehicle: credential,
      management: credential,
      vehicleData: credential,
    })
  }
  const ended = new Set<number>()
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
    if (init.method === 'DELETE') jar.cookies = { ...jar.cookies, token: undefined }
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
    at: number,
  ): Promise<Response> {
    const isIn = cookies.operator !== null && !ended.has(cookies.signIn)
    if (address === '/auth/session') {
      const { operator } = cookies
      return json({
        signIn: 'oidc',
        operator: isIn ? { id: operator, name: 'Operator', role: 'operator' } : null,
        endsAt: null,
      })
    }
    if (address === '/auth/sign-out') {
      ended.add(cookies.signIn)
      jar.cookies = { operator: null, signIn: jar.cookies.signIn } // the tokens that were added go with the operator
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
    const write = (status: number) => {
      if (method !== 'DELETE') return
      const operation = resource === 'users' ? 'user' : 'connection'
      const { operator } = cookies
      sent.push({
        tab,
        operation,
        id: decodeURIComponent(id),
        token,
        operator,
        status,
        isAnswered: fate.kind !== 'answer lost',
        at,
      })
    }
    // Held back by the server itself: nothing was sent on.
    if (fate.kind === 'held back') return errorOf(429, 'GATEWAY', 'LIMIT', { ...headers, 'retry-after': '1' })
    if (fate.kind === 'refused' || (fate.kind === 'asleep' && method !== 'DELETE')) {
      write(500)
      return errorOf(500, 'SERVER', 'INTERNAL', headers)
    }
    if (fate.kind === 'asleep') {
      write(409)
      return errorOf(409, 'VEHICLE_STATE', 'ASLEEP', headers)
    }
    const answer = await ask(target, method, token)
    write(answer.status)
    return new Response(answer.body, {
      status: answer.status,
      headers: { ...Object.fromEntries(answer.headers), ...ofServer, ...headers },
    })
  }

  return {
    sent,
    accountOf,
    things: () => things,
    async serve(tab, jar, address, init, fate) {
      const { cookies } = jar
      const at = clock.now()
      await pass(fate.there)
      if (fate.kind === 'request lost') throw new TypeError('failed to fetch')
      const answer = await arrive(tab, jar, cookies, address, init, fate, at)
      await pass(fate.back)
      if (fate.kind === 'answer lost') throw new TypeError('failed to fetch')
      return answer
    },
    async isThere(operation, id, token) {
      const target =
        operation === 'connection' ? `/v3/connections/${id}` : `/v3/connections?filter[userId]=${id}&page[size]=1`
      const answer = await ask(target, 'GET', token)
      if (operation === 'connection') return answer.status !== 404
      return ((await answer.json()) as { meta: { totalCount: number } }).meta.totalCount > 0
    },
  }
}
