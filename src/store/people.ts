/**
 * The last sign-in of each person, which their jobs that change or bill depend on. Times are those of the servers, which
 * compare them with their own clocks.
 */
import * as z from 'zod/mini'
import type { Effect } from '../api/endpoint'
import { effectOf } from '../api/job-operations'
import type { Role } from '../api/roles'
import { jobOperations, type PauseCause } from '../api/team-jobs'
import { JOB, type JobRecord, PERSON, readJob } from './job-rows'
import type { Queries, Store } from './store'

export interface PersonSignIn {
  subject: string
  /** Null if the sign-in gives none. */
  role: Role | null
  at: Date
}

/** How long jobs may continue after the last sign-in of the person they depend on. */
export interface SignInBound {
  days: number
  /** Milliseconds since the epoch. */
  now: () => number
}

/** The jobs that signing out would pause, and the sign-in they depend on. */
export interface Dependents {
  jobs: number
  signedInAt: Date | null
}

export interface People {
  /** Ignored if a later sign-in is known. @returns the jobs that it paused because the role isn't enough */
  signIn(person: PersonSignIn): Promise<JobRecord[]>
  /** The running jobs of a person that no other session of theirs would keep running. */
  dependents(session: { id: string; subject: string }, usedSince: Date, at: Date): Promise<Dependents>
  /** Erases sign-ins that no job can depend on any more. */
  forget(): Promise<void>
}

const DAY_MS = 86_400_000
/** The largest `JOB_SIGN_IN_DAYS`, and a day. */
const KEPT_DAYS = 61

/** After this time a person must have signed in; null without sign-in. */
export const signInSince = (bound: SignInBound | undefined): Date | null =>
  bound ? new Date(bound.now() - bound.days * DAY_MS) : null

const operationsWith = (effect: Effect) =>
  jobOperations
    .filter((operation) => effectOf(operation) === effect)
    .map((operation) => `'${operation}'`)
    .join(', ')
const BILLED = operationsWith('billed')
/** Jobs that read for free depend on no sign-in. */
const DEPENDS = `jobs.operation IN (${operationsWith('change')}, ${BILLED})`
const IS_ROLE_ENOUGH = `(people.role = 'operator' OR people.role = 'reader' AND jobs.operation IN (${BILLED}))`
const IS_SIGNED_OUT = 'coalesce(people.signed_out_at >= people.signed_in_at, false)'
/** SQL of whether a person may adopt a job, by their last sign-in. @param subject parameter */
export const mayAdopt = (subject: string): string =>
  `EXISTS (SELECT FROM people WHERE people.subject = ${subject} AND people.role = 'operator' AND NOT ${IS_SIGNED_OUT})`

/** SQL of whether a job may send. @param since parameter of the time that `signInSince` returns */
export const mayContinue = (since: string): string => `(
  ${since}::timestamptz IS NULL OR NOT ${DEPENDS} OR CASE WHEN ${PERSON} IS NULL THEN jobs.begun_at > ${since} ELSE EXISTS (
    SELECT FROM people WHERE people.subject = ${PERSON} AND ${IS_ROLE_ENOUGH} AND NOT ${IS_SIGNED_OUT}
      AND people.signed_in_at > ${since}
  ) END)`

/** SQL that pauses a job. @param cause SQL of a `PauseCause` */
export const paused = (cause: string) =>
  `phase = 'paused', pause_cause = ${cause}, paused_at = now(), waiting_until = NULL, ordered_by = NULL, told_at = NULL,
   tell_at = NULL, tell_tries = 0`
/** In one order everywhere, so that two statements never wait for each other. */
export const lockedInOrder = (condition: string): string =>
  `jobs.id = ANY (ARRAY (SELECT id FROM jobs WHERE ${condition} ORDER BY id FOR UPDATE))`
/** Of any realm. */
const RUNNING = `${PERSON} = $1 AND phase = 'running' AND ${DEPENDS}`
const causeIs = (cause: PauseCause) => `'${cause}'`

