/** For the sandbox's tests: one call through the handler, without a socket. */
import type { Host } from '../api/endpoint'
import { createSandbox, type Sandbox, type SandboxOptions } from './handler'

export interface Answered {
  status: number
  headers: Headers
  /** The parsed body; undefined where there is none. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  body: any
}

export interface TestSandbox extends Sandbox {
  ask(
    target: string,
    options?: { token?: string | null; method?: string; host?: Host; body?: string },
  ): Promise<Answered>
}

export function testSandbox(options: Partial<SandboxOptions> = {}): TestSandbox {
  const sandbox = createSandbox({ connections: 2500, seed: 1, latencyMs: 0, docs: 'https://docs.test', ...options })
  return {
    ...sandbox,
    async ask(target, { token = 'sandbox-test', method = 'GET', host = 'vehicle', body } = {}) {
      const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` }
      const request = new Request(`http://sandbox.test${target}`, {
        method,
        headers,
        ...(body !== undefined && { body }),
      })
      const response = await sandbox.handle(host, target, request)
      const text = await response.text()
      return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) }
    },
  }
}

/** Section 7, as it is shown: not read from what is tested. */
export const errorWords: Readonly<Record<number, readonly [type: string, code: string, title: string]>> = {
  400: ['VALIDATION', 'BAD_REQUEST', 'Bad Request'],
  401: ['AUTHENTICATION', 'UNAUTHORIZED', 'Unauthorized'],
  403: ['AUTHENTICATION', 'FORBIDDEN', 'Forbidden'],
  404: ['RESOURCE_NOT_FOUND', 'NOT_FOUND', 'Not Found'],
  409: ['VEHICLE_STATE', 'ASLEEP', 'Vehicle Asleep'],
  500: ['SERVER', 'INTERNAL', 'Internal Server Error'],
}
