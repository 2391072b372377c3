/** Roles as identity providers send them: where each puts them, in what form, and the text for a sign-in without one. */
import type { JWTPayload } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startHost, startTestGateway, type TestGateway } from '../harness'
import { createAccessTokens } from './access-token'
import { CLIENT_ID, CLIENT_SECRET, createBrowser, oidcEnv, startProvider } from './provider-harness'

const ZITADEL = 'urn:zitadel:iam:org:project:roles'
const NAMESPACED = 'https://console.example/roles'
const claimNames = ['groups', '_claim_names', '_claim_sources', 'hasgroups', 'realm_access', ZITADEL, NAMESPACED]

let host: Awaited<ReturnType<typeof startHost>>
let provider: Awaited<ReturnType<typeof startProvider>>
const gateways = new Map<string, TestGateway>()
beforeAll(async () => {
  host = await startHost()
  provider = await startProvider()
  const { address } = host
  const hosts = { vehicleData: address, vehicle: address, management: address }
  for (const ROLE_CLAIM of ['realm_access.roles', 'realm_access', 'groups', 'roles', ZITADEL, NAMESPACED])
    gateways.set(
      ROLE_CLAIM,
      await startTestGateway(hosts, { ...oidcEnv(provider.issuer), ACCESS_TOKEN: 't', ROLE_CLAIM }),
    )
})
afterAll(async () => {
  for (const gateway of gateways.values()) await gateway.close()
  provider.close()
  host.close()
})

interface Form {
  /** Claims in the ID token, or in userinfo. */
  claims?: object
  isInUserinfo?: boolean
  accessToken?: JWTPayload
  accessTokenText?: string
  isSignedElsewhere?: boolean
}

/** Signs in at a provider that sends this form. @returns the role, and the server's refusal and log lines of it */
async function signIn(roleClaim: string, { claims = {}, isInUserinfo, isSignedElsewhere, ...tokens }: Form) {
  const gateway = gateways.get(roleClaim)
  if (!gateway) throw new Error(`no gateway for ${roleClaim}`)
  const signsAccessTokensElsewhere = isSignedElsewhere === true
  provider.open([gateway.origin], { fullIdTokens: !isInUserinfo, signsAccessTokensElsewhere, claimNames })
  const noTokens = { accessToken: undefined, accessTokenText: undefined }
  Object.assign(provider.person, { claims: { name: 'Operator One', ...claims }, ...noTokens, ...tokens })
  const browser = createBrowser()
  const seen = gateway.faults.length
  const page = await browser.go(`${gateway.origin}/auth/sign-in`)
  if (page.status !== 200) throw new Error(page.body)
  const { operator } = JSON.parse((await browser.ask(`${gateway.origin}/auth/session`)).body)
  const read = await browser.ask(`${gateway.origin}/api/vehicle/v3/connections`)
  const detail: string | undefined = read.status === 403 ? JSON.parse(read.body).errors[0].detail : undefined
  return { role: operator.role, noRole: operator.noRole, detail, log: gateway.faults.slice(seen).join('\n') }
}

/** As a Keycloak of its default settings sends it. */
const keycloak = (roles: string[], more: object = {}): JWTPayload => ({
  iss: provider.issuer,
  sub: 'operator-1',
  aud: 'account',
  azp: CLIENT_ID,
  typ: 'Bearer',
  exp: Math.floor(Date.now() / 1000) + 60,
  realm_access: { roles },
  ...more,
})

describe('Keycloak', () => {
  it('has its realm roles in the access token alone', async () => {
    const accessToken = keycloak(['offline_access', 'reader'])
    expect(await signIn('realm_access.roles', { accessToken })).toMatchObject({ role: 'reader', detail: undefined })
  })
  it('has its ID token read first, when a mapper adds the roles to it', async () => {
    const form = { claims: { realm_access: { roles: ['viewer'] } }, accessToken: keycloak(['operator']) }
    expect((await signIn('realm_access.roles', form)).role).toBe('viewer')
  })
  const now = Math.floor(Date.now() / 1000)
  it.each<[string, object, string]>([
    ['another issuer', { iss: 'https://other.example' }, 'it names another issuer'],
    ['another user', { sub: 'operator-2' }, 'it names another user'],
    ['no user', { sub: undefined }, 'it names another user'],
    ['another client', { azp: 'other' }, 'it isn’t meant for this client'],
    ['no client', { azp: undefined }, 'it isn’t meant for this client'],
    ['a list of other clients', { azp: ['x'], aud: ['account', 'other'] }, 'it isn’t meant for this client'],
    ['a time in the past', { exp: now - 600 }, 'it has expired'],
    ['no end', { exp: undefined }, 'it has no end'],
  ])('gives no role by an access token with %s', async (_, more, reason) => {
    const { role, detail } = await signIn('realm_access.roles', { accessToken: keycloak(['operator'], more) })
    expect(role).toBeNull()
    expect(detail).toContain(`The access token wasn’t used because ${reason}.`)
    expect(detail).toContain('“Add to ID token”')
  })
  it('gives no role by a token of another key, an unsigned, an encrypted or an opaque one', async () => {
    const accessToken = keycloak(['operator'])
    const other = await signIn('realm_access.roles', { accessToken, isSignedElsewhere: true })
    expect([other.role, other.detail]).toEqual([null, expect.stringContaining('the provider’s keys don’t verify it')])
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const unsigned = `${part({ alg: 'none', typ: 'JWT' })}.${part(accessToken)}.`
    const shared = `${part({ alg: 'HS256', kid: 'test' })}.${part(accessToken)}.${part({ a: CLIENT_SECRET })}`
    for (const [accessTokenText, reason] of [
      [unsigned, 'the provider’s keys don’t verify it'],
      [shared, 'the provider’s keys don’t verify it'],
      ['eyJ.a.b.c.d', 'it is encrypted'],
      ['opaque', 'it isn’t a JWT'],
    ] as const) {
      const { role, detail } = await signIn('realm_access.roles', { accessTokenText })
      expect([role, detail]).toEqual([null, expect.stringContaining(`wasn’t used because ${reason}.`)])
    }
  })
  it('has no token parsed that is too long', async () => {
    const accessTokens = createAccessTokens({ fetch: () => Promise.reject(new Error('not fetched')) }, CLIENT_ID, 1000)
    const { issuer } = provider
    const expected = { issuer, jwksUri: `${issuer}/jwks`, subject: 'operator-1', claim: 'roles' }
    expect(await accessTokens.read(`eyJ.${'x'.repeat(70_000)}.`, expected)).toEqual({ unused: 'it is too long' })
    expect(await accessTokens.read('eyJhbGciOiJSUzI1NiJ9.e30.YQ', expected)).toEqual({
      unused: 'the provider’s keys couldn’t be loaded',
    })
  })
  it('names the path when the claim is an object', async () => {
    const { detail } = await signIn('realm_access', { accessToken: keycloak(['operator']) })
    expect(detail).toContain('The claim realm_access in the access token is an object with “roles”')
    expect(detail).toContain('realm_access.roles')
  })
})

