/** For tests of deliveries: a plain receiver that keeps what arrives, and clocks that nobody has to wait for. */
import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Sleep } from './deliver-request'

export const SECRET = 'harness-secret'

export interface Arrived {
  method: string
  headers: IncomingHttpHeaders
  body: string
  /** In how many parts the body came. */
  parts: number
  /** False: the connection ended before the body did. */
  isWhole: boolean
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  json: any
}

/** Answers, and says whether it did: a verification is answered by default, everything else with 200. */
type Answer = (arrived: Arrived, response: ServerResponse) => void

export const hexOf = (text: string, secret = SECRET) => createHmac('sha256', secret).update(text).digest('hex')
export const isSigned = ({ body, headers }: Arrived, secret = SECRET, name = 'sb-signature') =>
  headers[name] === hexOf(body, secret)

export const signingAnswer: Answer = (arrived, response) => {
  const challenge = arrived.body.includes('"VERIFY"') && arrived.json.data.challenge
  response.end(JSON.stringify(challenge ? { challenge: hexOf(challenge) } : {}))
}
export const withStatus =
  (status: number): Answer =>
  (_, response) =>
    response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end()

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export async function startTestReceiver(answer: Answer = signingAnswer) {
  const arrived: Arrived[] = []
  const waiting = new Set<() => void>()
  let answering = answer
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('error', () => {}) // cut: told by `isWhole`
    request.on('close', () => {
      const body = Buffer.concat(parts).toString()
      const { method = '', headers, complete: isWhole } = request
      const one = {
        method,
        headers,
        body,
        parts: parts.length,
        isWhole,
        get json() {
          return parsed(body)
        },
      }
      arrived.push(one)
      if (isWhole) answering(one, response)
      for (const check of waiting) check()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a server that listens on TCP has one

  return {
    url: `http://127.0.0.1:${port}/deliveries/harness-harness-harness`,
    arrived,
    answerWith(next: Answer) {
      answering = next
    },
    /** Resolves when so many have arrived. */
    until: (count: number) =>
      new Promise<void>((resolve) => {
        const check = () => {
          if (arrived.length < count) return
          waiting.delete(check)
          resolve()
        }
        waiting.add(check)
        check()
      }),
    /** What has arrived since the last time. */
    take: () => arrived.splice(0),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
export type TestReceiver = Awaited<ReturnType<typeof startTestReceiver>>

/** Every wait passes at once, and is kept. */
export function createQuickClock(at = Date.UTC(2026, 11, 1)) {
  const waits: number[] = []
  let time = at
  const sleep: Sleep = async (ms) => {
    waits.push(ms)
    time += ms
  }
  return { waits, sleep, now: () => time }
}

/** Time passes when the test says so: to the end of the wait that ends first. */
export function createManualClock(at = Date.UTC(2026, 11, 1)) {
  const sleepers = new Set<{ due: number; wake: () => void }>()
  let time = at
  const sleep: Sleep = (ms, signal) =>
    new Promise((resolve) => {
      const sleeper = { due: time + ms, wake: () => resolve() }
      if (signal.aborted) return resolve()
      sleepers.add(sleeper)
      signal.addEventListener('abort', () => {
        sleepers.delete(sleeper)
        resolve()
      })
    })
  return {
    sleep,
    now: () => time,
    get isIdle() {
      return sleepers.size === 0
    },
    /** @returns how long it took, in ms */
    pass(): number {
      const [first] = [...sleepers].sort((a, b) => a.due - b.due)
      if (!first) throw new Error('Nobody waits.')
      const before = time
      time = Math.max(time, first.due)
      sleepers.delete(first)
      first.wake()
      return time - before
    },
  }
}
