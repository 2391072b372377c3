/** The examples for identity providers in the server's README, followed to the letter with each provider's form of roles. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startHost, startTestGateway } from '../harness'
import { CLIENT_SECRET, createBrowser, startProvider } from './provider-harness'

const folder = mkdtempSync(join(tmpdir(), 'forecourt-'))
const readme = readFileSync('src/gateway/README.md', 'utf8')
const [section = ''] = /^### Identity providers\n.*?(?=^## )/ms.exec(readme) ?? []
const [common = '', ...parts] = section.split(/^#### /m)

/** Indented blocks, each with the paragraph before it. */
const blocksOf = (text: string) =>
  text.split('\n\n').flatMap((block, index, paragraphs) => {
    const before = (paragraphs[index - 1] ?? '').replace(/\s+/g, ' ')
    return block.startsWith('    ') ? [{ before, text: block.replace(/^ {4}/gm, '').trim() }] : []
  })
const linesOf = (text: string, separator: string) =>
  Object.fromEntries(
    text.split('\n').map((line) => {
      const [name = '', ...value] = line.split(separator)
      return [name, value.join(separator).trim()]
    }),
  )
const isEnvironment = ({ text }: { text: string }) => /^[A-Z_]+=/.test(text)

const examples = parts.map((part) => {
  const [name = ''] = part.split('\n')
  const blocks = blocksOf(part)
  const env = linesOf(blocks.find(isEnvironment)?.text ?? '', '=')
  const config = blocks.find(({ text }) => text.startsWith('{ "roles": {'))
  const sent = blocks.find(({ before }) =>
    /The (ID token|ID token or userinfo|access token|request) has:$/.test(before),
  )
  return { name, env, config: config?.text, in: / (\S+) has:$/.exec(sent?.before ?? '')?.[1], sent: sent?.text ?? '' }
})

let host: Awaited<ReturnType<typeof startHost>>
const started: { close(): unknown }[] = []
beforeAll(async () => {
  host = await startHost()
})
afterAll(async () => {
  for (const one of started.reverse()) await one.close()
  host.close()
})

/** A gateway with the variables of an example, its addresses and secrets replaced by the test's. */
async function startGateway({ name, env, config }: (typeof examples)[number], issuer?: string) {
  const path = join(folder, `${name}.json`)
  if (config) writeFileSync(path, config)
  const { address } = host
  const gateway = await startTestGateway(
    { vehicleData: address, vehicle: address, management: address },
    {
      ...linesOf(blocksOf(common).find(isEnvironment)?.text ?? '', '='),
      ...env,
      ...{ PUBLIC_ORIGIN: '', ACCESS_TOKEN: 't', SESSION_SECRET: 'a secret for tests, of more than thirty-two bytes' },
      ...(issuer && { OIDC_ISSUER: issuer, OIDC_CLIENT_SECRET: CLIENT_SECRET }),
      ...(env.CONFIG && { CONFIG: path }),
    },
  )
  started.push(gateway)
  return gateway
}

describe('the README', () => {
  it('has an example for each provider, complete', () => {
    expect(examples.map(({ name, config, in: place }) => [name, config !== undefined, place])).toEqual([
      ['Keycloak', false, 'token'],
      ['Microsoft Entra ID', false, 'token'],
      ['Microsoft Entra ID with groups', true, 'token'],
      ['Okta', true, 'userinfo'],
      ['Auth0', false, 'token'],
      ['ZITADEL', false, 'token'],
      ['authentik', true, 'token'],
      ['authentik as a proxy', true, 'request'],
      ['oauth2-proxy', true, 'request'],
    ])
  })
  it.each(examples.filter(({ env }) => env.OIDC_ISSUER))(
    '$name: a provider that sends this gives the role',
    async (example) => {
      const { env, sent } = example
      const claims: Record<string, unknown> = JSON.parse(sent)
      const provider = await startProvider(env.OIDC_CLIENT_ID)
      started.push(provider)
      const gateway = await startGateway(example, provider.issuer)
      const isInAccessToken = example.name === 'Keycloak'
      const isInUserinfo = example.in === 'userinfo'
      provider.open([gateway.origin], { fullIdTokens: !isInUserinfo, claimNames: Object.keys(claims) })
      const exp = Math.floor(Date.now() / 1000) + 60
      const accessToken = { iss: provider.issuer, sub: 'operator-1', aud: 'account', azp: env.OIDC_CLIENT_ID, exp }
      Object.assign(provider.person, isInAccessToken ? { accessToken: { ...accessToken, ...claims } } : { claims })
      const browser = createBrowser()
      expect((await browser.go(`${gateway.origin}/auth/sign-in`)).status).toBe(200)
      const { operator } = JSON.parse((await browser.ask(`${gateway.origin}/auth/session`)).body)
      expect(operator).toMatchObject({ id: 'operator-1', role: 'operator' })
    },
  )
  it.each(examples.filter(({ env }) => env.TRUSTED_PROXY))(
    '$name: a request with this header has the role',
    async (example) => {
      const gateway = await startGateway(example)
      const headers = linesOf(example.sent, ': ')
      const session = async (sent: Record<string, string>) =>
        (await gateway.ask('/auth/session', { headers: sent })).json() as Promise<{ operator: unknown }>
      const { env } = example
      const name = Object.values(headers)[0]
      expect((await session(headers)).operator).toEqual({ id: name, name, role: 'operator' })
      const { [env.ROLE_CLAIM ?? '']: roles = '', ...others } = headers
      expect(roles).not.toBe('')
      expect((await session(others)).operator).toMatchObject({ role: null })
    },
  )
})
