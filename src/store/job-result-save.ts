/** Adds what a read has brought to its job, sealed, within the transaction that writes the item's outcome. */
import * as z from 'zod/mini'
import { storable } from './directory-rows'
import type { ResultSeal } from './result-seal'
import type { Queries } from './store'

/** The result of a read. */
export interface JobResult {
  /** As JSON, in well-formed text. */
  body: string
  rows: number
  /** The names of its columns, where they follow from what came. */
  names?: readonly string[] | undefined
  /** How many rows there are in all, where a list says so. */
  total?: number | undefined
}

// The job's row is locked since its item's outcome was written, so nothing else adds to it meanwhile.
const RESULT = `
WITH added AS (
  INSERT INTO job_results (job, n, try, sealed) VALUES ($2, $3, $4, decode($5, 'base64'))
  ON CONFLICT DO NOTHING RETURNING octet_length(sealed) AS bytes
)
UPDATE jobs SET rows_read = rows_read + $6, total = coalesce($7, total),
  bytes_read = bytes_read + coalesce((SELECT bytes FROM added), 0)
WHERE realm = $1 AND id = $2`
const READ_NAMES = `SELECT encode(sealed_names, 'base64') AS names FROM jobs WHERE realm = $1 AND id = $2`
const WRITE_NAMES = `UPDATE jobs SET sealed_names = decode($3, 'base64') WHERE realm = $1 AND id = $2`
const StoredNames = z.object({ names: z.nullable(z.string()) })

export async function saveResult(
  { query }: Queries,
  { realm, job, n, tries }: { realm: number; job: number; n: number; tries: number },
  { body, names, rows, total }: JobResult,
  seal: ResultSeal,
): Promise<void> {
  const sealed = seal.seal(body, job, n, tries).toString('base64')
  await query(RESULT, [realm, job, n, tries, sealed, rows, total ?? null])
  if (!names || names.length === 0) return
  const stored = StoredNames.parse((await query(READ_NAMES, [realm, job]))[0]).names
  const before = stored === null ? null : Buffer.from(stored, 'base64')
  const after = seal.addNames(
    before,
    job,
    n,
    names.map((name) => storable(name)),
  )
  if (after) await query(WRITE_NAMES, [realm, job, after.toString('base64')])
}
