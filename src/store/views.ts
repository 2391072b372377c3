/** Saved views of a realm: names for addresses of the console, each of one owner, who may share it. */
import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { MOST_SHARED, NewTeamView, type TeamView } from '../api/team-views'
import { MOST_VIEWS } from '../api/view-address'
import type { Queries, Store } from './store'

export interface Owner {
  /** The sign-in's own id of the person; empty where nobody signs in, who all are one owner then. */
  subject: string
  name: string | null
}

/** Why a view is not saved: too many of the owner's own, too many shared ones, or what is no view. */
export type ViewFault = 'full' | 'full shared' | 'invalid'

export interface Views {
  /** The owner's own, and what others share; by name. */
  list(subject: string): Promise<TeamView[]>
  /** The owner's own of the same name is replaced. @returns why it was not saved; undefined where it was */
  save(owner: Owner, view: NewTeamView): Promise<ViewFault | undefined>
  /** @returns false where the owner has none of that id: another's stays */
  remove(subject: string, id: string): Promise<boolean>
}

const Kept = z.object({
  ...{ id: z.string(), name: z.string(), address: z.string(), shared: z.boolean(), is_own: z.boolean() },
  ...{ owner: z.nullable(z.string()), changed_at: z.date() },
})
const Count = z.object({ own: z.number(), shared: z.number() })

// Two lists, each by an index of its own: what is one's own and shared is in the first alone.
const LIST = `
SELECT id, name, address, shared, owner, changed_at, true AS is_own FROM views WHERE realm = $1 AND subject = $2
UNION ALL
SELECT id, name, address, shared, owner, changed_at, false FROM views WHERE realm = $1 AND shared AND subject <> $2
ORDER BY name, is_own DESC, id LIMIT ${MOST_VIEWS + MOST_SHARED}`

// All but the one that is replaced.
const COUNT = `
SELECT (SELECT count(*) FROM views WHERE realm = $1 AND subject = $2 AND name <> $3) AS own,
  (SELECT count(*) FROM views WHERE realm = $1 AND shared AND NOT (subject = $2 AND name = $3)) AS shared`

const SAVE = `
INSERT INTO views (id, realm, subject, owner, name, address, shared) VALUES ($1, $2, $3, $4, $5, $6, $7)
ON CONFLICT (realm, subject, name)
DO UPDATE SET owner = excluded.owner, address = excluded.address, shared = excluded.shared, changed_at = now()`

export function createViews(store: Store, realm: number): Views {
  async function save({ query }: Queries, { subject, name: owner }: Owner, view: NewTeamView) {
    const { name, address, isShared } = view
    // Two who save at once are not to count each other's not at all.
    await query('SELECT id FROM realms WHERE id = $1 FOR NO KEY UPDATE', [realm])
    const [counted] = await query(COUNT, [realm, subject, name])
    const { own, shared } = Count.parse(counted)
    if (own >= MOST_VIEWS) return 'full'
    if (isShared && shared >= MOST_SHARED) return 'full shared'
    await query(SAVE, [randomUUID(), realm, subject, owner, name, address, isShared])
    return undefined
  }
  return {
    async list(subject) {
      const rows = await store.query(LIST, [realm, subject])
      return rows.map((row) => {
        const { shared: isShared, is_own: isOwn, changed_at: at, ...view } = Kept.parse(row)
        return { ...view, isShared, isOwn, changedAt: at.toISOString() }
      })
    },
    async save(owner, view) {
      const parsed = NewTeamView.safeParse(view)
      if (!parsed.success) return 'invalid'
      return store.transaction((queries) => save(queries, owner, parsed.data))
    },
    async remove(subject, id) {
      const removed = await store.query(
        'DELETE FROM views WHERE realm = $1 AND subject = $2 AND id = $3 RETURNING id',
        [...[realm, subject, id]],
      )
      return removed.length > 0
    },
  }
}
