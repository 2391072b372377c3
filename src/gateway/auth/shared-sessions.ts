/**
 * What the team's store knows of sessions, for the instance that asks: which were signed out, here or elsewhere, and when
 * each was used last. A read takes what was found within the last second, unless a hint has come that a session was signed
 * out; where the store is away or slow, it goes on with what this instance remembers. Before a change the store is asked
 * each time, and without it nothing is sent.
 */
import type { Role } from '../../api/roles'
import type { JobRecord } from '../../store/job-rows'
import type { Dependents, People, SignOut } from '../../store/people'
import type { KeptSession, SessionFacts, Sessions } from '../../store/sessions'
import { StoreError, storeFailures } from '../../store/store'
import type { Note } from '../team/notes'
import { StoreAway } from '../team/store-away'
import { failureOf } from '../team/watched-store'
import { within } from '../within'
import { SignInUnconfirmed } from './unconfirmed'

/** For so long a read takes what was found before. */
const RECENT_MS = 1_000
/** And for so long it waits for the store. */
export const READ_WAIT_MS = 500
/** How long a change, a sign-in and a sign-out wait for the store. */
const PATIENCE_MS = 3_000
/** How often at most the last use is written. */
export const WRITE_USE_MS = 60_000
/** Sessions of which something is remembered; past that the first is forgotten, and looked up again. */
const MOST = 10_000

export interface Kept {
  sessions: Sessions
  people: People
}

/** The store of this server, which may be away. */
export interface SessionStore {
  /** @throws StoreAway */
  now(): Kept
  /** Resolves once it is no longer being opened, or that takes too long. */
  opened(): Promise<unknown>
  /** Told of what is written once the store is there. */
  note(note: Note<Kept>): void
  /** Called with the jobs that a sign-in or a sign-out paused. */
  onPaused(jobs: readonly JobRecord[]): void
}

/** A session that the store does not have is none: each is in it from its beginning until its end. */
const NONE: KeptSession = { usedAt: new Date(0), isRevoked: true }

interface Looked {
  at: number
  isFound: boolean
  /** Undefined where the store is away. */
  found: Promise<KeptSession | undefined>
}

export type SharedSessions = ReturnType<typeof createSharedSessions>

/** @param onRevoked told after a session was signed out anywhere, or may have been */
export function createSharedSessions(store: SessionStore, now: () => number, onRevoked: () => void = () => {}) {
  const looked = new Map<string, Looked>()
  /** When the last use was written that this instance knows of. */
  const writtenAt = new Map<string, number>()
  let listened: Sessions | undefined

  /** @throws StoreAway */
  function sessions(): Sessions {
    const { sessions: kept } = store.now()
    if (listened !== kept)
      kept
        .listen((id) => {
          if (id === '') looked.clear()
          else looked.delete(id)
          onRevoked()
        })
        .catch(() => {
          listened = undefined // the next request tries again
        })
    listened = kept
    return kept
  }

  const find = async (id: string): Promise<KeptSession> => (await sessions().read(id)) ?? NONE

  function look(id: string): Looked {
    const one: Looked = { at: now(), isFound: false, found: find(id).catch(whereAway) }
    const done = () => {
      one.isFound = true
    }
    one.found.then(done, done)
    remember(looked, id, one)
    return one
  }

  /** What was found lately, or is found now; undefined where the store does not say so in time. */
  async function recent(id: string): Promise<KeptSession | undefined> {
    const known = looked.get(id)
    const age = known ? Math.abs(now() - known.at) : 0
    const one = known && (age < RECENT_MS || !known.isFound) ? known : look(id)
    const isThere = one.isFound || (await within(READ_WAIT_MS - (one === known ? age : 0), one.found))
    return isThere ? one.found : undefined
  }

  /** @throws SignInUnconfirmed where the store does not take it in time */
  async function surely<T>(act: () => Promise<T>): Promise<T> {
    try {
      await store.opened()
      const acting = act()
      if (await within(PATIENCE_MS, acting)) return await acting
    } catch (error) {
      whereAway(error)
      throw new SignInUnconfirmed(error instanceof StoreAway ? error.reason : storeFailures[failureOf(error)])
    }
    throw new SignInUnconfirmed('The store took too long.')
  }

  return {
    recent,
    /** What the store knows now. @throws SignInUnconfirmed */
    confirm: (id: string): Promise<KeptSession> => surely(() => find(id)),
    /** A sign-in can be begun. @throws SignInUnconfirmed */
    mayBegin: (): Promise<unknown> => surely(async () => sessions()),
    /** @throws SignInUnconfirmed */
    async begin(session: SessionFacts, role: Role | null): Promise<void> {
      await surely(async () => store.onPaused(await sessions().begin(session, role)))
      remember(writtenAt, session.id, session.begunAt.getTime())
    },
    /** The last use, which need not be known at once. */
    use(id: string): void {
      const at = now()
      if (at - (writtenAt.get(id) ?? 0) < WRITE_USE_MS) return
      remember(writtenAt, id, at)
      attempt(() => sessions().use(id, new Date(at)))
    },
    /** Counts the jobs that signing out would pause. @throws SignInUnconfirmed */
    dependents: (session: SessionFacts, usedSince: Date): Promise<Dependents> =>
      surely(() => store.now().people.dependents(session, usedSince, new Date(now()))),
    /** Signs out everywhere: where the store is away, once it is there. */
    async revoke(session: SessionFacts, signOut: SignOut): Promise<void> {
      looked.delete(session.id)
      writtenAt.delete(session.id)
      const revoke = async (kept: Sessions) => store.onPaused(await kept.revoke(session, signOut))
      const later = () => store.note({ key: `session ${session.id}`, write: ({ sessions: kept }) => revoke(kept) })
      await within(
        PATIENCE_MS,
        attempt(() => revoke(sessions()), later),
      )
    },
  }
}

/** Resolves in any case. */
const attempt = (act: () => Promise<void>, otherwise = () => {}): Promise<void> =>
  Promise.resolve().then(act).catch(otherwise)

/** A store that is away or fails says nothing. @throws what is none of its failures */
function whereAway(error: unknown): undefined {
  if (!(error instanceof StoreAway || error instanceof StoreError)) throw error
  return undefined
}

function remember<T>(map: Map<string, T>, id: string, value: T): void {
  map.delete(id)
  map.set(id, value)
  const [oldest] = map.keys()
  if (map.size > MOST && oldest !== undefined) map.delete(oldest)
}
