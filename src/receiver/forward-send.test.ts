/** What a destination gets, byte for byte, over a real connection; and whom nothing is sent to. */
import type { LookupAddress } from 'node:dns'
import { createServer } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { bodyOf, fixtures, signatureOf } from './fixture-harness'
import { answerWith, ca, NAME, startDestination, type TestDestination } from './forward-harness'
import { checkedLookup, createForwardSend, type ForwardSend, MOST_AT_ONCE } from './forward-send'
import { isPublic } from './public-address'

const HEADER = 'x-signature'
const running = new AbortController().signal
const original = { body: bodyOf('state.json'), signature: signatureOf('state.json') }

let destination: TestDestination
const opened: ForwardSend[] = []
beforeEach(async () => {
  destination = await startDestination()
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await Promise.all(opened.splice(0).map((one) => one.close()))
  await destination.close()
})

type Options = Partial<Parameters<typeof createForwardSend>[0]>
/** As it would be if the address of this computer were a public one. */
function create(options: Options = {}): ForwardSend {
  const resolve = async () => ['127.0.0.1']
  const made = createForwardSend({ header: HEADER, ca, resolve, mayReach: (one) => one === '127.0.0.1', ...options })
  opened.push(made)
  return made
}
const to = (host = NAME, path = '/in?key=a%20b&key=c') => ({
  ...{ name: 'Warehouse', url: `https://${host}:${destination.port}${path}`, webhookId: undefined },
})

