/**
 * The record: two JSON lines for every change, `attempt` before it is forwarded and `outcome` before it is answered,
 * and one, `read`, for every vehicle read that was sent. To standard output always, and to `AUDIT_LOG` where it is set.
 */
import { randomUUID } from 'node:crypto'
import type { Match } from '../api/api'
import { type AuditFile, codeOf } from './audit-file'
import { requestId } from './request-id'

export type WriteLine = (line: string) => void

/** Who asked, as far as it is known. */
export interface Asker {
  /** The signed-in operator; undefined where there is no sign-in. */
  operator: string | undefined
  /** Their id at whoever signs them in: a name may be another's too, or change. */
  subject: string | undefined
  /** The remote address. */
  client: string
}

export interface Result {
  /** The service's answer; `unknown` where none came, `not sent` where it never left this server. */
  status: number | 'unknown' | 'not sent'
  /** Why there is no answer, or why it was not passed on. */
  reason?: string | undefined
  /** The service's own id of the request. */
  requestId?: string | undefined
}

/** The attempt cannot be written to `AUDIT_LOG`: the change must not be made. */
export class AuditUnavailable extends Error {
  override name = 'AuditUnavailable'
}

export interface Attempt {
  /** Writes the outcome; only the first one counts. Resolves once it is in the file, or cannot be. */
  outcome(result: Result): Promise<void>
}

export interface Audit {
  /**
   * Writes the attempt. Tokens and bodies are never part of a line.
   * @throws AuditUnavailable
   */
  attempt(match: Match, asker: Asker): Promise<Attempt>
  /**
   * Begins a vehicle read: its one line is its outcome.
   * @param requests what it counts against the vehicle's limit
   */
  read(match: Match, asker: Asker, requests: number): Attempt
  /** Resolves once everything that was begun has its outcome, whether or not a browser still waits for it. */
  settled(): Promise<void>
  /** Writes the outcome `unknown` for everything that still waits: the process ends before the answer comes. */
  abandon(reason: string): Promise<void>
  close(): Promise<void>
}

interface Options {
  write: WriteLine
  file?: AuditFile | undefined
  now?: () => number
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

export function createAudit({ write, file, now = Date.now }: Options): Audit {
  const open = new Set<Attempt>()
  let waiting: (() => void)[] = []

  /** What happened cannot be unmade: a line that does not reach the file is told to whoever watches the process. */
  async function tell(line: string): Promise<void> {
    write(line)
    try {
      await file?.append(line)
    } catch (error) {
      console.error(`AUDIT_LOG: a line could not be written (${codeOf(error)}); standard output has it.`)
    }
  }

  function entry({ endpoint: { host, operation }, params }: Match, asker: Asker, requests?: number) {
    const began = now()
    const id = requestId() ?? randomUUID()
    return (event: 'attempt' | 'outcome' | 'read', result?: Result) => {
      const time = event === 'attempt' ? began : now()
      const more = result && { ...result, durationMs: time - began }
      const parameters = readable(params)
      const common = { event, time: new Date(time).toISOString(), id, ...asker, host, operation, parameters }
      return JSON.stringify({ ...common, requests, ...more })
    }
  }

  function settle(record: Attempt): void {
    open.delete(record)
    if (open.size > 0) return
    for (const resolve of waiting) resolve()
    waiting = []
  }

  function begin(lineOf: ReturnType<typeof entry>, event: 'outcome' | 'read'): Attempt {
    let outcome: Promise<void> | undefined
    const record: Attempt = {
      outcome(result) {
        outcome ??= tell(lineOf(event, result)).finally(() => settle(record))
        return outcome
      },
    }
    open.add(record)
    return record
  }

  async function attempt(match: Match, asker: Asker): Promise<Attempt> {
    const lineOf = entry(match, asker)
    const record = begin(lineOf, 'outcome')
    const line = lineOf('attempt')
    try {
      await file?.append(line)
    } catch (error) {
      settle(record)
      const why = `AUDIT_LOG cannot be written (${codeOf(error)})`
      console.error(`${why}: no change is made until it can.`)
      throw new AuditUnavailable(`${why}: the change was not made.`)
    }
    write(line)
    return record
  }

  return {
    attempt,
    read: (match, asker, requests) => begin(entry(match, asker, requests), 'read'),
    settled: () => new Promise((resolve) => (open.size > 0 ? waiting.push(resolve) : resolve())),
    abandon: async (reason) => {
      await Promise.all([...open].map((record) => record.outcome({ status: 'unknown', reason })))
    },
    close: async () => file?.close(),
  }
}
