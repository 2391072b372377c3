/**
 * Sign-ins of operators, which all instances share: which there are, when each was used last, and which were signed out.
 * They are of no realm. Their times are those of the servers, which seal them into cookies, too.
 */
import * as z from 'zod/mini'
import type { Role } from '../api/roles'
import type { JobRecord } from './job-rows'
import { lockPerson, noteSignIn, noteSignOut, type SignOut } from './people'
import type { Store } from './store'

export interface SessionFacts {
  id: string
  /** The sign-in provider's own id of the person. */
  subject: string
  begunAt: Date
  /** However much it is used: after that it is erased. */
  endsAt: Date
}

/** A session as the store knows it. */
export interface KeptSession {
  usedAt: Date
  isRevoked: boolean
}

export interface Sessions {
  /** With what it means for the person's jobs. @returns the jobs that it paused because the role isn't enough */
  begin(session: SessionFacts, role: Role | null): Promise<JobRecord[]>
  /** Undefined where there is none of that id. */
  read(id: string): Promise<KeptSession | undefined>
  /** An earlier use changes nothing. */
  use(id: string, at: Date): Promise<void>
  /**
   * Signs it out, for good, also one that was never there; every instance receives it.
   * @returns the jobs that it paused, if it was the person's last session
   */
  revoke(session: SessionFacts, signOut: SignOut): Promise<JobRecord[]>
  /** Hears the id of each that is signed out, as far as hints come; empty where some may have been missed. */
  listen(heard: (id: string) => void): Promise<unknown>
  /** Erases those that have ended. */
  forget(): Promise<void>
}

const CHANNEL = 'sessions'
/** Two servers' clocks may differ by less. */
const ENDED_BEFORE = "now() - interval '1 hour'"

const Kept = z.object({ used_at: z.date(), is_revoked: z.boolean() })

const REVOKE = `
WITH revoked AS (
  INSERT INTO sessions (id, subject, begun_at, used_at, ends_at, revoked_at) VALUES ($1, $2, $3, $3, $4, now())
  ON CONFLICT (id) DO UPDATE SET revoked_at = coalesce(sessions.revoked_at, now()) RETURNING id
)
SELECT pg_notify('${CHANNEL}', id::text) FROM revoked`

export function createSessions(store: Store): Sessions {
  return {
    begin: ({ id, subject, begunAt, endsAt }, role) =>
      store.transaction(async (queries) => {
        await queries.query(
          'INSERT INTO sessions (id, subject, begun_at, used_at, ends_at) VALUES ($1, $2, $3, $3, $4)',
          [id, subject, begunAt, endsAt],
        )
        return noteSignIn(queries, { subject, role, at: begunAt })
      }),
    async read(id) {
      const [row] = await store.query(
        'SELECT used_at, revoked_at IS NOT NULL AS is_revoked FROM sessions WHERE id = $1',
        [id],
      )
      if (!row) return undefined
      const { used_at: usedAt, is_revoked: isRevoked } = Kept.parse(row)
      return { usedAt, isRevoked }
    },
    async use(id, at) {
      await store.query('UPDATE sessions SET used_at = $2 WHERE id = $1 AND used_at < $2', [id, at])
    },
    revoke: (session, signOut) =>
      store.transaction(async (queries) => {
        const { id, subject, begunAt, endsAt } = session
        await lockPerson(queries, session)
        await queries.query(REVOKE, [id, subject, begunAt, endsAt])
        return noteSignOut(queries, session, signOut)
      }),
    listen: (heard) => store.listen(CHANNEL, heard),
    async forget() {
      await store.query(`DELETE FROM sessions WHERE ends_at < ${ENDED_BEFORE}`)
    },
  }
}