describe('a destination', () => {
  it.each(fixtures)('gets %s byte for byte, with its signature and nothing more', async (name) => {
    const [body, signature] = [bodyOf(name), signatureOf(name)]
    expect(await create().send(to(), { body, signature }, running)).toEqual({ status: 200, error: undefined })
    expect(destination.received).toHaveLength(1)
    const [{ method, path, rawHeaders, body: received } = expect.fail()] = destination.received
    expect([method, path]).toEqual(['POST', '/in?key=a%20b&key=c'])
    expect(received.equals(body)).toBe(true)
    const pairs = rawHeaders.flatMap((header, at) => (at % 2 === 0 ? [[header.toLowerCase(), rawHeaders[at + 1]]] : []))
    expect(Object.fromEntries(pairs)).toEqual({
      ...{ 'content-type': 'application/json', [HEADER]: signature, 'user-agent': 'forecourt' },
      // What every request of HTTP has.
      ...{ host: `${NAME}:${destination.port}`, connection: 'keep-alive', 'content-length': String(body.length) },
    })
    expect(pairs).toHaveLength(6)
  })
  it('gets one that is no JSON, no text, or nothing at all, just so', async () => {
    const send = create()
    const bodies = [
      Buffer.from([0xff, 0xfe, 0x00, 0x0d, 0x0a, 0xc3]),
      Buffer.from('\ufeff{ "a" :1e2 }\r\n'),
      Buffer.alloc(0),
    ]
    for (const body of bodies) await send.send(to(), { body, signature: 'ab' }, running)
    expect(destination.received.map(({ body }) => body)).toEqual(bodies)
    // Of the connections that are kept, each is used again.
    for (let count = 0; count < 10; count += 1) await send.send(to(), original, running)
    expect(destination.connections()).toBeLessThanOrEqual(MOST_AT_ONCE)
  })
  it.each([200, 201, 202, 204, 299])('that returns %i has taken it', async (status) => {
    destination.answer(answerWith(status))
    expect(await create().send(to(), original, running)).toEqual({ status, error: undefined })
  })
  it.each([400, 401, 404, 410, 429, 500, 503])('that returns %i has not', async (status) => {
    destination.answer(answerWith(status))
    expect(await create().send(to(), original, running)).toEqual({ status, error: 'status' })
  })
  it.each([300, 301, 302, 303, 304, 307, 308])(
    'that redirects (%i) has not, and nothing goes where it names',
    async (status) => {
      const elsewhere = await startDestination()
      for (const location of [`https://${NAME}:${elsewhere.port}/`, `https://127.0.0.1:${elsewhere.port}/`, '/other']) {
        destination.answer(answerWith(status, { location }))
        expect(await create().send(to(), original, running)).toEqual({ status, error: 'redirect' })
      }
      expect([elsewhere.connections(), destination.received.length]).toEqual([0, 3])
      await elsewhere.close()
    },
  )
  it('that answers without an end is heard to its status, and is not read on', async () => {
    let isCut: Promise<void> | undefined
    destination.answer((_, response) => {
      isCut = new Promise((resolve) => response.once('close', () => resolve()))
      response.writeHead(200)
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384)));
      }
      response.on('drain', more)
      more()
    })
    expect(await create().send(to(), original, running)).toEqual({ status: 200, error: undefined })
    await isCut
  })
  it('that never answers, or stops in its answer, has its time and no more', async () => {
    const send = create({ timeoutMs: 300 })
    destination.answer(() => undefined)
    expect(await send.send(to(), original, running)).toEqual({ status: undefined, error: 'timeout' })
    destination.answer((_, response) => response.writeHead(200).write('…'))
    expect(await send.send(to(), original, running)).toEqual({ status: 200, error: undefined })
    destination.answer(answerWith(200))
    expect(await send.send(to(), original, running)).toEqual({ status: 200, error: undefined })
  })
  it('that hangs in its handshake, or whose name does, has no more', async () => {
    const mute = createServer(() => undefined).listen(0, '127.0.0.1')
    await new Promise((resolve) => mute.once('listening', resolve))
    const bound = mute.address()
    const port = typeof bound === 'object' ? bound?.port : undefined
    const hanging = { ...to(), url: `https://${NAME}:${port}/` }
    const began = performance.now()
    expect(await create({ timeoutMs: 200 }).send(hanging, original, running)).toMatchObject({ error: 'timeout' })
    const ending = new AbortController()
    const sent = create().send(hanging, original, ending.signal)
    ending.abort(new Error('the end'))
    await expect(sent).rejects.toThrow('the end')
    const nameless = create({ timeoutMs: 200, resolve: () => new Promise(() => undefined) })
    expect(await nameless.send(to(), original, running)).toMatchObject({ error: 'timeout' })
    expect(performance.now() - began).toBeLessThan(5_000)
    mute.close()
  })
  it('that is not there, or answers no HTTP, is a failure without an exception', async () => {
    const send = create()
    await destination.close()
    expect(await send.send(to(), original, running)).toEqual({ status: undefined, error: 'no connection' })
    destination = await startDestination()
    destination.answer((request) => request.socket.end('nonsense\r\n\r\n'))
    expect(await send.send(to(), original, running)).toEqual({ status: undefined, error: 'no connection' })
  })
  it('whose certificate isn’t trusted, or is another’s, gets nothing', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    const distrusting = createForwardSend({ header: HEADER, resolve: async () => ['127.0.0.1'], mayReach: () => true })
    opened.push(distrusting)
    expect(await distrusting.send(to(), original, running)).toEqual({ status: undefined, error: 'certificate' })
    const other = { ...to('other.example'), name: 'Other' }
    expect(await create().send(other, original, running)).toEqual({ status: undefined, error: 'certificate' })
    expect(destination.received).toEqual([])
  })
  it('is reached past a proxy of the environment', async () => {
    const proxy = createServer()
    const connected = vi.fn()
    proxy.on('connection', connected).listen(0, '127.0.0.1')
    await new Promise((resolve) => proxy.once('listening', resolve))
    const bound = proxy.address()
    const address = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}`
    for (const name of ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'ALL_PROXY']) vi.stubEnv(name, address)
    vi.stubEnv('NODE_USE_ENV_PROXY', '1')
    expect(await create().send(to(), original, running)).toEqual({ status: 200, error: undefined })
    expect(connected).not.toHaveBeenCalled()
    proxy.close()
  })
  it('is left in the middle where the server ends', async () => {
    const ending = new AbortController()
    const asked = new Promise<void>((resolve) => destination.answer(() => resolve()))
    const sent = create().send(to(), original, ending.signal)
    await asked
    ending.abort(new Error('the end'))
    await expect(sent).rejects.toThrow('the end')
    await expect(create().send(to(), original, ending.signal)).rejects.toThrow('the end')
    expect(destination.received).toHaveLength(1)
  })
  it('gets nothing of what was given up before there was a connection', async () => {
    let found: (addresses: string[]) => void = () => undefined
    const resolve = () => new Promise<string[]>((done) => (found = done))
    const send = create({ resolve, timeoutMs: 100 })
    const lost = { body: Buffer.from('given up'), signature: 'ab' }
    expect(await send.send(to(), lost, running)).toMatchObject({ error: 'timeout' })
    found(['127.0.0.1'])
    await vi.waitFor(() => expect(destination.connections()).toBe(1))
    expect(await create().send(to(), original, running)).toEqual({ status: 200, error: undefined })
    expect(destination.received.map(({ body }) => body)).toEqual([original.body])
  })
})

describe('nothing is connected to', () => {
  const refused = { status: undefined, error: 'not public' }
  it.each([
    ['127.0.0.1'],
    ['::1'],
    ['::ffff:127.0.0.1'],
    ['::127.0.0.1'],
    ['0.0.0.0'],
    ['::'],
    ['10.0.0.1'],
    ['169.254.169.254'],
    ['fe80::1%lo'],
    ['64:ff9b::7f00:1'],
    ['93.184.215.14', '127.0.0.1'],
    ['127.0.0.1', '2606:4700:4700::1111'],
    ['not an address'],
  ])('where a name has the address %s', async (...addresses) => {
    const local = await Promise.all(
      ['127.0.0.1', '::1'].map((host) => startDestination(host, 0).catch(() => undefined)),
    )
    for (const one of local) {
      if (!one) continue // a computer without version 6
      const send = create({ mayReach: isPublic, resolve: async () => addresses })
      expect(await send.send({ ...to(), url: `https://${NAME}:${one.port}/` }, original, running)).toEqual(refused)
      expect(one.connections()).toBe(0)
      await one.close()
    }
  })
  it.each(['127.0.0.1', '0x7f.1', '2130706433', '[::1]', '[::ffff:127.0.0.1]', '0'])(
    'at the address %s itself',
    async (host) => {
      const resolve = vi.fn(async () => ['93.184.215.14'])
      expect(await create({ mayReach: isPublic, resolve }).send(to(host), original, running)).toEqual(refused)
      expect([destination.connections(), resolve.mock.calls.length]).toEqual([0, 0])
    },
  )
  it('by the names that this computer has for itself', async () => {
    const send = createForwardSend({ header: HEADER, ca })
    opened.push(send)
    expect(await send.send(to('localhost'), original, running)).toEqual(refused)
    expect(destination.connections()).toBe(0)
  })
  it('that a name has only when it is looked up again', async () => {
    const inside = await startDestination('127.0.0.2', destination.port)
    const answers = [['127.0.0.1'], ['127.0.0.2'], ['127.0.0.1', '127.0.0.2']]
    const resolve = vi.fn(async () => answers.shift() ?? [])
    destination.answer(answerWith(200, { connection: 'close' })) // the next one connects anew
    const send = create({ resolve })
    expect(await send.send(to(), original, running)).toEqual({ status: 200, error: undefined })
    expect([resolve.mock.calls, destination.connections(), inside.connections()]).toEqual([[[NAME]], 1, 0])
    expect(await send.send(to(), original, running)).toEqual(refused)
    expect(await send.send(to(), original, running)).toEqual(refused)
    expect(await send.send(to(), original, running)).toEqual({ status: undefined, error: 'name not found' })
    expect([destination.connections(), inside.connections()]).toEqual([1, 0])
    await inside.close()
  })
  it('where a name has no address', async () => {
    const resolve = () => Promise.reject(Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' }))
    const failing = create({ resolve })
    expect(await failing.send(to(), original, running)).toEqual({ status: undefined, error: 'name not found' })
  })
})

describe('a lookup', () => {
  const ask = (all: boolean, look = checkedLookup(async () => ['1.1.1.1', '2606:4700:4700::1111'], isPublic)) =>
    new Promise<unknown[]>((resolve) => look(NAME, { all }, (...given: unknown[]) => resolve(given)))

  it('gives all addresses, or the first, as it is asked to', async () => {
    const list: LookupAddress[] = [
      { address: '1.1.1.1', family: 4 },
      { address: '2606:4700:4700::1111', family: 6 },
    ]
    expect(await ask(true)).toEqual([null, list])
    expect(await ask(false)).toEqual([null, '1.1.1.1', 4])
  })
  it('is one at a time of a name, however many ask', async () => {
    let end: (addresses: string[]) => void = () => undefined
    const resolve = vi.fn(() => new Promise<string[]>((done) => (end = done)))
    const look = checkedLookup(resolve, isPublic)
    const asked = [ask(true, look), ask(true, look), ask(false, look)]
    expect(resolve).toHaveBeenCalledTimes(1)
    end(['1.1.1.1'])
    expect((await Promise.all(asked)).map(([error]) => error)).toEqual([null, null, null])
    void ask(true, look)
    expect(resolve).toHaveBeenCalledTimes(2)
  })
})
