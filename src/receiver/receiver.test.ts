/** Every row of what the receiver answers, over real connections. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answers, bodyOf, fixtures, KEY, signatureOf } from './fixture-harness'
import { HEADER, PATH, SLUG, signed, startReceiver, type TestReceiver, testSettings } from './listener-harness'
import { createReceiver } from './receiver'
import { eventOf } from './receiver-harness'
import { sign } from './signature'

let clock = 1_790_000_000_000
let started: TestReceiver
beforeEach(async () => {
  started = await startReceiver({ now: () => clock, settings: { oldSecret: 'the-token-before' } })
})
afterEach(() => started.receiver.close())

const state = bodyOf('state.json')
/** Whatever is answered has nothing else. */
const plain = ['connection', 'content-length', 'date', 'keep-alive']

describe('what is signed', () => {
  it.each(fixtures.filter((name) => !name.startsWith('verify')))(
    '%s is saved, answered 200 and followed',
    async (name) => {
      const { status, headers, text } = await started.post({
        body: bodyOf(name),
        headers: { [HEADER]: signatureOf(name) },
      })
      expect([status, text, headers['content-type']]).toEqual([200, '{}', 'application/json'])
      expect(Object.keys(headers).filter((one) => !plain.includes(one))).toEqual(['content-type'])
      const [arrival] = started.keeper.saved
      expect(arrival).toMatchObject({ signature: signatureOf(name), signedWith: 'current', address: '127.0.0.1' })
      expect(arrival?.body.equals(bodyOf(name))).toBe(true)
      expect(arrival?.at).toEqual(new Date(clock))
      await expect.poll(() => started.keeper.followed).toHaveLength(1)
      expect(started.outcomes).toEqual(['saved'])
      expect(started.receiver.refused()).toEqual([])
    },
  )
  it('is answered only once it is committed, and followed only then', async () => {
    const release = started.keeper.hold()
    let isAnswered = false
    const answer = started.post(signed(state)).then((sent) => {
      isAnswered = true
      return sent
    })
    await expect.poll(() => started.keeper.groups).toHaveLength(1)
    expect((await started.post({ method: 'GET', path: '/healthz' })).status).toBe(200)
    expect([isAnswered, started.keeper.saved, started.inFlight()]).toEqual([false, [], 1])
    release()
    expect((await answer).status).toBe(200)
    await expect.poll(() => started.keeper.followed).toHaveLength(1)
    expect(started.inFlight()).toBe(0)
  })
  it('with the old token is saved as such', async () => {
    expect((await started.post(signed(state, 'the-token-before'))).status).toBe(200)
    expect(started.keeper.saved[0]?.signedWith).toBe('old')
  })
  it('twice is answered 200 twice, and counted as repeated', async () => {
    expect((await started.post(signed(state))).status).toBe(200)
    expect((await started.post(signed(bodyOf('state-retry.json')))).status).toBe(200)
    expect(started.outcomes).toEqual(['saved', 'repeated'])
  })
  it('under the whole path of its address is taken, too', async () => {
    const url = `https://hooks.example/behind/a/proxy${PATH}`
    const other = await startReceiver({ settings: { url } })
    expect((await other.post({ ...signed(state), path: `/behind/a/proxy${PATH}` })).status).toBe(200)
    expect((await other.post({ ...signed(state), path: `${PATH}?from=provider` })).status).toBe(200)
    expect((await other.post({ ...signed(state), path: `/behind${PATH}` })).status).toBe(404)
    await other.receiver.close()
  })
  it.each(['sha256', 'sha512'] as const)(
    'in another form (%s, base64, other header) where it is configured',
    async (algorithm) => {
      const scheme = { ...testSettings.scheme, algorithm, encoding: 'base64', header: 'x-hook' } as const
      const other = await startReceiver({ settings: { scheme } })
      const headers = { 'X-Hook': sign(KEY, state, scheme) }
      expect((await other.post({ body: state, headers })).status).toBe(200)
      expect((await other.post(signed(state))).status).toBe(401)
      const [challenge = '', inHex = ''] = Object.entries(answers)[0] ?? []
      const { text } = await other.post({ body: JSON.stringify({ eventType: 'VERIFY', data: { challenge } }) })
      const known = { challenge: algorithm === 'sha256' ? inHex : sign(KEY, challenge, { algorithm, encoding: 'hex' }) }
      expect(JSON.parse(text)).toEqual(known)
      await other.receiver.close()
    },
  )
})

