/** For tests: a receiver that listens, and senders that speak to it over real connections. */
import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { Outcome } from './answers'
import { KEY } from './fixture-harness'
import { createReceiver, type ReceiverLimits } from './receiver'
import { createMemoryKeeper, type MemoryKeeper } from './receiver-harness'
import type { ReceiverSettings } from './receiver-settings'
import { sign } from './signature'

export const SLUG = 'a-name-nobody-guesses'
export const PATH = `/deliveries/${SLUG}`
export const HEADER = 'sb-signature'

export const testSettings: ReceiverSettings = {
  ...{ port: 0, host: '127.0.0.1', url: undefined, slug: SLUG, secret: KEY, oldSecret: undefined },
  scheme: {
    ...{ header: HEADER, algorithm: 'sha256', encoding: 'hex' },
    challengePaths: ['data.challenge', 'payload.challenge'],
  },
  ...{ bodyLimitBytes: 128 * 1024, keys: [], retainDays: 7, mostBytes: 0, redact: [], destinations: [] },
  keepAlive: { proxyMs: 5_000, directMs: 5_000 },
  trusts: () => false,
}

export interface Sent {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

interface ToSend {
  method?: string
  path?: string
  headers?: OutgoingHttpHeaders
  body?: Buffer | string
}

export function send(port: number, { method = 'POST', path = PATH, headers, body = '' }: ToSend): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const sending = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
      response.on('error', reject)
    })
    sending.on('error', reject)
    sending.end(body)
  })
}

export const signed = (body: Buffer | string, secret = KEY) => ({
  body,
  headers: { [HEADER]: sign(secret, body, testSettings.scheme) },
})

/** Speaks in raw bytes; `received` resolves to all that came back once the other end has closed. */
export function speak(port: number, text: string | Buffer = ''): { socket: Socket; received: Promise<string> } {
  const socket = connect(port, '127.0.0.1', () => socket.write(text))
  const received = new Promise<string>((resolve) => {
    let all = ''
    socket.on('data', (chunk) => {
      all += chunk
    })
    socket.on('error', () => undefined) // a reset where something came after the end
    socket.on('close', () => resolve(all))
  })
  return { socket, received }
}

interface Started {
  settings?: Partial<ReceiverSettings>
  limits?: Partial<ReceiverLimits>
  keeper?: MemoryKeeper | undefined
  now?: () => number
}

export async function startReceiver({ settings, limits, now, ...given }: Started = {}) {
  const keeper = createMemoryKeeper()
  let kept: MemoryKeeper | undefined = 'keeper' in given ? given.keeper : keeper
  const warnings: string[] = []
  const outcomes: Outcome[] = []
  let [inFlight, mostInFlight] = [0, 0]
  const receiver = createReceiver({
    settings: { ...testSettings, ...settings },
    keeper: () => kept,
    log: { warn: (line) => warnings.push(line) },
    metrics: {
      answered: (outcome) => outcomes.push(outcome),
      inFlight(count) {
        inFlight = count
        mostInFlight = Math.max(mostInFlight, count)
      },
    },
    limits: { lingerMs: 50, ...limits },
    ...(now && { now }),
  })
  const { port } = await receiver.listen()
  return {
    ...{ receiver, port, keeper, warnings, outcomes },
    inFlight: () => inFlight,
    mostInFlight: () => mostInFlight,
    setKeeper(other: MemoryKeeper | undefined) {
      kept = other
    },
    post: (sent: ToSend) => send(port, sent),
    raw: (text: string) => speak(port, text),
  }
}
export type TestReceiver = Awaited<ReturnType<typeof startReceiver>>