/** Pauses jobs of realm $1 that are due and may not continue; a scheduled one at its start. */
export const PAUSE_EXPIRED = `
UPDATE jobs SET ${paused(`coalesce((
  SELECT CASE WHEN ${IS_SIGNED_OUT} THEN ${causeIs('signed-out')} WHEN NOT coalesce(${IS_ROLE_ENOUGH}, false) THEN ${causeIs('role-lost')} END
  FROM people WHERE people.subject = ${PERSON}
), ${causeIs('sign-in-expired')})`)}
WHERE ${lockedInOrder(`realm = $1 AND phase = 'running' AND (start_at IS NULL OR start_at <= now()) AND NOT ${mayContinue('$2')}`)}
RETURNING ${JOB}`

const SIGN_IN = `
INSERT INTO people (subject, role, signed_in_at) VALUES ($1, $2, $3)
ON CONFLICT (subject) DO UPDATE SET role = excluded.role, signed_in_at = excluded.signed_in_at
WHERE people.signed_in_at <= excluded.signed_in_at`
const PAUSE_ROLE_LOST = `
UPDATE jobs SET ${paused(causeIs('role-lost'))}
WHERE ${lockedInOrder(`${RUNNING} AND NOT EXISTS (SELECT FROM people WHERE people.subject = $1 AND ${IS_ROLE_ENOUGH})`)}
RETURNING ${JOB}`

const PAUSE_SIGNED_OUT = `UPDATE jobs SET ${paused(causeIs('signed-out'))} WHERE ${lockedInOrder(RUNNING)} RETURNING ${JOB}`
/** Two sign-outs at once must not each take the other's session for one that is left. */
const LOCK_PERSON = `
INSERT INTO people (subject, signed_in_at) VALUES ($1, $2) ON CONFLICT (subject) DO UPDATE SET subject = excluded.subject`
const OTHER_SESSION = `
SELECT 1 FROM sessions WHERE subject = $1 AND id <> $2 AND revoked_at IS NULL AND used_at > $3 AND ends_at > $4 LIMIT 1`

/** To be called in the transaction that begins a session or a job. */
export async function noteSignIn({ query }: Queries, { subject, role, at }: PersonSignIn): Promise<JobRecord[]> {
  await query(SIGN_IN, [subject, role, at])
  return role === 'operator' ? [] : (await query(PAUSE_ROLE_LOST, [subject])).map(readJob)
}

export interface SignOut {
  at: Date
  /** Other sessions that were not used since then have ended. */
  usedSince: Date
  /** True if the person lets their jobs run, up to the bound. */
  isToContinue: boolean
}

/** To be called first in the transaction that signs a session out. */
export const lockPerson = ({ query }: Queries, session: { subject: string; begunAt: Date }): Promise<unknown> =>
  query(LOCK_PERSON, [session.subject, session.begunAt])

/** To be called last in that transaction. @returns the jobs that it paused */
export async function noteSignOut(
  { query }: Queries,
  { id, subject }: { id: string; subject: string },
  { at, usedSince, isToContinue }: SignOut,
): Promise<JobRecord[]> {
  if (isToContinue || (await query(OTHER_SESSION, [subject, id, usedSince, at])).length > 0) return []
  await query('UPDATE people SET signed_out_at = $2 WHERE subject = $1', [subject, at])
  return (await query(PAUSE_SIGNED_OUT, [subject])).map(readJob)
}

const Found = z.object({ jobs: z.number(), signedInAt: z.nullable(z.date()) })

export function createPeople(store: Store): People {
  return {
    signIn: (person) => store.transaction((queries) => noteSignIn(queries, person)),
    async dependents({ id, subject }, usedSince, at) {
      const [row] = await store.query(
        `SELECT (SELECT count(*) FROM jobs WHERE ${RUNNING} AND NOT EXISTS (
             SELECT FROM sessions WHERE sessions.subject = $1 AND sessions.id <> $2 AND revoked_at IS NULL
               AND used_at > $3 AND ends_at > $4)) AS jobs,
           (SELECT signed_in_at FROM people WHERE subject = $1) AS "signedInAt"`,
        [subject, id, usedSince, at],
      )
      return Found.parse(row)
    },
    async forget() {
      await store.query(`DELETE FROM people WHERE signed_in_at < now() - make_interval(days => ${KEPT_DAYS})`, [])
    },
  }
}
