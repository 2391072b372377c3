/** Clicks whose change was begun by one of several servers: none of the others makes it again. */
import * as z from 'zod/mini'
import type { Queries } from './store'

export interface ClickName {
  /** Whose click it is; empty where nobody signs in. */
  subject: string
  id: string
}

/** A click as the store knows it. */
export interface KeptClick {
  /** What became of its change: a status, or a word; null while it is being sent, or where its server ended meanwhile. */
  status: string | null
  /** Since it was begun. */
  ageMs: number
}

export interface KeptClicks {
  /**
   * @param claim names this try to begin it
   * @returns true where no server had begun it: then it is the caller's
   */
  claim(click: ClickName, claim: string): Promise<boolean>
  read(click: ClickName): Promise<KeptClick | undefined>
  /** What became of the caller's. */
  end(click: ClickName, claim: string, status: string): Promise<void>
  /** The caller's was never sent: it may be begun again. */
  release(click: ClickName, claim: string): Promise<void>
  /** Erases those of a day ago. */
  forget(): Promise<void>
}

const Kept = z.object({ status: z.nullable(z.string()), age_ms: z.number() })

const ONE = 'realm = $1 AND subject = $2 AND click = $3'

export function createKeptClicks(store: Queries, realm: number): KeptClicks {
  const of = ({ subject, id }: ClickName) => [realm, subject, id]
  return {
    async claim(click, claim) {
      const rows = await store.query(
        'INSERT INTO clicks (realm, subject, click, claim) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING click',
        [...of(click), claim],
      )
      return rows.length > 0
    },
    async read(click) {
      const [row] = await store.query(
        `SELECT status, (extract(epoch FROM now() - begun_at) * 1000)::float8 AS age_ms FROM clicks WHERE ${ONE}`,
        of(click),
      )
      if (!row) return undefined
      const { status, age_ms: ageMs } = Kept.parse(row)
      return { status, ageMs }
    },
    async end(click, claim, status) {
      await store.query(`UPDATE clicks SET status = $5 WHERE ${ONE} AND claim = $4`, [...of(click), claim, status])
    },
    async release(click, claim) {
      await store.query(`DELETE FROM clicks WHERE ${ONE} AND claim = $4 AND status IS NULL`, [...of(click), claim])
    },
    async forget() {
      await store.query("DELETE FROM clicks WHERE realm = $1 AND begun_at < now() - interval '1 day'", [realm])
    },
  }
}
