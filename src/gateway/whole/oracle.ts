/**
 * Judges responses by the table of addresses and by marked data, not by the server's own guards: no role gets an address
 * or data above it, no one gets a secret, and no response is an error of the server itself.
 */
import { match } from '../../api/api'
import type { LeastRole } from '../../api/console/endpoint'
import type { Effect, Host } from '../../api/endpoint'
import { jobKinds } from '../../api/job-operations'
import { BegunJob } from '../../api/team-jobs'
import type { Known } from './bodies'
import type { Move, Sent } from './moves'
import { type Person, people, type Session, type Standing } from './people'

const rank: Record<LeastRole | Standing, number> = {
  ...{ none: 0, nobody: 0, nothing: 0 },
  ...{ viewer: 1, reader: 2, operator: 3 },
}
const leastOf: Record<Effect, LeastRole> = { free: 'viewer', billed: 'reader', change: 'operator' }

/** Data of deliveries that only readers may see. */
export const marked = {
  vin: 'WVWZZZ1KZAW000123',
  latitude: 47.1234567,
  longitude: 8.7654321,
  body: 'marked-body-of-a-delivery',
}
const forReaders = Object.values(marked).map(String)
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
/** Shared views are for everyone; the name of a private one has its owner's subject. */
const SHARED_VIEW = /shared view of subject-\w+-\d/g
const MOST_SHOWN = 1_000

export interface Received {
  /** 0 if no response began. */
  status: number
  text: string
  /** False if its connection was cut first. */
  isWhole: boolean
}

export function createOracle(secrets: readonly string[], known: Known) {
  const ids = new Set([...known.connections, ...known.users, ...known.vehicles])
  const faults: string[] = []
  const jobs = new Map<number, Effect>()
  const counts: Record<string, number> = {}
  const count = (name: string) => {
    counts[name] = (counts[name] ?? 0) + 1
  }

  /** Returns the least role that may have a success. A job's file and its control require the role of its operation. */
  function leastFor({ target }: Move, { path }: Sent): LeastRole {
    if (target.kind === 'operation') return leastOf[target.endpoint.effect]
    if (target.kind !== 'own') return 'none'
    const { address } = target
    const effect = jobs.get(Number(/^\/team\/jobs\/(\d+)/.exec(path)?.[1]))
    const isOfEffect = address.path.endsWith('/file') || (address.method === 'POST' && address.path.endsWith('/{id}'))
    return isOfEffect && effect ? leastOf[effect] : address.role
  }

  /** @param sent what the request itself had, which a response may repeat */
  function judgeText(text: string, person: Person, standing: Standing, at: string, sent: string): void {
    const fault = (what: string) => faults.push(`${what}: ${at}\n${text.slice(0, MOST_SHOWN)}`)
    for (const secret of secrets) if (text.includes(secret)) fault('A response has a secret')
    if (rank[standing] < rank.reader)
      for (const value of forReaders) if (text.includes(value)) fault(`${standing} got ${value}`)
    if (rank[standing] < rank.operator) {
      const own = text.replaceAll(SHARED_VIEW, '')
      for (const { subject } of people)
        if (subject !== person.subject && own.includes(subject) && !sent.includes(subject)) fault(`Got ${subject}`)
    }
    if (rank[standing] === 0)
      for (const [id] of text.matchAll(UUID)) if (ids.has(id) && !sent.includes(id)) fault(`${standing} got ${id}`)
  }

  /** Notes a job that began, and whether its person may begin it. */
  function judgeJob(text: string, standing: Standing, at: string): void {
    const { job } = BegunJob.parse(JSON.parse(text))
    if (!job) return
    const effect = jobKinds[job.operation].endpoint?.effect ?? 'free'
    jobs.set(job.id, effect)
    known.jobs.push(String(job.id))
    count(`${effect} job of ${standing}`)
    if (rank[standing] < rank[leastOf[effect]]) faults.push(`${standing} began a job: ${at}`)
  }

  return {
    faults,
    counts,
    count,
    /** Judges a response, or the part of it that came before its connection was cut. */
    received(move: Move, sent: Sent, session: Session, { status, text, isWhole }: Received, wasEnded: boolean): void {
      const { person } = session
      const standing = wasEnded ? 'nobody' : person.standing
      const { method, path } = sent
      const body = sent.body?.toString('latin1') ?? ''
      const at = `${wasEnded ? 'signed out ' : ''}${person.subject}, ${move.manner} ${method} ${path.slice(0, 200)} ${body.slice(0, 200)}: ${status}`
      const least = leastFor(move, sent)
      const isSuccess = status >= 200 && status < 400
      count(`${standing} ${status}`)
      if (status >= 500 && status !== 503) faults.push(`An error of the server: ${at}\n${text.slice(0, MOST_SHOWN)}`)
      if (isSuccess && rank[standing] < rank[least])
        faults.push(`${standing} got what ${least} may: ${at}\n${text.slice(0, 500)}`)
      judgeText(text, person, standing, at, path + body)
      if (!isSuccess || method !== 'POST') return
      if (path.startsWith('/team/jobs?') || path === '/team/jobs') if (isWhole) judgeJob(text, standing, at)
      if (path.startsWith('/team/views') && body.includes('"isShared":true') && rank[standing] < rank.operator)
        faults.push(`${standing} shared a view: ${at}`)
    },
    /** Judges responses of one connection that can't be matched to requests. */
    receivedText: (text: string, { person }: Session, sent: string) =>
      judgeText(text, person, person.standing, `pipelined ${sent}`, sent),
    /** Judges a request that reached a host. */
    arrived(host: Host, method: string, path: string): void {
      const by = /by-(\w+)(?:~|%7E)/.exec(path)?.[1] as Standing | undefined // as markOf writes it
      const effect = match(host, method, path.replace(/\?.*/, ''))?.endpoint.effect
      if (!effect || by === undefined) return
      count(`${effect} of ${by} at the host`)
      if (rank[by] < rank[leastOf[effect]]) faults.push(`A ${effect} of ${by} reached the host: ${method} ${path}`)
    },
  }
}
