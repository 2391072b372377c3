/** The servers at one store, each with its last sign of life. Their times are the store's, whose clock all share. */
import * as z from 'zod/mini'
import type { TeamInstance } from '../api/team-instances'
import type { Queries } from './store'

/** A server, as it says of itself. */
export interface InstanceFacts {
  id: string
  name: string
  version: string
  /** Of two builds of a version; null where that is unknown. */
  build: string | null
  startedAt: Date
}

export interface Instances {
  /** A sign of life. */
  beat(instance: InstanceFacts): Promise<void>
  /** One that ends cleanly takes its row away. */
  leave(id: string): Promise<void>
  /** The longest running first. */
  list(own: string): Promise<TeamInstance[]>
  /** Erases those without a sign of life for a day. */
  forget(): Promise<void>
}

/** Without a sign of life for so long one is shown as gone. */
const GONE_AFTER = "interval '1 minute'"
const ERASED_AFTER = "interval '1 day'"

const Kept = z.object({
  ...{ id: z.string(), name: z.string(), version: z.string(), build: z.nullable(z.string()) },
  ...{ begun_at: z.date(), beat_at: z.date(), is_gone: z.boolean() },
})

const BEAT = `
INSERT INTO instances (id, realm, name, version, build, begun_at) VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (id) DO UPDATE SET realm = excluded.realm, name = excluded.name, version = excluded.version,
  build = excluded.build, begun_at = excluded.begun_at, beat_at = now()`
const LIST = `
SELECT id, name, version, build, begun_at, beat_at, beat_at < now() - ${GONE_AFTER} AS is_gone
FROM instances WHERE realm = $1 ORDER BY is_gone, begun_at, id LIMIT 200`

export function createInstances(store: Queries, realm: number): Instances {
  return {
    async beat({ id, name, version, build, startedAt }) {
      await store.query(BEAT, [id, realm, name, version, build, startedAt])
    },
    async leave(id) {
      await store.query('DELETE FROM instances WHERE id = $1', [id])
    },
    async list(own) {
      const rows = await store.query(LIST, [realm])
      return rows.map((row) => {
        const { begun_at: startedAt, beat_at: beatAt, is_gone: isGone, ...instance } = Kept.parse(row)
        const isThis = instance.id === own
        return { ...instance, startedAt: startedAt.toISOString(), beatAt: beatAt.toISOString(), isGone, isThis }
      })
    },
    async forget() {
      await store.query(`DELETE FROM instances WHERE realm = $1 AND beat_at < now() - ${ERASED_AFTER}`, [realm])
    },
  }
}
