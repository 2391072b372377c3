/**
 * The record: two JSON lines for every change and every vehicle read, `attempt` before it is forwarded and `outcome`
 * before it is answered; and one for what happens to sign-ins and tokens, and for what somebody known was refused. To
 * standard output always, and to the file of the record, if there is one.
 */
import { randomUUID } from 'node:crypto'
import type { Match } from '../../api/api'
import type { TeamEvent } from '../../api/team-events'
import type { Log, WriteLine } from '../log'
import { type AuditFile, codeOf } from './audit-file'
import { createNoteLimit } from './note-limit'
import type { RecordedCredential } from './recorded-account'

/** Who asked, as far as it is known. */
export interface Asker {
  /** Their request's id at this server; absent where a job asks. */
  requestId?: string
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

/** A change, or a vehicle read, that is about to be sent. */
export interface Deed {
  match: Match
  asker: Asker
  /** The token it is sent with: its source, and names from which no token can be read. */
  credential: RecordedCredential
  /** The ids that its body names. */
  bodyIds?: Record<string, string> | undefined
  /** What a vehicle read counts against the vehicle's limit. */
  requests?: number | undefined
  /** The id of the click that asks for it. */
  click?: string | undefined
  /** The person of the click, if another one sends it. */
  clickSubject?: string | null | undefined
}

type Kind = 'change' | 'read'

/** Events of sign-ins, tokens and shared state, and refusals of operators. */
export type SessionEvent =
  | 'sign-in'
  | 'sign-in failed'
  | 'sign-out'
  | 'token added'
  | 'tokens forgotten'
  | 'refused'
  | TeamEvent

/** The attempt can’t be written to the file of the record, so nothing may be sent. */
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
  attempt(deed: Deed): Promise<Attempt>
  /**
   * Writes one line about an operator or a client; nothing waits for it. More of the same event than a minute has room
   * for are joined into one line that counts them.
   */
  note(event: SessionEvent, asker: Asker, more?: object): void
  /** Resolves once every such line is in the file, or cannot be. */
  noted(): Promise<void>
  /** Resolves once everything that was begun has its outcome, whether or not a browser still waits for it. */
  settled(what?: 'changes'): Promise<void>
  /** Writes the outcome `unknown` for everything that still waits: the process ends before the answer comes. */
  abandon(reason: string): Promise<void>
  close(): Promise<void>
}

interface Options {
  write: WriteLine
  log: Log
  file?: AuditFile | undefined
  now?: () => number
}

/** So many notes may wait for a slow disk; past that they are on standard output alone. */
const MOST_NOTES = 1_000

/** Characters of an ID, a name or an address. */
export const MOST_TEXT = 200
/** Characters of a reason, which may have the words of a provider. */
const MOST_REASON = 500

/** Cuts every text of a line: who causes one must not choose how long it is. */
function cutTexts<T>(value: T): T {
  const cut = (one: unknown): unknown => {
    if (typeof one === 'string') return one.slice(0, MOST_TEXT)
    if (Array.isArray(one)) return one.map(cut)
    if (typeof one !== 'object' || one === null || one instanceof Date) return one
    return Object.fromEntries(
      Object.entries(one).map(([name, text]) => [
        name.slice(0, MOST_TEXT),
        name === 'reason' && typeof text === 'string' ? text.slice(0, MOST_REASON) : cut(text),
      ]),
    )
  }
  return cut(value) as T // of the same form
}

/** Lines of one operator and event in a minute. */
const perMinute = { refusal: 5, session: 20, change: 60 }
const refusals: readonly SessionEvent[] = ['refused', 'sign-in failed']
const sessions: readonly SessionEvent[] = [
  'sign-in',
  'sign-out',
  'token added',
  'tokens forgotten',
  'job file',
  'job response',
]
function mostOf(event: SessionEvent): number {
  if (refusals.includes(event)) return perMinute.refusal
  return sessions.includes(event) ? perMinute.session : perMinute.change
}

/** Path parameters as they read, for people; one that cannot be decoded stays as sent. */
export function readable(params: Match['params']): Record<string, string> {
  const decode = (text: string) => {
    try {
      return decodeURIComponent(text)
    } catch {
      return text
    }
  }
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, decode(value)]))
}