describe('a verification', () => {
  const verify = (challenge: unknown) => ({ body: JSON.stringify({ eventType: 'VERIFY', data: { challenge } }) })

  it.each([
    ['verify.json', '3f0d9b57-7a51-4d2e-9b0e-5a2f6c1d8e90'],
    ['verify-iso-time.json', 'q7Zx0mR4'],
    ['verify-version2.json', 'legacy-challenge-0001'],
  ])('%s is answered, and saved as unsigned', async (name, challenge) => {
    const { status, headers, text } = await started.post({ body: bodyOf(name) })
    expect([status, JSON.parse(text)]).toEqual([200, { challenge: answers[challenge] }])
    expect(headers['content-type']).toBe('application/json')
    await expect.poll(() => started.keeper.followed).toHaveLength(1)
    expect(started.keeper.saved[0]).toMatchObject({ signedWith: 'none', signature: '', delivery: { kind: 'verify' } })
    expect(started.outcomes).toEqual(['verified'])
  })
  it('that is signed is answered, too', async () => {
    const { text } = await started.post(signed(bodyOf('verify.json')))
    expect(JSON.parse(text)).toEqual({ challenge: answers['3f0d9b57-7a51-4d2e-9b0e-5a2f6c1d8e90'] })
    await expect.poll(() => started.keeper.saved).toHaveLength(1)
    expect(started.keeper.saved[0]).toMatchObject({ signedWith: 'current' })
  })
  it('is answered even if it can’t be saved', async () => {
    started.keeper.fail('unavailable')
    expect((await started.post({ body: bodyOf('verify.json') })).status).toBe(200)
    await expect.poll(() => started.warnings).toEqual(['Deliveries can’t be saved: The store can’t be reached.'])
    started.setKeeper(undefined)
    expect((await started.post({ body: bodyOf('verify.json') })).status).toBe(200)
  })
  it('that anybody can have made up stands for no event and nobody', async () => {
    const made = {
      eventId: 'of-a-real-one',
      eventType: 'VERIFY',
      vehicleId: 'v',
      data: { challenge: 'a-challenge', user: { id: 'u' }, vehicle: { id: 'v' } },
    }
    expect((await started.post({ body: JSON.stringify(made) })).status).toBe(200)
    await expect.poll(() => started.keeper.saved).toHaveLength(1)
    const { eventId, vehicleId, userId } = started.keeper.saved[0]?.delivery ?? {}
    expect([eventId, vehicleId, userId]).toEqual([undefined, undefined, undefined])
  })
  it('that would sign a delivery is refused: nothing of it is signed or saved', async () => {
    const forgery = bodyOf('verify-forgery.json')
    const challenge = (JSON.parse(forgery.toString()) as { data: { challenge: string } }).data.challenge
    const { status, text, headers } = await started.post({ body: forgery })
    expect([status, text, headers['content-length']]).toEqual([400, '', '0'])
    const [refused] = started.receiver.refused()
    expect(refused).toMatchObject({ status: 400, reason: 'would sign', address: '127.0.0.1', bytes: 427 })
    const all = JSON.stringify([headers, started.receiver.refusedOne(refused?.id ?? ''), started.warnings])
    expect(all).not.toContain(sign(KEY, challenge, testSettings.scheme))
    expect(started.keeper.groups).toEqual([])
    expect(started.outcomes).toEqual(['verification-refused'])
  })
  it.each([undefined, null, 7, ['a-challenge'], { a: 1 }, '', 'short', 'with space', 'a'.repeat(201), '{"a":"bcdef"}'])(
    'with the challenge %j is refused',
    async (challenge) => {
      const { status, text } = await started.post(verify(challenge))
      expect([status, text]).toEqual([400, ''])
      expect(started.keeper.groups).toEqual([])
    },
  )
  it('more than six times a minute is refused', async () => {
    const send = async () => (await started.post(verify('a-challenge'))).status
    for (let nth = 0; nth < 6; nth += 1) expect(await send()).toBe(200)
    expect(await send()).toBe(400)
    expect(started.receiver.refused()).toMatchObject([{ reason: 'too many' }])
    clock += 60_000
    expect(await send()).toBe(200)
  })
  it('of more than 4 KB is not looked at', async () => {
    const body = JSON.stringify({ eventType: 'VERIFY', data: { challenge: 'a-challenge' }, pad: 'x'.repeat(4096) })
    expect((await started.post({ body })).status).toBe(401)
  })
})

