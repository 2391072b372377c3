/** The listener's own limits: how large, how slow, how many at once, and what is no request at all. */
import { once } from 'node:events'
import { afterEach, describe, expect, it } from 'vitest'
import { bodyOf, signatureOf } from './fixture-harness'
import { HEADER, PATH, signed, speak, startReceiver, type TestReceiver } from './listener-harness'
import { eventOf } from './receiver-harness'

const open: TestReceiver[] = []
async function start(given: Parameters<typeof startReceiver>[0] = {}): Promise<TestReceiver> {
  const started = await startReceiver(given)
  open.push(started)
  return started
}
afterEach(async () => {
  await Promise.all(open.splice(0).map(({ receiver }) => receiver.close()))
})

const state = bodyOf('state.json')
const head = (...headers: string[]) => [`POST ${PATH} HTTP/1.1`, 'Host: x', ...headers].join('\r\n')
const proof = `${HEADER}: ${signatureOf('state.json')}`
const whole = `${head(proof, `Content-Length: ${state.length}`)}\r\n\r\n${state}`
const statusOf = (received: string) => Number(/^HTTP\/1\.1 (\d{3}) /.exec(received)?.[1])
const countOf = (received: string) => received.match(/HTTP\/1\.1 \d{3} /g)?.length ?? 0

describe('a body that is too large', () => {
  const chunk = `5000\r\n${'x'.repeat(0x5000)}\r\n`
  it.each([
    ['announced', `${head('Content-Length: 131073')}\r\n\r\n${'x'.repeat(131_073)}`],
    ['announced and never sent', `${head('Content-Length: 1000000000')}\r\n\r\n`],
    ['past every number', `${head('Content-Length: 9007199254740993')}\r\n\r\n`],
    ['in chunks', `${head('Transfer-Encoding: chunked')}\r\n\r\n${chunk.repeat(7)}0\r\n\r\n`],
    ['in chunks that never end', `${head('Transfer-Encoding: chunked')}\r\n\r\n${chunk.repeat(7)}`],
    ['announced by one that asks first', `${head('Content-Length: 200000', 'Expect: 100-continue')}\r\n\r\n`],
    ['and signed', `${head(proof, 'Content-Length: 131073')}\r\n\r\n`],
  ])('(%s) is answered 413, and its connection closed', async (_, text) => {
    const { port, receiver, keeper } = await start()
    const received = await speak(port, text).received
    expect([statusOf(received), countOf(received)]).toEqual([413, 1])
    expect(received.toLowerCase()).toContain('connection: close')
    expect(receiver.counts()).toMatchObject({ 'too-large': 1 })
    expect(keeper.groups).toEqual([])
  })
  it('is let come to its end, so that its answer is read', async () => {
    const { port } = await start({ limits: { lingerMs: 60_000 } })
    const { socket, received } = speak(port, `${head('Content-Length: 200000')}\r\n\r\n`)
    const failures: unknown[] = []
    socket.on('error', (error) => failures.push(error))
    await new Promise((resolve) => socket.once('data', resolve))
    for (let sent = 0; sent < 200_000; sent += 20_000)
      await new Promise((resolve) => socket.write('x'.repeat(20_000), resolve))
    expect(statusOf(await received)).toBe(413)
    expect(failures).toEqual([])
  })
  it('by no byte is taken', async () => {
    const { post } = await start()
    expect((await post(signed(Buffer.alloc(131_072, 'x')))).status).toBe(200)
  })
  it('is read whole where it asks first and may come', async () => {
    const { port } = await start()
    const { socket, received } = speak(
      port,
      `${head(proof, `Content-Length: ${state.length}`, 'Expect: 100-continue', 'Connection: close')}\r\n\r\n`,
    )
    socket.once('data', (invited) => {
      expect(invited.toString()).toBe('HTTP/1.1 100 Continue\r\n\r\n')
      socket.write(state)
    })
    expect(await received).toContain('HTTP/1.1 200 OK')
  })
})

