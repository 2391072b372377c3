/** Another SESSION_SECRET: what the one before sealed still opens where it is given, and nothing new is sealed with it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OPERATOR_COOKIE, RENEW_MS } from './auth/operator-session'
import { createBrowser, oidcEnv, startProvider } from './auth/provider-harness'
import { createSeal } from './auth/seal'
import { codeOf, cookieOf, startHost, startTestGateway, type TestGateway } from './harness'
import { readEnvironment } from './settings/environment'
import { createDouble } from './team/team-harness'

const [before, after] = [
  'the secret before, of thirty-two bytes or more',
  'the secret after it, of thirty-two bytes or more',
]
let host: Awaited<ReturnType<typeof startHost>>
let provider: Awaited<ReturnType<typeof startProvider>>
const own: TestGateway[] = []
const { source: store } = createDouble()
let time = Date.now()

const start = async (env: Record<string, string>) => {
  const { address } = host
  const hosts = { vehicleData: address, vehicle: address, management: address }
  const all = { ...oidcEnv(provider.issuer), ACCESS_TOKEN: 'configured', ...env }
  const gateway = await startTestGateway(hosts, all, undefined, { store, now: () => time, consolePort: 1 })
  own.push(gateway)
  return gateway
}
beforeAll(async () => {
  host = await startHost()
  provider = await startProvider()
})
afterAll(async () => {
  for (const one of own) await one.close()
  provider.close()
  host.close()
})

describe('a secret that is replaced', () => {
  it('leaves sign-ins and tokens as they are, and the next cookie is of the new one', async () => {
    const first = await start({ SESSION_SECRET: before })
    provider.open([first.origin])
    const browser = createBrowser()
    await browser.go(`${first.origin}/auth/sign-in`)
    const operator = browser.pair(OPERATOR_COOKIE)
    const { cookies } = await first.session({ version3: 'handed-over' }, operator)
    const cookie = `${operator}; ${cookieOf(cookies)}`

    const rotated = await start({ SESSION_SECRET: after, SESSION_SECRET_OLD: before })
    host.requests.length = 0
    time += RENEW_MS
    expect((await rotated.ask('/api/vehicle/v3/connections', { headers: { cookie } })).status).toBe(200)
    expect(host.requests[0]?.headers.authorization).toBe('Bearer handed-over')
    const renewed = (await rotated.ask('/auth/session', { headers: { cookie } })).headers.getSetCookie()
    expect(renewed).toHaveLength(1)

    const done = await start({ SESSION_SECRET: after })
    const ask = async (sent: string) => done.ask('/session', { headers: { cookie: sent } })
    expect((await ask(cookieOf(renewed))).status).toBe(200)
    expect(await codeOf(await ask(operator))).toBe('401 GATEWAY SIGN_IN_REQUIRED')
  })
  it('opens for its purpose only, with either, and seals with the new one', async () => {
    const [old, rotated, fresh] = [createSeal(before), createSeal(after, before), createSeal(after)]
    const sealed = await old.seal('version3', 'token')
    expect(await rotated.open('version3', sealed)).toBe('token')
    expect(await rotated.open('version2', sealed)).toBeUndefined()
    expect(await fresh.open('version3', sealed)).toBeUndefined()
    const anew = await rotated.seal('version3', 'token')
    expect(await Promise.all([old, rotated, fresh].map((one) => one.open('version3', anew)))).toEqual([
      undefined,
      'token',
      'token',
    ])
    expect(await rotated.open('version3', await createSeal(`${before}!`).seal('version3', 'forged'))).toBeUndefined()
  })
})

describe('SESSION_SECRET_OLD', () => {
  it.each([
    [
      { SESSION_SECRET: after, SESSION_SECRET_OLD: 'canary' },
      'SESSION_SECRET_OLD: got 6 characters, expects 32 bytes or more.',
    ],
    [
      { SESSION_SECRET_OLD: before },
      'SESSION_SECRET: missing; SESSION_SECRET_OLD is set and expects a newer SESSION_SECRET.',
    ],
    [{ SESSION_SECRET: before, SESSION_SECRET_OLD: before }, 'SESSION_SECRET_OLD: got the same as SESSION_SECRET'],
  ])('%j is one clear line', (env, line) => {
    expect(() => readEnvironment(env)).toThrow(line)
  })
})
