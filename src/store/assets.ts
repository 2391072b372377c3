/** The built files of all versions that serve one realm, for the instances that don't have them. */
import * as z from 'zod/mini'
import type { Store } from './store'

const Asset = z.object({
  /** As it is addressed under `/assets/`. */
  name: z.string(),
  /** Compressed (br), base64. */
  body: z.string(),
  mac: z.string(),
})
export type Asset = z.infer<typeof Asset>
const Name = z.object({ name: z.string() })

/** For so long after the last instance that had it a file is kept: a tab of it may still be open. */
const KEPT = '7 days'

export interface Assets {
  names(): Promise<Set<string>>
  read(name: string): Promise<Asset | undefined>
  /** Says that these are in use. @returns those that are not there yet */
  use(names: readonly string[]): Promise<string[]>
  /** What is there already under the same name is replaced: it may have been made with another secret. */
  save(assets: readonly Asset[]): Promise<void>
  /** Erases what no instance has had for a while. */
  forget(): Promise<void>
}

export function createAssets({ query }: Pick<Store, 'query'>, realm: number): Assets {
  return {
    async names() {
      const rows = await query('SELECT name FROM assets WHERE realm = $1', [realm])
      return new Set(rows.map((row) => Name.parse(row).name))
    },
    async read(name) {
      const [row] = await query('SELECT name, body, mac FROM assets WHERE realm = $1 AND name = $2', [realm, name])
      return row && Asset.parse(row)
    },
    async use(names) {
      const rows = await query(
        'UPDATE assets SET seen_at = now() WHERE realm = $1 AND name = ANY ($2::text[]) RETURNING name',
        [realm, names],
      )
      const there = new Set(rows.map((row) => Name.parse(row).name))
      return names.filter((name) => !there.has(name))
    },
    async save(assets) {
      await query(
        `INSERT INTO assets (realm, name, body, mac)
         SELECT $1, name, body, mac FROM unnest($2::text[], $3::text[], $4::text[]) AS given (name, body, mac)
         ON CONFLICT (realm, name) DO UPDATE SET body = excluded.body, mac = excluded.mac, seen_at = now()`,
        [realm, ...(['name', 'body', 'mac'] as const).map((field) => assets.map((asset) => asset[field]))],
      )
    },
    async forget() {
      await query(`DELETE FROM assets WHERE realm = $1 AND seen_at < now() - interval '${KEPT}'`, [realm])
    },
  }
}