describe('an access token for this client and others', () => {
  it('counts for any claim if its audience is this client, not if it only requested it', async () => {
    const accessToken = keycloak([], { aud: [CLIENT_ID, 'account'], groups: ['reader'] })
    expect((await signIn('groups', { accessToken })).role).toBe('reader')
    // Roles at the API that the token is for would be read as roles here.
    const { role, detail } = await signIn('groups', { accessToken: { ...accessToken, aud: 'an-api' } })
    expect([role, detail]).toEqual([null, expect.stringContaining('it isn’t meant for this client')])
  })
})

describe('ZITADEL', () => {
  it('has the roles as keys of an object', async () => {
    const claims = { [ZITADEL]: { operator: { '201982826478953724': 'fleet.example' }, driver: { '1': 'a.example' } } }
    expect((await signIn(ZITADEL, { claims })).role).toBe('operator')
    expect((await signIn(ZITADEL, { claims, isInUserinfo: true })).role).toBe('operator')
  })
  it('says what to switch on where the claim is missing', async () => {
    const { role, detail } = await signIn(ZITADEL, {})
    expect(role).toBeNull()
    expect(detail).toContain(`The claim ${ZITADEL} isn’t in the ID token or userinfo.`)
    expect(detail).toContain('“Assert Roles on Authentication”')
  })
})

describe('Auth0', () => {
  it('has a URL as the claim’s name', async () => {
    expect((await signIn(NAMESPACED, { claims: { [NAMESPACED]: ['reader'] } })).role).toBe('reader')
  })
})

describe('Entra', () => {
  it.each<[string, object]>([
    [
      '_claim_names',
      {
        _claim_names: { groups: 'src1' },
        _claim_sources: { src1: { endpoint: 'https://graph.example/users/1/getMemberObjects' } },
      },
    ],
    ['hasgroups', { hasgroups: true }],
    ['hasgroups as text', { hasgroups: 'true' }],
  ])('leaves out groups when there are too many (%s), and the text says so', async (_, claims) => {
    const { role, noRole, detail, log } = await signIn('groups', { claims })
    expect(role).toBeNull()
    const expected = 'The provider left the groups out because this user is in too many (Microsoft Entra ID above 200)'
    for (const text of [noRole, detail, log]) expect(text).toContain(expected)
    expect(detail).toContain('send only the groups that are assigned to the application, or use app roles')
  })
})

describe('a sign-in without a role', () => {
  it('says what the claim had, with nothing secret, and what to do', async () => {
    const secret = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl'
    const roles = ['staff', secret, 'Zm9yZWNvdXJ0'.repeat(30), 'a\u202eb\n', 'e', 'f', 'g', 'h']
    const { noRole, detail, log } = await signIn('roles', { claims: { roles } })
    expect(noRole).toContain(
      'The claim roles in the ID token has “staff”, “•••”, “•••”, “a�b�”, “e” and 3 more, and none of them gives a role here.',
    )
    expect(noRole).toContain('Ask an administrator for one of the values viewer, reader, or operator')
    expect(detail).toBe(`Operator One is signed in but has no role, so nothing can be read or changed. ${noRole}`)
    expect(log).toContain('The claim roles in the ID token has “staff”')
    expect(`${detail}${log}`).not.toMatch(/eyJ|Zm9y|\u202e/)
    expect(noRole.length).toBeLessThan(700)
  })
  it.each<[string, unknown, string]>([
    ['an empty list', [], 'is an empty list. Ask an administrator for one of the values'],
    ['a text', 'Operator', 'has “Operator”, and it gives no role here'],
    ['a number', 7, 'is a number. Name a claim in ROLE_CLAIM'],
    ['a list of objects', [{ name: 'operator' }], 'is a list without text'],
    ['a text that has a role in it', 'staff,operator', 'has “staff,operator”'],
  ])('names %s', async (_, roles, expected) => {
    const { role, detail } = await signIn('roles', { claims: { roles } })
    expect([role, detail]).toEqual([null, expect.stringContaining(`The claim roles in the ID token ${expected}`)])
  })
  it('fits its cookie with the longest claims', async () => {
    const claims = { name: '名'.repeat(200), roles: Array.from({ length: 400 }, (_, n) => `群組${n}`.padEnd(99, '群')) }
    expect((await signIn('roles', { claims })).role).toBeNull()
  })
})
