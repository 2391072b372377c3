/** Bounds of the store, counted in the transaction of what they bound, so that two at once can't both pass. */
import * as z from 'zod/mini'
import { isChange } from '../api/job-operations'
import { type BoundName, boundInWords, type ReachedBound, reachedBound, teamBounds } from '../api/team-bounds'
import { jobOperations, jobPhases } from '../api/team-jobs'
import { lockRealm } from './realms'
import type { Queries } from './store'

/** Nothing was stored: there would be more than one person, or all together, may leave in the store. */
export class BoundError extends Error {
  override readonly name = 'BoundError'
  constructor(readonly reached: ReachedBound) {
    super(boundInWords(reached))
  }
}

/** The most that one read brings, with what sealing adds to it. */
export const MOST_RESULT_BYTES = 4 * 1024 ** 2
export const RESULT_ROOM_BYTES = MOST_RESULT_BYTES + 1024

/** The owner of a job, from its row. */
export interface JobPerson {
  subject: string | null
  client: string
}

const readOperations = jobOperations.filter((operation) => !isChange(operation))

/** Of each job of the realm: $2 and $3 are the person's. */
const OWN = `(coalesce('s' || subject, 'c' || client) = coalesce('s' || $2::text, 'c' || $3::text))`
const number = z.number()
const Sums = z.object({ unfinishedJobs: number, jobs: number, jobItems: number, resultBytes: number })
const Used = z.object({ owner: Sums, all: Sums })

const sums = (values: Readonly<Record<string, string>>, filter: string) =>
  `json_build_object(${Object.entries(values)
    .map(([name, value]) => `'${name}', coalesce(${value}${filter}, 0)`)
    .join(', ')})`
const used = {
  unfinishedJobs: `sum(CASE WHEN phase IN ('running', 'paused') THEN 1 ELSE 0 END)`,
  jobs: 'count(*)',
  jobItems: 'sum(failed + unknown + sending + waiting + done)',
  resultBytes: 'sum(CASE WHEN erased_at IS NULL THEN bytes_read ELSE 0 END)',
}
const USED = `
SELECT ${sums(used, ` FILTER (WHERE ${OWN})`)} AS owner, ${sums(used, '')} AS all FROM jobs WHERE realm = $1`

const RESULTS_OF = `erased_at IS NULL AND (bytes_read > 0 OR sending > 0)`
const results = {
  stored: 'sum(bytes_read)',
  sending: 'sum(CASE WHEN operation = ANY ($4::text[]) THEN sending ELSE 0 END)',
}
const STORED = `
SELECT ${sums(results, ` FILTER (WHERE ${OWN})`)} AS owner, ${sums(results, '')} AS all
FROM jobs WHERE realm = $1 AND ${RESULTS_OF}`
const Results = z.object({ stored: number, sending: number })
const Stored = z.object({ owner: Results, all: Results })

type Added = Partial<Record<Exclude<BoundName, 'toldSubscriptions' | 'addedAccounts' | 'addedConnections'>, number>>

/**
 * To be called with the realm locked.
 * @param added what the caller is about to add
 * @throws BoundError
 */
export async function checkJobBounds(queries: Queries, realm: number, person: JobPerson, added: Added): Promise<void> {
  const [row] = await queries.query(USED, [realm, person.subject, person.client])
  const used = Used.parse(row)
  for (const of of ['owner', 'all'] as const)
    for (const [bound, more] of Object.entries(added) as [keyof Added, number][]) // of its names
      if (used[of][bound] + more > teamBounds[bound][of]) throw new BoundError(reachedBound(bound, of))
}

/** Any number: with the realm it names the lock of those who reserve room for a result. */
const RESULTS = 1_973_265
/** One at a time in the realm counts the room for results, until the end of the transaction. */
export async function lockResults({ query }: Queries, realm: number): Promise<void> {
  await query('SELECT pg_advisory_xact_lock($1::integer, $2::integer)', [RESULTS, realm])
}

const OF_JOB = 'SELECT subject, client, operation, phase FROM jobs WHERE realm = $1 AND id = $2'
const OfJob = z.object({
  subject: z.nullable(z.string()),
  client: z.string(),
  operation: z.enum(jobOperations),
  phase: z.enum(jobPhases),
})

/** To be called first in the transaction that lets a job continue. @throws BoundError */
export async function checkRestart(queries: Queries, realm: number, job: number): Promise<void> {
  await lockRealm(queries, realm)
  const [row] = await queries.query(OF_JOB, [realm, job])
  if (!row) return
  const { operation, phase, ...person } = OfJob.parse(row)
  await checkJobBounds(queries, realm, person, {
    ...(phase !== 'running' && phase !== 'paused' && { unfinishedJobs: 1 }),
    ...(!isChange(operation) && { resultBytes: RESULT_ROOM_BYTES }),
  })
}

/**
 * Tells if the next read of a job would fit, however large it is: `busy` if only once reads that are under way have ended
 * with less than they may bring.
 */
export async function roomForResult(
  queries: Queries,
  realm: number,
  job: number,
): Promise<'free' | 'busy' | ReachedBound> {
  const [row] = await queries.query(OF_JOB, [realm, job])
  if (!row) return 'busy'
  const { subject, client } = OfJob.parse(row)
  const results = Stored.parse((await queries.query(STORED, [realm, subject, client, readOperations]))[0])
  let isBusy = false
  for (const of of ['owner', 'all'] as const) {
    const { stored, sending } = results[of]
    const most = teamBounds.resultBytes[of]
    if (stored + RESULT_ROOM_BYTES > most) return reachedBound('resultBytes', of)
    isBusy ||= stored + (sending + 1) * RESULT_ROOM_BYTES > most
  }
  return isBusy ? 'busy' : 'free'
}

const TOLD = `
SELECT count(*) FILTER (WHERE told_by IS NOT DISTINCT FROM $2::text) AS owner, count(*) AS all
FROM subscriptions WHERE realm = $1 AND is_told`
const SubscriptionCounts = z.object({ owner: number, all: number })

/** To be called with the realm locked. @throws BoundError */
export async function checkToldBound(
  { query }: Queries,
  realm: number,
  teller: string | null,
  added: number,
): Promise<void> {
  const counts = SubscriptionCounts.parse((await query(TOLD, [realm, teller]))[0])
  for (const of of ['owner', 'all'] as const)
    if (counts[of] + added > teamBounds.toldSubscriptions[of])
      throw new BoundError(reachedBound('toldSubscriptions', of))
}
