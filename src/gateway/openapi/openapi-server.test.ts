/**
 * Requests made from the OpenAPI document, through the server: what it passes on and what it returns itself is as the
 * document says, and each status that it has is reached for every operation, those of the server alone too.
 */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { extensions } from '../../api/api'
import { hosts } from '../../api/endpoint'
import { type RunningSandbox, startSandbox } from '../../sandbox/server'
import { cookieOf, startTestGateway, type TestGateway } from '../harness'
import { type Known, soundCase } from './openapi-cases'
import {
  CASES,
  definedIn,
  END_MS,
  generated,
  isOfServer,
  knownOf,
  operationOf,
  reachAll,
  SEED,
  type Send,
  statusesOf,
  wrongOf,
} from './openapi-oracle'

/** So many requests at a time. */
const AT_ONCE = 10

const folder = mkdtempSync(join(tmpdir(), 'forecourt-'))
const closing: { close(): unknown }[] = []
let sandbox: RunningSandbox
let known: Known
let gateway: TestGateway

let files = 0
async function start(env: Record<string, string>, config: object = {}, at?: RunningSandbox | typeof nowhere) {
  files += 1
  const CONFIG = join(folder, `config-${files}.json`)
  writeFileSync(CONFIG, JSON.stringify({ extensions, ...config }))
  const started = await startTestGateway(at ?? sandbox, { CONFIG, HEADER_PREFIX: 'sb', ...env })
  closing.push(started)
  return started
}
/** Nobody listens there. */
const nowhere = { vehicleData: 'http://127.0.0.1:9', vehicle: 'http://127.0.0.1:9', management: 'http://127.0.0.1:9' }

beforeAll(async () => {
  sandbox = await startSandbox({ connections: 300, seed: 1, latencyMs: 0 })
  closing.push(sandbox)
  known = await knownOf(async (host, path, token) => {
    const response = await fetch(sandbox[host] + path, { headers: { authorization: `Bearer ${token}` } })
    return (await response.json()).data
  })
  gateway = await start({})
})
afterAll(async () => {
  for (const one of closing.toReversed()) await one.close()
})

interface How {
  more?: Record<string, string>
  cookies?: (token: string) => Promise<string>
}

/** Sends as the console’s page does, byte for byte: `fetch` would tidy the address up. */
const sendTo =
  (to: TestGateway, { more = {}, cookies = cookiesOf(to) }: How = {}): Send =>
  async (given, token) => {
    const { target, headers, body } = given
    const { method, host } = operationOf(given)
    const { 'sb-user-id': user, ...rest } = definedIn(headers)
    const cookie = await cookies(token)
    const all = {
      origin: to.origin,
      'sec-fetch-site': 'same-origin',
      ...rest,
      ...(cookie && { cookie }),
      ...(user !== undefined && { 'x-forecourt-user': user }),
      ...(body !== undefined && {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
      }),
      ...more,
    }
    return new Promise((resolve, reject) => {
      const options = {
        port: to.port,
        agent: false as const,
        method: method.toUpperCase(),
        path: hosts[host] + target,
        headers: all,
      }
      const asked = request(options, (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk) => {
          text += chunk
        })
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
        response.on('error', reject)
      })
      asked.on('error', reject)
      asked.end(body)
    })
  }

/** The browser’s cookies with a token added, by the token. */
function cookiesOf({ session }: TestGateway): (token: string) => Promise<string> {
  const kept = new Map<string, Promise<string>>()
  return (token) => {
    const found =
      kept.get(token) ?? session({ version3: token, version2: token }).then((added) => cookieOf(added.cookies))
    kept.set(token, found)
    return found
  }
}

it('each status of the provider is reached for each operation, with its body', { timeout: END_MS }, async () => {
  const { wrong, missed, count } = await reachAll(sendTo(gateway), known)
  expect(wrong).toEqual([])
  expect(missed).toEqual([])
  expect(count).toBeGreaterThan(100)
})

it('each status of the server alone is reached for each operation, with its body', { timeout: END_MS }, async () => {
  const tokens = { ACCESS_TOKEN: 'sandbox-ok:own', VEHICLE_DATA_TOKEN: 'sandbox-ok:own' }
  const hanging = { ACCESS_TOKEN: 'sandbox-hang:own', VEHICLE_DATA_TOKEN: 'sandbox-hang:own' }
  const short = { READ_TIMEOUT_MS: '100', VEHICLE_READ_TIMEOUT_MS: '100' }
  const nobody = async () => ''
  const [unreachable, silent, limited, stopped] = await Promise.all([
    start(tokens, {}, nowhere),
    start({ ...hanging, ...short }),
    start({ ...tokens, ...short }, { bucket: { capacity: 1, refillPerMinute: 1 } }),
    start(tokens),
  ])
  await stopped.app.abandon('The server is stopping.')
  const ofEach: Record<number, Send> = {
    400: (given, token) => sendTo(gateway)({ ...given, target: `${given.target}?${'x&'.repeat(1001)}` }, token),
    409: sendTo(gateway, { more: { 'x-forecourt-account': 'another' } }),
    413: sendTo(gateway, { more: { 'content-length': '9999999' } }),
    429: sendTo(limited, { cookies: nobody }),
    502: sendTo(unreachable, { cookies: nobody }),
    503: sendTo(stopped, { cookies: nobody }),
    504: sendTo(silent, { cookies: nobody }),
  }
  const reached = new Set<string>()
  const wanted = statusesOf(isOfServer)
  // The one request that its bucket has; that of another address, or it would be remembered.
  await limited.ask('/api/vehicle/v3/connections?page[size]=1')
  const found = await Promise.all(
    wanted.map(({ documented, status }) => {
      const send = ofEach[status]
      if (!send) throw new Error(`There is no way to a ${status}.`)
      return wrongOf(send, soundCase(documented, known), 'sandbox-ok:own', reached)
    }),
  )
  expect(found.filter(Boolean)).toEqual([])
  expect(wanted.flatMap(({ name }) => (reached.has(name) ? [] : [name]))).toEqual([])
})

it(`${CASES} generated requests, seed ${SEED}`, { timeout: END_MS }, async () => {
  const send = sendTo(gateway)
  const reached = new Set<string>()
  const atOnce = fc.array(generated(known), { minLength: AT_ONCE, maxLength: AT_ONCE })
  const property = fc.asyncProperty(atOnce, fc.nat(9), async (cases, turn) => {
    const wrong = cases.map(([given, world]) => wrongOf(send, given, `sandbox-${world}:${turn}`, reached))
    expect((await Promise.all(wrong)).filter(Boolean)).toEqual([])
  })
  await fc.assert(property, { numRuns: Math.ceil(CASES / AT_ONCE), seed: SEED })
  expect(reached.size).toBeGreaterThan(25)
})
