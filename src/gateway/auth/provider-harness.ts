/** For the tests of sign-in: a real OpenID Connect provider on loopback, and a browser that keeps cookies as one does. */
import { generateKeyPairSync } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type JWTPayload, SignJWT } from 'jose'
import { Provider } from 'oidc-provider'
import { request } from 'undici'
import { unhashed } from './cookie-harness'

export const CLIENT_ID = 'forecourt'
export const CLIENT_SECRET = 'canary-client-secret'

/** Who is at the keyboard of the provider's sign-in page, and what they do there. */
export interface Person {
  subject: string
  claims: Record<string, unknown>
  /** Set: they do not sign in, and the provider says so. */
  refuses?: { error: string; error_description: string } | undefined
  /** Makes the access token a JWT with these claims, as Keycloak’s are; otherwise it is opaque. */
  accessToken?: JWTPayload | undefined
  /** The access token as it is, instead. */
  accessTokenText?: string | undefined
}

const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
const other = generateKeyPairSync('rsa', { modulusLength: 2048 })
const named = { use: 'sig', alg: 'RS256', kid: 'test' }
const key = { ...pair.privateKey.export({ format: 'jwk' }), ...named }
const otherKeys = JSON.stringify({ keys: [{ ...other.publicKey.export({ format: 'jwk' }), ...named }] })

