/** What strangers send: nothing of it is taken, kept or paid for, and what is signed still arrives. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bodyOf, fixtures, signatureOf } from './fixture-harness'
import { HEADER, PATH, signed, speak, startReceiver, type TestReceiver } from './listener-harness'
import { isChallenge } from './signature'

const MB = 1024 * 1024
/** On a machine that is busy with other tests. */
const SLOW_MS = 30_000
/** Every test names the sender of each request, as a trusted proxy would. */
const FORWARDED = 'X-Forwarded-For'

let started: TestReceiver
beforeEach(async () => {
  started = await startReceiver({ settings: { trusts: (address) => address === '127.0.0.1' } })
})
afterEach(() => started.receiver.close())

const head = (headers: Record<string, string>, path = PATH) =>
  [`POST ${path} HTTP/1.1`, 'Host: x', ...Object.entries(headers).map((one) => one.join(': '))].join('\r\n')
const request = (body: Buffer | string, headers: Record<string, string> = {}) =>
  Buffer.concat([
    Buffer.from(`${head({ ...headers, 'Content-Length': String(Buffer.byteLength(body)) })}\r\n\r\n`, 'latin1'),
    Buffer.from(body),
  ])
const statusesIn = (received: string) =>
  [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
const addressOf = (nth: number) => `10.${nth >> 16}.${(nth >> 8) & 255}.${nth & 255}`

/** Shares them out among so many connections, on each of which they follow one another. */
async function sendAll(requests: readonly Buffer[], connections = 20): Promise<number[]> {
  const lanes = Array.from({ length: connections }, async (_, lane) => {
    const mine = requests.filter((__, nth) => nth % connections === lane)
    const answered = statusesIn(await speak(started.port, Buffer.concat([...mine, LAST])).received)
    expect(answered).toHaveLength(mine.length + 1)
    return answered.slice(0, -1)
  })
  return (await Promise.all(lanes)).flat()
}
/** Has the connection closed behind the others. */
const LAST = Buffer.from('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')

/** So many of those who sign nothing send at the same time. */
const AT_ONCE = 50
/** Sends each in a connection of its own, so many at once. */
async function sendEach(requests: readonly Buffer[], atOnce = AT_ONCE): Promise<(number | undefined)[]> {
  const statuses: (number | undefined)[] = []
  let next = 0
  const lane = async () => {
    for (let own = next++; own < requests.length; own = next++)
      statuses[own] = statusesIn(await speak(started.port, requests[own]).received)[0]
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  return statuses
}

const collect = (() => {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as () => void // what the flag adds
})()
/** Bytes that are held by what is still in use. */
async function used(): Promise<number> {
  collect()
  await new Promise((resolve) => setImmediate(resolve))
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const tally = (statuses: readonly (number | undefined)[]) => {
  const counts: Record<string, number> = {}
  for (const one of statuses) counts[String(one)] = (counts[String(one)] ?? 0) + 1
  return counts
}

/** Sends what is signed, again and again, while something else goes on. */
async function whileSending(work: Promise<unknown>): Promise<{ statuses: number[]; slowestMs: number }> {
  let isOver = false
  const over = work.finally(() => {
    isOver = true
  })
  const statuses: number[] = []
  let slowestMs = 0
  while (!isOver) {
    const began = performance.now()
    const { headers, body } = signed(`{"eventId":"signed ${statuses.length}"}`)
    statuses.push((await started.post({ body, headers: { ...headers, [FORWARDED]: '203.0.113.1' } })).status)
    slowestMs = Math.max(slowestMs, performance.now() - began)
  }
  await over
  return { statuses, slowestMs }
}

describe('one bit that is another', () => {
  const FLIPS = process.env.SOAK ? 1_000 : 300
  it('in a body or in a header is refused, one after the other over the wire', async () => {
    const names = fixtures.filter((name) => !name.startsWith('verify')) // answered without a proof
    const flips = fc.sample(
      fc.record({ name: fc.constantFrom(...names), at: fc.nat(), bit: fc.nat(7), isHeader: fc.boolean() }),
      FLIPS,
    )
    const isControl = (byte: number) => byte < 0x20 || byte === 0x7f
    const cases = flips.map(({ name, at, bit, isHeader }, nth) => {
      const [body, header] = [Buffer.from(bodyOf(name)), Buffer.from(signatureOf(name))]
      const flipped = isHeader ? header : body
      const index = at % flipped.length
      flipped[index] = (flipped[index] ?? 0) ^ (1 << bit)
      const named = { [HEADER]: header.toString('latin1'), [FORWARDED]: addressOf(nth) }
      return { sent: request(body, named), isHttp: !header.some(isControl) }
    })
    const sentAs = (isHttp: boolean) => cases.filter((one) => one.isHttp === isHttp).map(({ sent }) => sent)
    const [readable, broken] = [sentAs(true), sentAs(false)]
    expect(tally(await sendAll(readable))).toEqual({ 401: readable.length })
    expect(tally(await sendEach(broken))).toEqual({ 400: broken.length })
    expect(readable.length).toBeGreaterThan(0.9 * FLIPS)
    expect(started.keeper.groups).toEqual([])
  })
})

describe('a verification that would sign what is sent', () => {
  it('gets no hash, whatever its form', async () => {
    const text = JSON.stringify({ eventType: 'VEHICLE_STATE', data: { signals: [] } })
    const forms = fc.sample(
      fc
        .oneof(fc.json(), fc.string(), fc.constant(text), fc.constant(` ${text}`), fc.constant(`${text}\n`))
        .map((challenge) => [
          { eventType: 'VERIFY', data: { challenge } },
          { version: '2.0', eventName: 'verify', payload: { challenge } },
        ]),
      200,
    )
    const bodies = forms.flat().filter(({ data, payload }) => !isChallenge(data?.challenge ?? payload?.challenge ?? ''))
    const sent = bodies.map((body, nth) => request(JSON.stringify(body), { [FORWARDED]: addressOf(nth) }))
    expect(tally(await sendAll(sent))).toEqual({ 400: sent.length })
    expect(started.keeper.groups).toEqual([])
  })
})

describe('hostile bodies', () => {
  const bodies: [string, Buffer][] = Object.entries({
    nothing: '',
    'a null byte': '\0',
    'a byte order mark': '\ufeff{"eventType":"VERIFY","data":{"challenge":"a-challenge"}}',
    'deep lists': '['.repeat(60_000) + ']'.repeat(60_000),
    'deep objects': `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
    'a number past all': `{"eventId":${'9'.repeat(5_000)}}`,
    'a prototype': '{"__proto__":{"eventType":"VERIFY","data":{"challenge":"a-challenge"}}}',
    'its constructor': '{"constructor":{"prototype":{"kind":"verify"}}}',
    'many keys': `{${Array.from({ length: 10_000 }, (_, nth) => `"${nth}":0`).join()}}`,
    'one key many times': `{${'"eventType":"VERIFY",'.repeat(5_000)}"a":1}`,
    'half a character': '{"eventId":"\\ud800"}',
  }).map(([name, text]) => [name, Buffer.from(text)])
  bodies.push(['no text at all', Buffer.from([0xff, 0xfe, 0x00, 0xc3, 0x28])])

  it.each(bodies)('(%s) are refused unsigned, taken signed, explained, and end nothing', async (_, body) => {
    expect((await started.post({ body })).status).toBe(401)
    expect((await started.post(signed(body, 'wrong'))).status).toBe(401)
    for (const { id } of started.receiver.refused())
      expect(started.receiver.refusedOne(id)?.explanation?.bytes).toBe(body.length)
    expect(started.keeper.groups).toEqual([])
    expect((await started.post(signed(body))).status).toBe(200)
    expect(started.warnings).toEqual([])
  })
})

describe('thousands of requests that nobody signed, at full speed', () => {
  const COUNT = process.env.SOAK ? 10_000 : 3_000
  /** Each of these takes a connection. */
  const CONNECTIONS = process.env.SOAK ? COUNT : 800
  const body = Buffer.concat([bodyOf('state.json'), Buffer.alloc(4_000, ' ')])
  const wrong = signatureOf('state.json') // of the body without its spaces

  it(
    'from one address cost next to nothing, and what is signed is answered meanwhile',
    async () => {
      const forms: Record<string, string>[] = [{}, { [HEADER]: 'x' }, { [HEADER]: wrong }]
      const requests = forms.map((headers) =>
        request(body, { ...headers, [FORWARDED]: '203.0.113.1', Connection: 'close' }),
      )
      const before = await used()
      const flood = sendEach(Array.from({ length: CONNECTIONS }, (_, nth) => requests[nth % 3] ?? body))
      const { statuses, slowestMs } = await whileSending(flood)
      const counts = tally(await flood)
      expect((await used()) - before).toBeLessThan(50 * MB)
      expect(counts).toEqual({ 401: 30, 429: CONNECTIONS - 30 })
      expect(tally(statuses)).toEqual({ 200: statuses.length })
      const rounds = CONNECTIONS / AT_ONCE
      expect(statuses.length).toBeGreaterThanOrEqual(rounds / 4) // behind some of the others, never behind all
      expect(slowestMs).toBeLessThan(2_000)
      expect(started.keeper.saved).toHaveLength(statuses.length) // the signed ones alone
    },
    SLOW_MS,
  )
  it(
    'from as many addresses over kept connections are all looked at, and none is kept',
    async () => {
      const before = await used()
      const EACH = 500
      const flood = Promise.all(
        Array.from({ length: COUNT / EACH }, async (_, lane) => {
          const { socket, received } = speak(started.port)
          for (let nth = 0; nth < EACH; nth += 1) {
            const isLast = nth === EACH - 1 && { Connection: 'close' }
            const from = { [FORWARDED]: addressOf(lane * EACH + nth), ...isLast }
            if (!socket.write(request(body, { ...(nth % 2 === 0 && { [HEADER]: wrong }), ...from })))
              await new Promise((resolve) => socket.once('drain', resolve))
          }
          return statusesIn(await received)
        }),
      )
      const { statuses } = await whileSending(flood)
      expect(tally((await flood).flat())).toEqual({ 401: COUNT })
      expect((await used()) - before).toBeLessThan(50 * MB)
      expect(tally(statuses)).toEqual({ 200: statuses.length })
      expect(started.keeper.saved).toHaveLength(statuses.length)
      expect(started.receiver.refused()).toHaveLength(50)
    },
    SLOW_MS,
  )
})

describe('two hundred slow senders', () => {
  it('hold up nobody who has sent all', async () => {
    const before = await used()
    const slow = Array.from({ length: 200 }, (_, nth) => {
      const named = { [HEADER]: signatureOf('state.json'), [FORWARDED]: addressOf(nth), 'Content-Length': '131072' }
      const { socket } = speak(started.port, `${head(named)}\r\n\r\n${'x'.repeat(1_000)}`)
      return socket
    })
    const connected = Promise.all(slow.map((socket) => new Promise((resolve) => socket.once('connect', resolve))))
    await whileSending(connected)
    const sent = await Promise.all(
      Array.from({ length: 200 }, (_, nth) => started.post(signed(`{"eventId":"${nth}"}`))),
    )
    expect(tally(sent.map(({ status }) => status))).toEqual({ 200: 200 })
    expect((await used()) - before).toBeLessThan(50 * MB)
    for (const socket of slow) socket.destroy()
    await expect.poll(() => started.receiver.counts().left).toBe(200)
  })
})
