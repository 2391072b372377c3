/** People who sign in at the test provider, again and again, and people who don't. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Role } from '../../api/roles'
import { createBrowser, leadsTo, type startProvider } from '../auth/provider-harness'

/** `nobody` isn't signed in, `nothing` is signed in without a role. */
export type Standing = 'nobody' | 'nothing' | Role

export interface Person {
  standing: Standing
  /** Marks what only this person and operators may see. */
  subject: string
  name: string
}
const person = (standing: Standing, number: number): Person => ({
  standing,
  subject: `subject-${standing}-${number}`,
  name: `Person ${standing} ${number}`,
})

export const operator = person('operator', 1)
export const people: readonly Person[] = [
  person('nobody', 1),
  person('nothing', 1),
  person('viewer', 1),
  person('viewer', 2),
  person('reader', 1),
  operator,
  person('operator', 2),
]

export interface Session {
  person: Person
  cookie: string
  /** When its sign-out was confirmed. */
  endedAt?: number
}

/** The server allows 120 sign-ins a minute from one address: so many in half of it. */
const MOST_SIGN_INS = 55
const WITHIN_MS = 30_000

export function createSessions(provider: Awaited<ReturnType<typeof startProvider>>, origin: string) {
  const sessions = new Map<Person, Promise<Session | undefined>>()
  const current = new Map<Person, Session>()
  let queue: Promise<unknown> = Promise.resolve()
  const times: number[] = []

  async function signIn(person: Person): Promise<Session | undefined> {
    if (person.standing === 'nobody') return { person, cookie: '' }
    const oldest = times.at(-MOST_SIGN_INS)
    if (oldest !== undefined) await pause(Math.max(0, oldest + WITHIN_MS - Date.now()))
    times.push(Date.now())
    provider.person.subject = person.subject
    const roles = person.standing === 'nothing' ? [] : [person.standing]
    provider.person.claims = { name: person.name, roles }
    const browser = createBrowser()
    const page = await browser.go(`${origin}/auth/sign-in`)
    const cookie = browser.pair('forecourt-operator')
    if (page.status === 503 || page.status === 429) return undefined
    if (page.status !== 200 || leadsTo(page) === undefined || cookie === '')
      throw new Error(`${person.subject} could not sign in: ${page.status} ${page.body.slice(0, 500)}`)
    return { person, cookie }
  }

  return {
    /** The current session of a person, the same one until `renew`. Undefined if the server is too busy for a sign-in. */
    of(person: Person): Promise<Session | undefined> {
      const existing = sessions.get(person)
      if (existing) return existing
      const signingIn = queue.then(() => signIn(person))
      queue = signingIn.catch(() => undefined)
      sessions.set(person, signingIn)
      const forget = () => sessions.delete(person)
      void signingIn.then((session) => (session ? current.set(person, session) : forget()), forget)
      return signingIn
    },
    /** The next request of that person signs in again, unless they have by now. */
    renew(ended: Session): void {
      if (current.get(ended.person) === ended) sessions.delete(ended.person)
    },
    /** True if signing in again would not have to wait. */
    canRenew: () => (times.at(-MOST_SIGN_INS) ?? 0) + WITHIN_MS < Date.now(),
    signIns: () => times.length,
  }
}