export async function startProvider(clientId = CLIENT_ID) {
  let listener: RequestListener = (_, res) => res.writeHead(503).end()
  const server = createServer((req, res) => listener(req, res))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // listening on TCP
  const issuer = `http://127.0.0.1:${port}`
  const person: Person = { subject: 'operator-1', claims: { name: 'Operator One' } }
  /** Everything the provider gave out: none of it may be seen anywhere. */
  const issued = { codes: [] as string[], accessTokens: [] as string[], idTokens: [] as string[] }
  const targets: string[] = []

  /** Begins to answer, for a gateway whose address is known by now. */
  function open(
    origins: readonly string[],
    {
      endsSessions = true,
      fullIdTokens = false,
      publishesOtherKeys = false,
      signsAccessTokensElsewhere = false,
      claimNames = [] as readonly string[],
    } = {},
  ) {
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: clientId,
          client_secret: CLIENT_SECRET,
          redirect_uris: origins.map((origin) => `${origin}/auth/callback`),
          post_logout_redirect_uris: origins.map((origin) => `${origin}/`),
        },
      ],
      jwks: { keys: [key] },
      cookies: { keys: ['a key for the cookies of the tests'] },
      ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
      scopes: ['openid', 'profile', 'roles'],
      conformIdTokenClaims: !fullIdTokens,
      claims: { openid: ['sub'], profile: ['name', 'preferred_username', 'realm', ...claimNames], roles: ['roles'] },
      features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: endsSessions } },
      interactions: { url: (_, { uid }) => `/interaction/${uid}` },
      findAccount: (_, subject) => ({ accountId: subject, claims: () => ({ ...person.claims, sub: subject }) }),
      async loadExistingGrant({ oidc }) {
        const grant = new oidc.provider.Grant({ clientId, accountId: oidc.session?.accountId ?? '' })
        grant.addOIDCScope('openid profile roles')
        await grant.save()
        return grant
      },
    })
    /** The provider's own opaque tokens, by the token that was issued in place of each. */
    const opaqueTokens = new Map<string, string>()
    const toIssued = async ({ accessToken, accessTokenText }: Person): Promise<string | undefined> =>
      accessToken === undefined
        ? accessTokenText
        : new SignJWT(accessToken)
            .setProtectedHeader({ ...named, typ: 'JWT' })
            .sign(signsAccessTokensElsewhere ? other.privateKey : pair.privateKey)
    provider.use(async (ctx, next) => {
      const opaque = opaqueTokens.get(ctx.get('authorization').replace('Bearer ', ''))
      if (opaque !== undefined) ctx.req.headers.authorization = `Bearer ${opaque}`
      await next()
      const token = ctx.path === '/token' && ctx.status === 200 ? await toIssued(person) : undefined
      if (token === undefined) return
      const body = ctx.body as { access_token: string } // of the token endpoint
      opaqueTokens.set(token, body.access_token)
      issued.accessTokens.push(token)
      body.access_token = token
    })
    provider.on('authorization.success', (_, response) => {
      if (typeof response?.code === 'string') issued.codes.push(response.code)
    })
    provider.on('grant.success', ({ body }) => {
      const { access_token, id_token } = body as { access_token: string; id_token: string } // of the token endpoint
      issued.accessTokens.push(access_token)
      issued.idTokens.push(id_token)
    })
    const answer = provider.callback()
    listener = (req, res) => {
      targets.push(req.url ?? '')
      if (publishesOtherKeys && req.url === '/jwks')
        return void res.writeHead(200, { 'content-type': 'application/json' }).end(otherKeys)
      if (!req.url?.startsWith('/interaction/')) return void answer(req, res)
      const { subject, refuses } = person
      void provider.interactionFinished(req, res, refuses ?? { login: { accountId: subject } })
    }
  }

  return {
    issuer,
    person,
    issued,
    /** What was asked of it. */
    targets,
    open,
    /** From now on every answer is this status. */
    fail: (status: number) => {
      listener = (_, res) => res.writeHead(status).end('canary-provider-body')
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

export const oidcEnv = (issuer: string) => ({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: CLIENT_ID,
  OIDC_CLIENT_SECRET: CLIENT_SECRET,
  ROLE_CLAIM: 'none',
})

interface Kept {
  host: string
  path: string
  name: string
  value: string
  isStrict: boolean
}
interface Sent {
  method?: 'GET' | 'POST' | 'DELETE'
  headers?: Record<string, string>
  body?: string
}
export interface ProviderRequest {
  url: string
  status: number
  headers: Headers
  body: string
}

/** Cookies by host and path, Strict ones only where no other site had a part in the request. */
export function createBrowser() {
  let jar: Kept[] = []
  const seen: ProviderRequest[] = []

  const cookiesFor = (url: URL, isForeign: boolean) =>
    jar
      .filter(({ host, path }) => host === url.hostname && (url.pathname === path || startsBelow(url.pathname, path)))
      .filter(({ isStrict }) => !(isStrict && isForeign))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ')

  function keep(url: URL, line: string) {
    const [pair = '', ...attributes] = line.split('; ')
    const of = (name: string) =>
      attributes.find((one) => one.toLowerCase().startsWith(`${name}=`))?.slice(name.length + 1)
    const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
    const path = of('path') ?? '/'
    const { hostname: host } = url
    jar = jar.filter((one) => one.host !== host || one.path !== path || one.name !== name)
    const isGone = of('max-age') === '0' || Date.parse(of('expires') ?? '') < Date.now()
    if (!isGone) jar.push({ host, path, name, value, isStrict: of('samesite')?.toLowerCase() === 'strict' })
  }

  /** Not by fetch, which says itself how it asks (`sec-fetch-mode: cors`). */
  async function send(url: URL, { method = 'GET', headers, body }: Sent, isForeign: boolean): Promise<ProviderRequest> {
    const cookie = cookiesFor(url, isForeign)
    const answer = await request(url, {
      method,
      headers: { ...headers, ...(cookie && { cookie }) },
      body: body ?? null,
    })
    const received = new Headers()
    for (const [name, value] of Object.entries(answer.headers))
      for (const one of [value ?? []].flat()) received.append(name, one)
    for (const line of received.getSetCookie()) keep(url, line)
    const one = { url: url.href, status: answer.statusCode, headers: received, body: await answer.body.text() }
    seen.push(one)
    return one
  }

  /** Follows an address through all redirects. @param from the site whose link it is; none: typed */
  async function go(
    address: string,
    from?: string,
    until: (url: URL) => boolean = () => false,
  ): Promise<ProviderRequest> {
    let url = new URL(address)
    const sites = new Set(from === undefined ? [] : [new URL(from).hostname])
    for (let hop = 0; hop < 12; hop += 1) {
      sites.add(url.hostname)
      const answer = await send(url, { headers: { accept: 'text/html', 'sec-fetch-mode': 'navigate' } }, sites.size > 1)
      const location = answer.headers.get('location')
      if (location === null) return answer
      const next = new URL(location, url)
      if (until(next)) return { ...answer, url: next.href }
      url = next
    }
    throw new Error(`${address} redirects without end`)
  }

  return {
    seen,
    go,
    /** A request of the console's own page. */
    ask: (address: string, init: Sent = {}) => {
      const url = new URL(address)
      const own = { origin: url.origin, 'sec-fetch-site': 'same-origin' }
      return send(url, { ...init, headers: { ...own, ...init.headers } }, false)
    },
    /** @param name without the hash of its console */
    cookie: (name: string) => jar.find((one) => unhashed(one.name) === name)?.value,
    /** All of them, as text. */
    pairs: () => jar.map((one) => `${one.name}=${one.value}`).join('; '),
    /** The same as it is sent, with its whole name. */
    pair: (name: string) =>
      jar.flatMap((one) => (unhashed(one.name) === name ? [`${one.name}=${one.value}`] : [])).join('; '),
    /** Puts cookies back as they were. */
    snapshot: () => {
      const then = [...jar]
      return () => {
        jar = then
      }
    },
    /** Ends the sign-in at a provider, which would sign the same person in again. */
    forgetSite: (host: string) => {
      jar = jar.filter((one) => one.host !== host)
    },
    plant: (host: string, name: string, value: string, path = '/') => {
      jar = jar.filter((one) => one.name !== name)
      jar.push({ host, path, name, value, isStrict: false })
    },
    /** The gateway's cookies. */
    names: () =>
      jar
        .filter(({ name }) => name.startsWith('forecourt-'))
        .map(({ name, path }) => `${unhashed(name)} ${path}`)
        .toSorted(),
  }
}

const startsBelow = (pathname: string, path: string) => pathname.startsWith(path.endsWith('/') ? path : `${path}/`)

/** Follows the page that leads on by itself, as the browser does: from this site. */
export function leadsTo({ url, body }: ProviderRequest): string | undefined {
  const target = /<meta http-equiv="refresh" content="0;url=([^"]*)">/.exec(body)?.[1]
  return target === undefined ? undefined : new URL(target.replaceAll('&amp;', '&').replaceAll('&#39;', "'"), url).href
}
