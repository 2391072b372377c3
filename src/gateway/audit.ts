/** Two JSON lines for every change, with one id: `attempt` before it is forwarded, `outcome` before it is answered. */
import { randomUUID } from 'node:crypto'
import type { Match } from '../api/api'

export type WriteLine = (line: string) => void

export interface Attempt {
  /**
   * Writes the outcome; only the first one counts.
   * @param status the service's answer; `unknown` where none came
   */
  outcome(status: number | 'unknown', reason?: string): void
}

export interface Audit {
  /** Writes the attempt. Tokens and bodies are never part of a line. */
  attempt(match: Match): Attempt
  /** Resolves once every change that was begun has its outcome, whether or not a browser still waits for it. */
  settled(): Promise<void>
  /** Writes the outcome `unknown` for every change that still waits: the process ends before the answer comes. */
  abandon(reason: string): void
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

export function createAudit(write: WriteLine, now: () => number = Date.now): Audit {
  const open = new Set<Attempt>()
  let waiting: (() => void)[] = []

  function attempt({ endpoint: { host, operation }, params }: Match): Attempt {
    const began = now()
    const common = { id: randomUUID(), host, operation, parameters: readable(params) }
    const line = (event: string, more: object) =>
      write(JSON.stringify({ event, time: new Date(now()).toISOString(), ...common, ...more }))
    const record: Attempt = {
      outcome(status, reason) {
        if (!open.delete(record)) return
        line('outcome', { status, ...(reason && { reason }), durationMs: now() - began })
        if (open.size > 0) return
        for (const resolve of waiting) resolve()
        waiting = []
      },
    }
    open.add(record)
    line('attempt', {})
    return record
  }

  return {
    attempt,
    settled: () => new Promise((resolve) => (open.size > 0 ? waiting.push(resolve) : resolve())),
    abandon: (reason) => {
      for (const record of open) record.outcome('unknown', reason)
    },
  }
}
