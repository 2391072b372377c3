/** For tests: the known provider's public library against a started sandbox that speaks as that provider does. */
import { createRequire } from 'node:module'
import { vi } from 'vitest'
import { dialectOf } from '../api/presets/presets'
import { smartcar } from '../api/presets/smartcar.data'
import { type LogEntry, startSandbox } from './server'

type Fields = Record<string, unknown>
export type Answer = Fields & { meta: Fields }

/** What the library throws, as far as a body says it. */
export interface SdkError extends Error {
  statusCode: number
  type?: string
  code?: string
  description?: string
  docURL?: string
  detail?: unknown
  resolution?: unknown
  requestId?: string
  retryAfter?: string
}

/** By a name of its own for each path: what was read, or what is thrown. */
export type Batch = (paths: readonly string[]) => Promise<Record<string, () => Answer>>

interface Vehicle {
  vin(): Promise<Answer>
  nominalCapacity(): Promise<Answer>
  serviceHistory(): Promise<Answer>
  diagnosticTroubleCodes(): Promise<Answer>
  diagnosticSystemStatus(): Promise<Answer>
  batch: Batch
  request(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
    version?: string,
  ): Promise<{ body: Fields; meta: Fields }>
}

interface Service {
  request(method: string, path: string, body?: unknown): Promise<Answer>
  batchRequest: Batch
}

interface Library {
  SmartcarError: new (status: number, body: Fields, headers: Fields) => SdkError
  Vehicle: new (id: string, token: string, options?: { unitSystem?: string }) => Vehicle
  AuthClient: new (options: Record<'clientId' | 'clientSecret' | 'redirectUri', string>) => object
  hashChallenge(key: string, challenge: string): string
  verifyPayload(key: string, signature: unknown, body: unknown): boolean
}

const load = createRequire(import.meta.url)
// It has no types: these are what its documentation says.
export const library: Library = load('smartcar')
/** What all of its methods send with. */
export const Service: new (options: { baseUrl: string; headers: Fields; apiVersion?: string }) => Service = load(
  'smartcar/lib/smartcar-service',
)

/** A class of the library's and its methods, by the name of each. */
export const methodsOf = (name: string, { prototype }: { prototype: object }): string[] =>
  Object.getOwnPropertyNames(prototype)
    .filter((method) => method !== 'constructor')
    .map((method) => `${name}.${method}`)
/** What came over the wire. */
export interface Heard {
  status: number
  headers: Record<string, string>
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  body: any
}

/** Both sides of one call. */
export interface Told<T> {
  /** Undefined where it threw. */
  answer: T | undefined
  error: SdkError | undefined
  heard: Heard
  /** What the sandbox recorded of it. */
  logged: LogEntry
}

export async function startSdkBench() {
  const log: LogEntry[] = []
  const sandbox = await startSandbox({
    ...{ connections: 300, seed: 1, latencyMs: 0, dialect: dialectOf(smartcar) },
    log: (entry) => log.push(entry),
  })
  vi.stubEnv('SMARTCAR_API_ORIGIN', sandbox.vehicleData)
  vi.stubEnv('SMARTCAR_API_V3_ORIGIN', sandbox.vehicle)
  vi.stubEnv('SMARTCAR_MANAGEMENT_API_ORIGIN', sandbox.management)
  const wire: Response[] = []
  const send = globalThis.fetch
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (...given) => {
    const response = await send(...given)
    wire.push(response.clone())
    return response
  })

  /** @param call sends one request */
  async function told<T>(call: () => Promise<T>): Promise<Told<T>> {
    wire.length = 0
    log.length = 0
    let [answer, error]: [T | undefined, SdkError | undefined] = [undefined, undefined]
    try {
      answer = await call()
    } catch (thrown) {
      if (!(thrown instanceof library.SmartcarError)) throw thrown
      error = thrown
    }
    const [response] = wire
    const [logged] = log
    if (!response || !logged || log.length > 1) throw new Error(`${log.length} requests were sent, not one.`)
    const text = await response.text()
    const heard = {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: text === '' ? undefined : JSON.parse(text),
    }
    return { answer, error, heard, logged }
  }

  return {
    sandbox,
    told,
    async close() {
      spy.mockRestore()
      vi.unstubAllEnvs()
      await sandbox.close()
    },
  }
}
export type SdkBench = Awaited<ReturnType<typeof startSdkBench>>