describe('a sender that takes its time', () => {
  it('over its body is answered 408, and its connection closed', async () => {
    const { port, receiver } = await start({ limits: { bodyMs: 100 } })
    const received = await speak(port, `${head(proof, 'Content-Length: 100')}\r\n\r\n{`).received
    expect(statusOf(received)).toBe(408)
    expect(received.toLowerCase()).toContain('connection: close')
    expect(receiver.counts()).toMatchObject({ 'too-slow': 1 })
  })
  it('over its headers is answered 408', async () => {
    const { port, receiver } = await start({ limits: { headersMs: 100 } })
    expect(statusOf(await speak(port, `POST ${PATH} HTTP/1.1\r\nHost: x\r\nX-A: `).received)).toBe(408)
    expect(receiver.counts()).toMatchObject({ 'too-slow': 1 })
  })
  it('and leaves is counted', async () => {
    const { port, receiver } = await start()
    const { socket } = speak(port, `${head(proof, 'Content-Length: 100')}\r\n\r\n{`)
    socket.once('connect', () => setImmediate(() => socket.destroy()))
    await expect.poll(() => receiver.counts().left).toBe(1)
  })
  it('takes no place of those that have sent all', async () => {
    const { port, post, inFlight } = await start({ limits: { atOnce: 1, waiting: 0 } })
    const slow = Array.from({ length: 200 }, () => speak(port, `${head(proof, 'Content-Length: 1000')}\r\n\r\n{`))
    for (let nth = 0; nth < 10; nth += 1) expect((await post(signed(state))).status).toBe(200)
    expect(inFlight()).toBe(0)
    for (const { socket } of slow) socket.destroy()
  })
  it('gives way to others where there is no room for all', async () => {
    const { port, post, receiver } = await start({ limits: { heldBytes: 64 * 1024 } })
    const most = `${head(proof, 'Content-Length: 16384')}\r\n\r\n${'x'.repeat(16_383)}`
    const slow = Array.from({ length: 8 }, () => speak(port, most))
    // The longest waits first: four of them fill all there is.
    for (const { received, socket } of slow.slice(0, 4)) {
      const text = await received
      expect(statusOf(text)).toBe(503)
      expect(text.toLowerCase()).toContain('retry-after: 1')
      socket.destroy()
    }
    expect((await post(signed(state))).status).toBe(200)
    expect(receiver.counts().busy).toBeGreaterThanOrEqual(4)
    expect((await post(signed(Buffer.alloc(70_000, 'x')))).status).toBe(503) // more than there is
    for (const { socket } of slow) socket.destroy()
  })
  it('in tiny chunks holds no more than it has sent', async () => {
    const { port, post } = await start({ limits: { heldBytes: 256 * 1024 } })
    const tiny = '1\r\nx\r\n'.repeat(100_000)
    const { socket, received } = speak(port, `${head(proof, 'Transfer-Encoding: chunked')}\r\n\r\n${tiny}`)
    expect((await post(signed(state))).status).toBe(200)
    socket.end('0\r\n\r\n')
    expect(statusOf(await received)).toBe(401)
  })
})

describe('deliveries at once', () => {
  it('past so many wait in line, and past its length are sent again', async () => {
    const { post, keeper, inFlight, mostInFlight, receiver } = await start({ limits: { atOnce: 2, waiting: 3 } })
    const release = keeper.hold()
    const bodies = Array.from({ length: 5 }, (_, nth) => `{"eventId":"${nth}"}`)
    const sending = bodies.map((body) => post(signed(body)))
    await expect.poll(inFlight).toBe(5)
    const { status, headers } = await post(signed('{"eventId":"one too many"}'))
    expect([status, headers['retry-after']]).toEqual([503, '1'])
    expect((await post({ body: 'x' })).status).toBe(401) // takes no place
    release()
    expect((await Promise.all(sending)).map((one) => one.status)).toEqual([200, 200, 200, 200, 200])
    expect(keeper.groups.every((group) => group.length <= 2)).toBe(true)
    expect([inFlight(), mostInFlight()]).toEqual([0, 5])
    expect((await post(signed('{"eventId":"one too many"}'))).status).toBe(200)
    expect(keeper.saved.find((one) => eventOf(one) === 'one too many')?.earlier).toMatchObject([{ status: 503 }])
    expect(receiver.counts()).toMatchObject({ busy: 1, saved: 6 })
  })
  it('five hundred are all taken', async () => {
    const { post, keeper } = await start()
    const sent = await Promise.all(Array.from({ length: 500 }, (_, nth) => post(signed(`{"eventId":"${nth}"}`))))
    expect(sent.filter(({ status }) => status !== 200)).toEqual([])
    expect(new Set(keeper.saved.map(eventOf)).size).toBe(500)
  })
  it('are saved even if their sender has left', async () => {
    const { port, keeper } = await start()
    const release = keeper.hold()
    const { socket } = speak(port, whole)
    await expect.poll(() => keeper.groups).toHaveLength(1)
    socket.destroy()
    release()
    await expect.poll(() => keeper.followed).toHaveLength(1)
  })
})