describe('what is not proven', () => {
  it.each([
    ['no signature', {}],
    ['signature form', { [HEADER]: 'x' }],
    ['signature form', { [HEADER]: signatureOf('state.json').toUpperCase() }],
    ['wrong signature', { [HEADER]: signatureOf('test.json') }],
  ])('(%s) is answered 401 without a body, and only remembered', async (reason, headers) => {
    const answer = await started.post({ body: state, headers })
    expect([answer.status, answer.text]).toEqual([401, ''])
    expect(Object.keys(answer.headers).filter((one) => !plain.includes(one))).toEqual([])
    const [refused] = started.receiver.refused()
    expect(refused).toMatchObject({ status: 401, reason, address: '127.0.0.1', bytes: 1422, at: new Date(clock) })
    expect(started.receiver.refusedOne(refused?.id ?? '')?.body?.equals(state)).toBe(true)
    expect(started.keeper.groups).toEqual([])
    expect(started.receiver.counts()).toMatchObject({ 'not-proven': 1, saved: 0 })
  })
  it('is explained', async () => {
    await started.post({ ...signed(state, 'of-another-application') })
    const id = started.receiver.refused()[0]?.id ?? ''
    expect(started.receiver.refusedOne(id)?.explanation?.verdict).toBe('another token')
    const others = [{ name: 'old', secret: 'of-another-application' }] as const
    expect(started.receiver.refusedOne(id, others)?.explanation?.verdict).toBe('old token')
    await started.post(signed(bodyOf('test.json')))
    expect(started.receiver.refusedOne(id)?.explanation?.verdict).toBe('live only')
    await started.post(signed(state))
    expect(started.receiver.refusedOne(id)?.explanation?.verdict).toBe('another token')
    expect(started.receiver.refusedOne('another')).toBeUndefined()
  })
  it('is an answer that we gave to a verification: it can’t be used as a delivery', async () => {
    const challenge = 'q7Zx0mR4'
    const answer = await started.post({ body: bodyOf('verify-iso-time.json') })
    const { challenge: signature } = JSON.parse(answer.text) as { challenge: string }
    expect((await started.post({ body: challenge, headers: { [HEADER]: signature } })).status).toBe(401)
    expect(started.receiver.refused()).toMatchObject([{ reason: 'signed on request' }])
  })
})

describe('an address', () => {
  const unsigned = async () => (await started.post({ body: state })).status

  it('that was refused thirty times is answered 429, and can still deliver what is signed', async () => {
    for (let nth = 0; nth < 30; nth += 1) expect(await unsigned()).toBe(401)
    const { status, headers, text } = await started.post({ body: state })
    expect([status, headers['retry-after'], headers.connection, text]).toEqual([429, '60', 'close', ''])
    expect((await started.post(signed(state, 'wrong'))).status).toBe(429)
    expect((await started.post(signed(state))).status).toBe(200)
    expect(started.receiver.refused()).toHaveLength(30)
    clock += 60_000
    expect(await unsigned()).toBe(401)
  })
  it('without a signature is not read past the limit', async () => {
    for (let nth = 0; nth < 30; nth += 1) await unsigned()
    const { socket, received } = started.raw(`POST ${PATH} HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{`)
    expect(await received).toMatch(/^HTTP\/1\.1 429 /) // long before its body is there
    socket.destroy()
  })
  it('is the one that a trusted proxy names', async () => {
    const other = await startReceiver({ settings: { trusts: (address) => address === '127.0.0.1' } })
    const from = async (chain: string, headers = {}) =>
      (await other.post({ body: state, headers: { ...headers, 'x-forwarded-for': chain } })).status
    for (let nth = 0; nth < 30; nth += 1) await from(`192.0.2.${nth}, 198.51.100.1`)
    expect(await from('192.0.2.1, 198.51.100.1')).toBe(429)
    expect(await from('198.51.100.1, 192.0.2.1')).toBe(401)
    expect(await from('198.51.100.1', signed(state).headers)).toBe(200)
    expect(other.keeper.saved[0]?.address).toBe('198.51.100.1')
    await other.receiver.close()
  })
})

