/** A call as text: it runs in a shell whatever it holds, gives the same answer, and holds no token and no VIN. */
import { execFile, execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { request } from 'node:http'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { batch } from '../../api/batch'
import { type CallInput, call } from '../../api/client'
import { connections } from '../../api/connections'
import { type Endpoint, hosts } from '../../api/endpoint'
import { ApiError } from '../../api/errors'
import { signals } from '../../api/signals'
import { subscriptions } from '../../api/subscriptions'
import { webhooks } from '../../api/webhooks'
import { type RunningSandbox, startSandbox } from '../../sandbox/server'
import { fetchOf, httpieOf, incidentNote } from './call-text'
import { curlOf, shellWord } from './curl-text'

const hostile = [
  ...["'", '$HOME', '`id`', '\\', '"', 'a b', '\n', ';rm -rf', '$(id)', '!!', '~', '*', '-n', '\\n', '{a,b}', '[1-3]'],
  ...['%2F', 'é', '..a', '@file', '#x', '?a=b&c'],
]
const anyText = fc
  .oneof(fc.constantFrom(...hostile), fc.string({ unit: 'grapheme', maxLength: 12 }))
  .map((text) => text.replaceAll('\0', '').trim())
const anyId = anyText.filter((text) => text !== '' && text !== '.' && text !== '..')

it('a word of a shell is any text, as it is', () => {
  const many = fc.array(anyText, { minLength: 40, maxLength: 40 })
  fc.assert(
    fc.property(many, (given) => {
      const all = [...hostile, '', ...given]
      const printed = execFileSync('sh', ['-c', `printf '%s\\0' ${all.map(shellWord).join(' ')}`]).toString('utf8')
      expect(printed.split('\0').slice(0, -1)).toEqual(all)
    }),
    { numRuns: 15 },
  )
})

describe('the text of a call', () => {
  const input = { path: { id: "a'b" }, body: { requests: [{ path: '/odometer' }] } }
  it('for cURL', () => {
    expect(curlOf(batch.send, input, 'https://data.example')).toBe(
      [
        `curl --globoff --path-as-is -X POST 'https://data.example/v2.0/vehicles/a'\\''b/batch'`,
        `-H "Authorization: Bearer $ACCESS_TOKEN"`,
        `-H 'Content-Type: application/json'`,
        `--data-raw '{"requests":[{"path":"/odometer"}]}'`,
      ].join(' \\\n  '),
    )
  })
  it('for fetch, as a program that runs', () => {
    const text = fetchOf(batch.send, input, 'https://data.example').replace('await', 'return')
    const seen: unknown[] = []
    new Function('fetch', 'accessToken', text)((...given: unknown[]) => seen.push(...given), 'secret')
    expect(seen).toEqual([
      "https://data.example/v2.0/vehicles/a'b/batch",
      {
        method: 'POST',
        headers: { Authorization: 'Bearer secret', 'Content-Type': 'application/json' },
        body: '{"requests":[{"path":"/odometer"}]}',
      },
    ])
  })
  it('for HTTPie; the user of a signal read where the service’s prefix is known', () => {
    const read = { path: { vehicleId: 'v', signalCode: 'c' }, user: 'u' }
    expect(httpieOf(signals.values, read, 'https://v.example', 'sc')).toContain(`'sc-user-id:u'`)
    expect(curlOf(signals.values, read, 'https://v.example', 'sc')).toContain(`-H 'sc-user-id: u'`)
    expect(curlOf(signals.values, read, 'https://v.example')).not.toContain('user-id')
    expect(httpieOf(batch.send, input, 'https://data.example')).toContain(`--raw '{"requests"`)
  })
})

describe('200 calls with hostile ids, filters and bodies', () => {
  let sandbox: RunningSandbox
  let words: string[][]
  let cases: { endpoint: Endpoint; input: CallInput; text: string; answer: string }[]
  const base = (endpoint: Endpoint) => sandbox[endpoint.host]
  /** Request ids count up, and are the one thing that two equal calls differ in. */
  const withoutIds = (text: string) => text.replace(/"requestId":"[^"]*"/g, '"requestId":""')

  /** What the console gets, status behind it. */
  async function byConsole(endpoint: Endpoint, input: CallInput): Promise<string> {
    let came = ''
    const direct = async (address: RequestInfo | URL, init?: RequestInit) => {
      const headers = { ...(init?.headers as Record<string, string>), authorization: `Bearer ${sandbox.token}` } // as the client makes them
      const target = String(address).slice(hosts[endpoint.host].length)
      const answer = await fetch(base(endpoint) + target, { ...init, redirect: 'manual', headers })
      const text = await answer.text()
      came = `${text}\n${answer.status}`
      return new Response(text || null, { status: answer.status })
    }
    await call(endpoint, input as never, { fetch: direct }).catch(() => undefined) // an error is an answer too
    return withoutIds(came)
  }

  beforeAll(async () => {
    sandbox = await startSandbox({ connections: 300, seed: 1, latencyMs: 0 })
    const kinds: fc.Arbitrary<[Endpoint, CallInput]>[] = [
      anyId.map((connectionId) => [connections.read, { path: { connectionId } }]),
      fc
        .record({ 'filter[userId]': anyText, 'filter[user.externalId]': anyText, 'page[number]': fc.constant('1') })
        .map((query) => [connections.list, { query }]),
      fc.record({ 'filter[name]': anyText }).map((query) => [webhooks.list, { query }]),
      anyId.map((webhookId) => [webhooks.read, { path: { webhookId } }]),
      fc
        .tuple(anyId, fc.array(anyText, { maxLength: 4 }))
        .map(([id, paths]) => [batch.send, { path: { id }, body: { requests: paths.map((path) => ({ path })) } }]),
      fc
        .record({ webhookId: fc.constant('w'), userId: anyText, vehicleId: anyText })
        .map((attributes) => [subscriptions.create, { body: { data: { attributes } } }]),
    ]
    const generated = fc.sample(fc.oneof(...kinds), { numRuns: 200, seed: 7 })
    cases = await Promise.all(
      generated.map(async ([endpoint, input]) => {
        const text = curlOf(endpoint, input, base(endpoint))
        return { endpoint, input, text, answer: await byConsole(endpoint, input) }
      }),
    )
    words = wordsOf(cases.map(({ text }) => text))
  })
  afterAll(() => sandbox.close())

  /** What a shell makes of the texts: every word of each. */
  function wordsOf(texts: readonly string[]): string[][] {
    const script = `curl() { printf '%s\\0' "$#" "$@"; }\n${texts.join('\n')}`
    const env = { PATH: process.env.PATH ?? '', ACCESS_TOKEN: sandbox.token }
    const printed = execFileSync('sh', ['-c', script], { env, maxBuffer: 50e6 }).toString('utf8').split('\0')
    let at = 0
    const found = texts.map(() => {
      const first = at + 1
      at = first + Number(printed[at])
      return printed.slice(first, at)
    })
    expect(printed.slice(at)).toEqual([''])
    return found
  }

  it('are, in words of a shell, the same requests with the same answers', async () => {
    for (const [at, { text, answer }] of cases.entries())
      expect(withoutIds(await send(words[at] ?? [])), text).toBe(answer)
    expect(cases).toHaveLength(200)
  })

  const real = ['/usr/bin/curl', '/bin/curl', '/usr/local/bin/curl'].find((file) => existsSync(file))
  // Where the machine has a cURL it is asked too, all in one process; what a shell makes of the texts is tested everywhere.
  if (real)
    it(`give ${real} the same answers`, async () => {
      const end = '--- end of one ---'
      const all = words.flatMap((own) => ['--next', '--silent', '--write-out', `\n%{http_code}${end}`, ...own])
      const { stdout } = await promisify(execFile)(real, all.slice(1), { maxBuffer: 50e6 })
      expect(withoutIds(stdout).split(end)).toEqual([...cases.map(({ answer }) => answer), ''])
    })

  /** One request as the words say, byte for byte. */
  function send(words: readonly string[]): Promise<string> {
    const headers: Record<string, string> = {}
    let [method, address, body] = ['GET', '', '']
    for (let at = 0; at < words.length; at += 1) {
      const [word, next = ''] = [words[at] ?? '', words[at + 1]]
      if (word === '--globoff' || word === '--path-as-is') continue
      if (!['-X', '-H', '--data-raw'].includes(word)) {
        address = word
        continue
      }
      at += 1
      if (word === '-X') method = next
      else if (word === '--data-raw') body = next
      else headers[next.slice(0, next.indexOf(':'))] = next.slice(next.indexOf(':') + 2)
    }
    const { hostname, port, origin } = new URL(address)
    return new Promise((resolve, reject) => {
      const sent = request({ method, hostname, port, path: address.slice(origin.length), headers }, (answer) => {
        let came = ''
        answer
          .setEncoding('utf8')
          .on('data', (part: string) => {
            came += part
          })
          .on('end', () => resolve(`${came}\n${answer.statusCode}`))
      })
      sent.on('error', reject).end(body)
    })
  }
})

describe('an incident note', () => {
  const body = {
    errors: [
      {
        status: '403',
        type: 'AUTHENTICATION',
        code: 'FORBIDDEN',
        title: 'Forbidden\n# <img src=x>',
        detail: 'See https://connect.example/x?token=secret of WVWZZZ1KZAW000001\n```\n# out of the block',
        links: { about: 'https://docs.example/errors' },
      },
    ],
  }
  const facts = { requestId: 'r-1', retryAfter: 5 }
  const note = incidentNote({
    endpoint: connections.read,
    input: { path: { connectionId: 'c-1' } },
    at: Date.UTC(2026, 0, 2, 3, 4, 5),
    durationMs: 120,
    error: new ApiError('http', connections.read, { status: 403, body, facts }),
    base: 'https://vehicle.example',
    prefix: null,
    page: 'https://console.example/connections/c-1?filter[userId]=u',
  })
  it('has what a colleague needs, in UTC', () => {
    for (const text of [
      '2026-01-02T03:04:05.000Z (120 ms)',
      'GET /v3/connections/{connectionId}',
      'https://vehicle.example/v3/connections/c-1',
      '403',
      'AUTHENTICATION · FORBIDDEN',
      'r-1',
      '5 s',
      'https://docs.example/errors',
      'https://console.example/connections/c-1?filter[userId]=u',
      '$ACCESS_TOKEN',
    ])
      expect(note).toContain(text)
  })
  it('has what came back, where it is not understood', () => {
    const error = new ApiError('http', connections.read, { status: 500, body: 'it broke: WVWZZZ1KZAW000001' })
    const input = { path: { connectionId: 'c-1' } }
    const text = incidentNote({ endpoint: connections.read, input, at: 0, error, base: '', prefix: null, page: '' })
    expect(text).toContain(`"it broke: ${'•'.repeat(17)}"`)
  })
  it('has no token and no VIN, and nothing that the service wrote becomes markup', () => {
    expect(note).not.toContain('secret')
    expect(note).not.toContain('WVWZZZ1KZAW000001')
    expect(note).toContain('https://connect.example/x?…')
    expect(note.split('\n')[0]).toBe('## Forbidden \\# \\<img src=x\\>')
    expect(note).toContain('\n````\nSee ') // its own fence is longer than any in it
  })
})