describe('connections', () => {
  it('that say nothing make room for those that do', async () => {
    const { port, post, receiver } = await start({ limits: { connections: 40 } })
    const quiet = Array.from({ length: 200 }, () => speak(port))
    for (let nth = 0; nth < 20; nth += 1) expect((await post(signed(state))).status).toBe(200)
    for (const { socket } of quiet) socket.destroy()
    expect(receiver.counts().saved).toBe(1)
  })
  it('are kept for the next request, for a while', async () => {
    const { port } = await start({ settings: { keepAlive: { proxyMs: 100, directMs: 100 } } })
    const { socket, received } = speak(port, whole + whole)
    const began = performance.now()
    expect(countOf(await received)).toBe(2)
    expect(performance.now() - began).toBeLessThan(5_000)
    socket.destroy()
  })
  it.each([
    ['a proxy', true, 620],
    ['anyone else', false, 5],
  ])('of %s are kept as long as the response says', async (_, isProxy, seconds) => {
    const keepAlive = { proxyMs: 620_000, directMs: 5_000 }
    const { port } = await start({ settings: { keepAlive, trusts: () => isProxy } })
    const { socket } = speak(port, whole)
    const [response] = await once(socket, 'data')
    expect(String(response)).toMatch(new RegExp(`^keep-alive: timeout=${seconds}\r$`, 'im'))
    socket.destroy()
  })
  it('that were only opened do not hold up a stop, and what does not end is ended', async () => {
    const { port, receiver, keeper } = await start({ limits: { closeMs: 200 } })
    speak(port)
    const never = speak(port, whole)
    keeper.hold()
    await expect.poll(() => keeper.groups).toHaveLength(1)
    const began = performance.now()
    await receiver.close()
    expect(performance.now() - began).toBeLessThan(2_000)
    expect(await never.received).toBe('')
  })
})

describe('what two readers would read differently', () => {
  const end = ['\r\n\r\n', whole].join('')
  it.each([
    ['a length and chunks', head('Content-Length: 4', 'Transfer-Encoding: chunked') + end],
    ['two lengths', head('Content-Length: 0', 'Content-Length: 5') + end],
    ['a length with a sign', head('Content-Length: +5') + end],
    ['a length past every number', head('Content-Length: 99999999999999999999') + end],
    ['chunks in disguise', head('Transfer-Encoding: xchunked') + end],
    ['chunks, then not', head('Transfer-Encoding: chunked, identity') + end],
    ['a folded header', head('X-A: b', ' c', 'Content-Length: 0') + end],
    ['a header without a colon', head('Content-Length 0') + end],
    ['a chunk whose size is no number', `${head('Transfer-Encoding: chunked')}\r\n\r\nzz\r\n\r\n${whole}`],
    ['no host', `POST ${PATH} HTTP/1.1\r\nContent-Length: 0\r\n\r\n`],
    ['another protocol', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ])('(%s) is answered 400 once, and nothing behind it is read', async (_, text) => {
    const { port, keeper } = await start()
    const received = await speak(port, text).received
    expect([statusOf(received), countOf(received)]).toEqual([400, 1])
    expect(keeper.groups).toEqual([])
  })
  it('behind a request that isn’t answered yet is no answer to that', async () => {
    const { port, keeper } = await start()
    const release = keeper.hold()
    const { received } = speak(port, `${whole}no request\r\n\r\n`)
    expect(await received).toBe('')
    release()
    await expect.poll(() => keeper.followed).toHaveLength(1)
  })
  it('more than 8 KB of headers are answered 431', async () => {
    const { port, receiver } = await start()
    for (const text of [head(`X-A: ${'x'.repeat(8_200)}`) + end, `POST /${'x'.repeat(8_200)} HTTP/1.1\r\n`])
      expect(statusOf(await speak(port, text).received)).toBe(431)
    expect(receiver.counts()).toMatchObject({ 'headers-too-large': 2 })
  })
  it('a signature that stands twice is none', async () => {
    const { port, keeper } = await start()
    const text = `${head(proof, proof, `Content-Length: ${state.length}`, 'Connection: close')}\r\n\r\n${state}`
    expect(statusOf(await speak(port, text).received)).toBe(401)
    expect(keeper.groups).toEqual([])
  })
})