describe('a store that is away', () => {
  it.each(['unavailable', 'readonly', 'full', 'timeout', 'failed', 'corrupt'] as const)(
    '(%s) has it sent again',
    async (failure) => {
      started.keeper.fail(failure)
      const { status, headers, text } = await started.post(signed(state))
      expect([status, headers['retry-after'], text]).toEqual([503, '5', ''])
      expect(started.keeper.followed).toEqual([])
      expect(started.outcomes).toEqual(['store-away'])
      expect(started.warnings).toHaveLength(1)
    },
  )
  it('or not there yet has it sent again; what we answered before is said once it is kept', async () => {
    started.setKeeper(undefined)
    const first = new Date(clock)
    expect((await started.post(signed(state))).status).toBe(503)
    clock += 25_000
    started.setKeeper(started.keeper)
    started.keeper.fail('full')
    expect((await started.post(signed(bodyOf('state-retry.json')))).status).toBe(503)
    const second = new Date(clock)
    clock += 50_000
    started.keeper.fail(undefined)
    expect((await started.post(signed(state))).status).toBe(200)
    expect(started.keeper.saved[0]?.earlier).toEqual([
      { at: first, status: 503 },
      { at: second, status: 503 },
    ])
    expect((await started.post(signed(state))).status).toBe(200)
    expect(started.keeper.saved[1]?.earlier).toBeUndefined()
    expect(started.warnings).toEqual([
      'Deliveries can’t be saved: The store can’t be reached.',
      'Deliveries can’t be saved: The store has no room left.',
    ])
  })
  it('says nothing of what was delivered', async () => {
    started.keeper.save = () => Promise.reject(new TypeError(`of ${state.toString()}`))
    expect((await started.post(signed(state))).status).toBe(503)
    expect(started.warnings).toEqual(['Deliveries can’t be saved: an unexpected TypeError'])
  })
})

describe('another request', () => {
  it('GET is told that the address works, which a stranger’s guess is not', async () => {
    const { status, headers, text } = await started.post({ method: 'GET' })
    expect([status, headers.allow, headers['content-type']]).toEqual([405, 'POST', 'text/plain; charset=utf-8'])
    expect(text).toBe('This address works. It accepts signed deliveries, sent with POST.\n')
    const guess = await started.post({ method: 'GET', path: `${PATH}x` })
    expect([guess.status, guess.headers.allow, guess.text]).toEqual([404, undefined, ''])
    const head = await started.post({ method: 'HEAD' })
    expect([head.status, head.text]).toEqual([405, ''])
    expect({ ...head.headers, date: '' }).toEqual({ ...headers, date: '' })
  })
  it.each(['PUT', 'DELETE', 'OPTIONS', 'PATCH'])('%s is told that it takes POST', async (method) => {
    const { status, headers, text } = await started.post({
      method,
      headers: { origin: 'https://a.example', cookie: 'a=b' },
    })
    expect([status, headers.allow, text]).toEqual([405, 'POST', ''])
    expect(Object.keys(headers).filter((one) => !plain.includes(one))).toEqual(['allow'])
  })
  it.each([
    '/',
    '/deliveries',
    '/deliveries/',
    `${PATH}/`,
    `${PATH}x`,
    PATH.slice(0, -1),
    PATH.toUpperCase(),
    '/deliveries/x',
    '/healthz/',
    '/metrics',
    '/api/vehicle/v3/connections',
    '//',
    `/x/..${PATH}`,
    `/deliveries/%61${SLUG.slice(1)}`,
  ])('to %s is not found, whatever its method', async (path) => {
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      const { status, text, headers } = await started.post({ method, path, ...(method === 'POST' && signed(state)) })
      expect([status, text]).toEqual([404, ''])
      expect(Object.keys(headers).filter((one) => !plain.includes(one))).toEqual([])
    }
    expect(started.keeper.groups).toEqual([])
  })
  it('asks whether it is well', async () => {
    expect(await started.post({ method: 'GET', path: '/healthz' })).toMatchObject({ status: 200, text: 'ok' })
    expect((await started.post({ path: '/healthz' })).status).toBe(404)
    expect(started.receiver.counts()).toMatchObject({ healthy: 1, 'not-found': 1 })
  })
})

describe('a receiver', () => {
  it.each([{ secret: '' }, { oldSecret: '' }, { slug: '' }, { slug: 'short' }])(
    'with %j does not start',
    (settings) => {
      const log = { warn: () => undefined }
      const metrics = { answered: () => undefined, inFlight: () => undefined }
      expect(() =>
        createReceiver({ settings: { ...testSettings, ...settings }, keeper: () => undefined, log, metrics }),
      ).toThrow('requires')
    },
  )
  it('says where it listens, and that its port is taken', async () => {
    expect(started.receiver.address()).toMatchObject({ address: '127.0.0.1', port: started.port })
    await expect(startReceiver({ settings: { port: started.port } })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  })
  it('that stops lets what is under way finish', async () => {
    const release = started.keeper.hold()
    const answer = started.post(signed(state))
    await expect.poll(() => started.keeper.groups).toHaveLength(1)
    const stopped = started.receiver.close()
    await expect(started.post({ method: 'GET', path: '/healthz' })).rejects.toThrow('ECONNREFUSED')
    release()
    expect((await answer).status).toBe(200)
    expect((await answer).headers.connection).toBe('close')
    await stopped
    expect(started.keeper.followed.map(eventOf)).toHaveLength(1)
  })
})
