/** Two JSON lines for every change, with one id: `attempt` before it is forwarded, `outcome` before it is answered. */
import { randomUUID } from 'node:crypto'
import type { Match } from '../api/api'

export type WriteLine = (line: string) => void

export interface Attempt {
  /** @param status the service's answer; `unknown` where none came */
  outcome(status: number | 'unknown', reason?: string): void
}

/** Path parameters as they read, for people; one that cannot be decoded stays as sent. */
function readable(params: Match['params']): Record<string, string> {
  const decode = (text: string) => {
    try {
      return decodeURIComponent(text)
    } catch {
      return text
    }
  }
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, decode(value)]))
}

/** Writes the attempt. Tokens and bodies are never part of a line. */
export function attempt({ endpoint, params }: Match, write: WriteLine, now: () => number = Date.now): Attempt {
  const began = now()
  const common = { id: randomUUID(), host: endpoint.host, operation: endpoint.operation, parameters: readable(params) }
  const line = (event: string, more: object) =>
    write(JSON.stringify({ event, time: new Date(now()).toISOString(), ...common, ...more }))
  line('attempt', {})
  return {
    outcome: (status, reason) => line('outcome', { status, ...(reason && { reason }), durationMs: now() - began }),
  }
}
