/** One event on its way: its signature, the documented attempts, and what ends them. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ATTEMPTS_MS, deliver, type Letter, type Terms } from './deliver'
import { createQuickClock, isSigned, SECRET, startTestReceiver, type TestReceiver, withStatus } from './deliver-harness'

let receiver: TestReceiver
beforeEach(async () => {
  receiver = await startTestReceiver()
})
afterEach(() => receiver.close())

const letter: Letter = { eventId: 'e', write: (attempt) => JSON.stringify({ eventId: 'e', meta: attempt }) }

function send(one: Letter = letter, more: Partial<Terms> & { callback?: string; signatureHeader?: string } = {}) {
  const clock = createQuickClock()
  const statuses: number[] = []
  const problems: (string | undefined)[] = []
  let dropped = 0
  const ended = deliver(
    one,
    {
      callback: more.callback ?? receiver.url,
      secret: SECRET,
      oldSecret: 'before',
      signatureHeader: more.signatureHeader ?? 'sb-signature',
      ...({ algorithm: 'sha256', encoding: 'hex', prefix: '' } as const),
    },
    {
      timeScale: 1,
      timeoutMs: 5_000,
      now: clock.now,
      sleep: clock.sleep,
      signal: new AbortController().signal,
      sent({ status, problem }) {
        statuses.push(status)
        problems.push(problem)
      },
      dropped() {
        dropped += 1
      },
      ...more,
    },
  )
  return ended.then((reply) => ({ reply, statuses, problems, waits: clock.waits, dropped }))
}
const attempts = () => receiver.arrived.map(({ json }) => json.meta)

describe('an event', () => {
  it('is signed byte for byte, in lower hex', async () => {
    const write = () => '{"city":"M\\u00e9gane Škoda", "n":80.0}\n'
    const { statuses, waits, dropped } = await send({ eventId: 'e', write })
    expect([statuses, waits, dropped]).toEqual([[200], [], 0])
    const [arrived] = receiver.arrived
    expect(arrived).toMatchObject({ method: 'POST', body: write(), isWhole: true })
    expect(arrived?.headers).toMatchObject({ 'content-type': 'application/json' })
    expect(arrived?.headers['sb-signature']).toMatch(/^[0-9a-f]{64}$/)
    expect(arrived && isSigned(arrived)).toBe(true)
  })
  it.each([500, 401, 302, 304, 0])(
    'that returns %i (0: nothing) is tried 25 s, 1:15 and 2:55 after the first time, then dropped',
    async (status) => {
      receiver.answerWith((arrived, response) =>
        status === 0 ? response.destroy() : withStatus(status)(arrived, response),
      )
      const { statuses, waits, dropped } = await send()
      expect(statuses).toEqual([status, status, status, status])
      expect(waits).toEqual([25_000, 50_000, 100_000])
      expect(dropped).toBe(1)
      const [first] = attempts()
      expect(attempts().map(({ deliveredAt }) => deliveredAt - first.deliveredAt)).toEqual([...ATTEMPTS_MS])
      expect(new Set(attempts().map(({ deliveryId }) => deliveryId)).size).toBe(4)
      expect(receiver.arrived.every(({ json }) => json.eventId === 'e')).toBe(true)
      expect(receiver.arrived.every((one) => isSigned(one))).toBe(true)
    },
  )
  it.each([200, 201, 204])('ends with the first %i', async (status) => {
    receiver.answerWith((_, response) => response.writeHead(receiver.arrived.length < 3 ? 503 : status).end())
    expect(await send()).toMatchObject({ statuses: [503, 503, status], waits: [25_000, 50_000], dropped: 0 })
  })
  it('waits less where its time is scaled', async () => {
    receiver.answerWith(withStatus(503))
    expect((await send(letter, { timeScale: 100 })).waits).toEqual([250, 500, 1_000])
  })
  it('that gets no response in time is tried again', async () => {
    receiver.answerWith(() => {})
    const { statuses, problems, dropped } = await send(letter, { timeoutMs: 40 })
    expect([statuses, dropped]).toEqual([[0, 0, 0, 0], 1])
    expect(problems[0]).toBe('no response within 0.04 s')
  })
  it('is tried again where nobody listens', async () => {
    const gone = await startTestReceiver()
    await gone.close()
    const { statuses, problems, dropped } = await send(letter, { callback: gone.url })
    expect([statuses, dropped]).toEqual([[0, 0, 0, 0], 1])
    expect(new Set(problems)).toEqual(new Set(['connection refused']))
  })
  it('that can’t be a request has no response, either', async () => {
    const { problems } = await send({ ...letter, isSentOnce: true }, { signatureHeader: 'no header' })
    expect(problems).toEqual(['no valid request'])
  })
  it('is given up when it is no longer wanted, or stopped', async () => {
    receiver.answerWith(withStatus(503))
    let asked = 0
    const isWanted = () => {
      asked += 1
      return asked < 2
    }
    expect(await send({ ...letter, isWanted })).toMatchObject({ statuses: [503, 503], dropped: 1 })
    const stopping = new AbortController()
    const sleep = async () => stopping.abort()
    expect(await send(letter, { sleep, signal: stopping.signal })).toMatchObject({ statuses: [503], dropped: 1 })
  })
  it('that is sent once is neither tried again nor dropped', async () => {
    receiver.answerWith(withStatus(401))
    expect(await send({ ...letter, isSentOnce: true })).toMatchObject({ statuses: [401], waits: [], dropped: 0 })
  })
})

describe('the body', () => {
  it('that is slow comes in pieces', async () => {
    const slow: Letter = { eventId: 'e', write: () => 'x'.repeat(2_000), pace: 'slow', isSentOnce: true }
    expect((await send(slow, { timeScale: 100 })).statuses).toEqual([200])
    expect(receiver.arrived[0]?.parts).toBeGreaterThan(5)
    expect(receiver.arrived[0]?.isWhole).toBe(true)
  })
  it.each(['slow', 'whole'] as const)('that is %s stops at a response', async (pace) => {
    let parts = 0
    const impatient = createServer((request, response) => {
      request.once('data', () => response.writeHead(408, { connection: 'close' }).end())
      request.on('data', () => {
        parts += 1
      })
    })
    await new Promise<void>((resolve) => impatient.listen(0, '127.0.0.1', resolve))
    const { port } = impatient.address() as AddressInfo // a server that listens on TCP has one
    const slow: Letter = { eventId: 'e', write: () => 'x'.repeat(2_000), pace, isSentOnce: true }
    const { statuses } = await send(slow, { callback: `http://127.0.0.1:${port}`, timeScale: 20 })
    impatient.close()
    expect(statuses).toEqual([408])
    expect(parts).toBeLessThan(5)
  })
  it('that is cut ends in the middle', async () => {
    const { statuses, problems } = await send({ ...letter, pace: 'cut', isSentOnce: true })
    await receiver.until(1)
    expect([statuses, problems]).toEqual([[0], ['cut by the simulator']])
    const [arrived] = receiver.arrived
    expect(arrived?.isWhole).toBe(false)
    expect(Number(arrived?.headers['content-length'])).toBeGreaterThan(arrived?.body.length ?? Number.NaN)
  })
})