export function createAudit({ write, log, file, now = Date.now }: Options): Audit {
  const open = new Map<Attempt, Kind>()
  let waiting: { isDone: () => boolean; resolve: () => void }[] = []
  const notes = new Set<Promise<void>>()

  const hasChanges = () => [...open.values()].includes('change')

  /** What happened cannot be unmade: a line that does not reach the file is told to whoever watches the process. */
  async function tell(line: object): Promise<void> {
    write(JSON.stringify(line))
    await keep(line)
  }

  async function keep(line: object): Promise<void> {
    try {
      await file?.append(line)
    } catch (error) {
      log.error(`The record: couldn’t write a line (${codeOf(error)}). Standard output has it.`)
    }
  }

  function entry({ match, asker, credential, bodyIds, requests, click, clickSubject }: Deed) {
    const { host, operation, effect } = match.endpoint
    const began = now()
    const { requestId: id = randomUUID(), ...who } = asker
    const kind: Kind = effect === 'change' ? 'change' : 'read'
    const parameters = { ...readable(match.params), ...bodyIds }
    return (event: 'attempt' | 'outcome', result?: Result) => {
      const time = event === 'attempt' ? began : now()
      const more = result && { ...result, durationMs: time - began }
      const what = { host, operation, parameters, kind, requests, credential, click, clickSubject }
      return cutTexts({ event, time: new Date(time).toISOString(), id, ...who, ...what, ...more })
    }
  }

  interface NoteLine {
    event: SessionEvent
    id: string
    operator?: string | undefined
    subject?: string | undefined
    client?: string | undefined
    code?: string | undefined
  }

  function writeNote(line: NoteLine): void {
    const { event, ...more } = line
    const sent = { event, time: new Date(now()).toISOString(), ...more }
    write(JSON.stringify(sent))
    if (notes.size >= MOST_NOTES) return
    const kept = keep(sent).finally(() => notes.delete(kept))
    notes.add(kept)
  }

  const limit = createNoteLimit<NoteLine>({
    now,
    write({ first, key, more, since, until }) {
      const { operator, subject, client } = first ?? {}
      const times = { since: new Date(since).toISOString(), until: new Date(until).toISOString() }
      const event = key.event as SessionEvent // as it was noted
      writeNote({ event, id: randomUUID(), operator, subject, client, code: first && key.code, ...{ more, ...times } })
    },
  })

  function settle(record: Attempt): void {
    open.delete(record)
    const done = waiting.filter(({ isDone }) => isDone())
    waiting = waiting.filter((one) => !done.includes(one))
    for (const { resolve } of done) resolve()
  }

  async function attempt(deed: Deed): Promise<Attempt> {
    const lineOf = entry(deed)
    const line = lineOf('attempt')
    let outcome: Promise<void> | undefined
    const record: Attempt = {
      outcome(result) {
        outcome ??= tell(lineOf('outcome', result)).finally(() => settle(record))
        return outcome
      },
    }
    open.set(record, line.kind)
    try {
      await file?.append(line)
    } catch (error) {
      settle(record)
      const why = `The record can’t be written (${codeOf(error)})`
      log.error(`${why}. Changes and vehicle reads stop until it can.`)
      throw new AuditUnavailable(`${why}. Nothing was sent.`)
    }
    write(JSON.stringify(line))
    return record
  }

  return {
    attempt,
    note(event, { requestId: id = randomUUID(), ...who }, more) {
      const line: NoteLine = cutTexts({ event, id, ...who, ...more })
      const { code } = line
      if (limit.takes({ event, most: mostOf(event), of: who.subject ?? who.client, code }, line)) writeNote(line)
    },
    async noted() {
      limit.flush('all')
      await Promise.all(notes)
    },
    settled: (what) =>
      new Promise((resolve) => {
        const isDone = () => (what === 'changes' ? !hasChanges() : open.size === 0)
        if (isDone()) resolve()
        else waiting.push({ isDone, resolve })
      }),
    abandon: async (reason) => {
      await Promise.all([...open.keys()].map((record) => record.outcome({ status: 'unknown', reason })))
    },
    async close() {
      limit.close()
      await Promise.all(notes)
      await file?.close()
    },
  }
}

/** The record's names of the events of a sign-in. */
export const sessionEvents = { begun: 'sign-in', failed: 'sign-in failed', 'signed out': 'sign-out' } as const
