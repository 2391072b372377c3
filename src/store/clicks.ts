/** Clicks whose change was begun by one of several servers: none of the others makes it again, nor another of its target. */
import * as z from 'zod/mini'
import type { Queries } from './store'

export interface ClickName {
  /** Whose click it is; empty where nobody signs in. */
  subject: string
  id: string
}

export interface ClickedTarget extends ClickName {
  /** Digest of what the click changes: of one target, one change is sent at a time. */
  target: string
}

/** A click as the store knows it. */
export interface KeptClick extends ClickName {
  /** The try that has claimed it. */
  claim: string
  /** What became of its change: a status, or a word; null while it is being sent, or where its server ended meanwhile. */
  status: string | null
  /** Since it was begun. */
  ageMs: number
  /** Null for one that was not sent, because another one changed its target. */
  target: string | null
}

export interface KeptClicks {
  /**
   * @param claim names this try to begin it
   * @returns true if no server had begun it or was sending another change of its target: then it is the caller's
   */
  claim(click: ClickedTarget, claim: string): Promise<boolean>
  read(click: ClickName): Promise<KeptClick | undefined>
  /** The click of the change of a target that is being sent. */
  sending(target: string): Promise<KeptClick | undefined>
  /** What became of the caller's. */
  end(click: ClickName, claim: string, status: string): Promise<void>
  /** The caller's was never sent: it may be begun again. */
  release(click: ClickName, claim: string): Promise<void>
  /**
   * Records a click that was not sent because another one changed its target, with that one's outcome.
   * @returns false if a server had begun it
   */
  repeat(click: ClickName, claim: string, status: string): Promise<boolean>
  /** Erases those of a day ago. */
  forget(): Promise<void>
}

const Kept = z.pipe(
  z.object({
    subject: z.string(),
    id: z.string(),
    claim: z.string(),
    status: z.nullable(z.string()),
    age_ms: z.number(),
    target: z.nullable(z.string()),
  }),
  z.transform(({ age_ms: ageMs, ...kept }): KeptClick => ({ ...kept, ageMs })),
)

const ONE = 'realm = $1 AND subject = $2 AND click = $3'
const SELECT = `
SELECT subject, click AS id, claim::text, status, target, (extract(epoch FROM now() - begun_at) * 1000)::float8 AS age_ms FROM clicks`

export function createKeptClicks(store: Queries, realm: number): KeptClicks {
  const of = ({ subject, id }: ClickName) => [realm, subject, id]
  async function find(where: string, parameters: readonly unknown[]): Promise<KeptClick | undefined> {
    const [row] = await store.query(`${SELECT} WHERE ${where}`, parameters)
    return row && Kept.parse(row)
  }
  return {
    async claim(click, claim) {
      const rows = await store.query(
        `INSERT INTO clicks (realm, subject, click, claim, target) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT DO NOTHING RETURNING click`,
        [...of(click), claim, click.target],
      )
      return rows.length > 0
    },
    read: (click) => find(ONE, of(click)),
    sending: (target) => find('realm = $1 AND target = $2 AND status IS NULL', [realm, target]),
    async end(click, claim, status) {
      await store.query(`UPDATE clicks SET status = $5 WHERE ${ONE} AND claim = $4`, [...of(click), claim, status])
    },
    async release(click, claim) {
      await store.query(`DELETE FROM clicks WHERE ${ONE} AND claim = $4 AND status IS NULL`, [...of(click), claim])
    },
    async repeat(click, claim, status) {
      const rows = await store.query(
        `INSERT INTO clicks (realm, subject, click, claim, status) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT DO NOTHING RETURNING click`,
        [...of(click), claim, status],
      )
      return rows.length > 0
    },
    async forget() {
      await store.query("DELETE FROM clicks WHERE realm = $1 AND begun_at < now() - interval '1 day'", [realm])
    },
  }
}
