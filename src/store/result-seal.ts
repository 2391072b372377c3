/** How results of jobs are sealed: with the servers' secrets, or with a key of the store if none is configured. */
import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import type { Queries } from './store'

/** Encrypts text for one place, such as a row and column: it opens nowhere else. */
export interface ResultVault {
  seal(text: string, about: string): Buffer
  /** @returns undefined if no key opens it, or if it was altered */
  open(sealed: Uint8Array, about: string): Buffer | undefined
}

/** A sealed result that no key of this server opens. */
export class SealedResultError extends Error {
  override readonly name = 'SealedResultError'
}

const KEY_BYTES = 32
const Key = z.object({ key: z.string() })

/**
 * Returns the key that the store itself keeps, which backups leave out.
 * @param mayCreate if false, only a key that is there already
 */
export async function readStoreKey({ query }: Queries, realm: number, mayCreate: boolean): Promise<Buffer | undefined> {
  if (mayCreate)
    await query(`INSERT INTO result_keys (realm, key) VALUES ($1, decode($2, 'base64')) ON CONFLICT DO NOTHING`, [
      realm,
      randomBytes(KEY_BYTES).toString('base64'),
    ])
  const [row] = await query(`SELECT encode(key, 'base64') AS key FROM result_keys WHERE realm = $1`, [realm])
  return row && Buffer.from(Key.parse(row).key, 'base64')
}

/** A column name, with the item and the position in it where the name came first. */
const Names = z.array(z.tuple([z.string(), z.number(), z.number()]))
type Names = z.infer<typeof Names>

/** Column names that are stored for a job. */
const MOST_NAMES = 200

const aboutResult = (realm: number, job: number, n: number, tries: number) => `${realm} result ${job} ${n} ${tries}`
const aboutNames = (realm: number, job: number) => `${realm} names ${job}`

/** Seals and opens the results of one realm. */
export function createResultSeal(vault: ResultVault, realm: number) {
  const readNames = (sealed: Uint8Array | null, job: number): Names => {
    const opened = sealed && vault.open(sealed, aboutNames(realm, job))
    return opened ? Names.parse(JSON.parse(opened.toString('utf8'))) : []
  }
  return {
    seal: (body: string, job: number, n: number, tries: number): Buffer =>
      vault.seal(body, aboutResult(realm, job, n, tries)),
    /** @throws SealedResultError */
    open(sealed: Uint8Array, job: number, n: number, tries: number): string {
      const body = vault.open(sealed, aboutResult(realm, job, n, tries))
      if (!body) throw new SealedResultError('No key of this server opens this result.')
      return body.toString('utf8')
    },
    /** The names in the order of their items, whichever item was read first. */
    namesIn: (sealed: Uint8Array | null, job: number): string[] => readNames(sealed, job).map(([name]) => name),
    /** Adds the names of an item to those of its job. @returns undefined if that changes nothing */
    addNames(sealed: Uint8Array | null, job: number, n: number, names: readonly string[]): Buffer | undefined {
      const known = readNames(sealed, job)
      const added = names.map((name, position): Names[number] => [name, n, position])
      const firstOf = new Map<string, Names[number]>()
      for (const one of [...known, ...added].sort((a, b) => a[1] - b[1] || a[2] - b[2]))
        if (!firstOf.has(one[0])) firstOf.set(one[0], one)
      const merged = JSON.stringify([...firstOf.values()].slice(0, MOST_NAMES))
      return merged === JSON.stringify(known) ? undefined : vault.seal(merged, aboutNames(realm, job))
    },
  }
}
export type ResultSeal = ReturnType<typeof createResultSeal>
