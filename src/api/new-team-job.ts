/** The body that begins a job on the server. Apart from `team-jobs.ts`, because pages that only show jobs don't load it. */
import * as z from 'zod/mini'
import { isStoredTime } from './stored-time'
import {
  BATCH,
  type JobOperation,
  JobShare,
  listOperations,
  MOST_TARGET,
  MOST_TARGETS,
  removalOperations,
  SUBSCRIBE,
  VALUES,
} from './team-jobs'

const clock = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/))
const Hours = z.strictObject({
  from: clock,
  to: clock,
  /** As IANA names it ("Europe/Berlin"). */
  timeZone: z.string().check(z.refine(isTimeZone)),
})

const id = z.string().check(z.minLength(1), z.maxLength(MOST_TARGET), z.refine(isStorable))
const Targets = z.array(id).check(z.minLength(1), z.maxLength(MOST_TARGETS))

const MOST_PATHS = 100
const MOST_PATH = 500
const MOST_FILTERS = 20

const common = {
  /** Of the click that asks for it: whoever sends it again gets the same job. */
  key: z.string().check(z.regex(/^[\w-]{8,100}$/)),
  startAt: z.optional(z.iso.datetime().check(z.refine(isStoredTime))),
  hours: z.optional(Hours),
  share: z.optional(JobShare),
  /** Leaves out what another job is to send; else nothing is begun where there is any. Of changes alone. */
  isWithoutQueued: z.optional(z.boolean()),
  /** Begins nothing: only says what it would send. */
  isDryRun: z.optional(z.boolean()),
}

/** `POST /team/jobs`. */
export const NewTeamJob = z.discriminatedUnion('operation', [
  z.strictObject({ ...common, operation: z.enum(removalOperations), targets: Targets }),
  z.strictObject({
    ...common,
    operation: z.literal(SUBSCRIBE),
    targets: Targets,
    with: z.strictObject({ webhookId: id }),
  }),
  z.strictObject({
    ...common,
    operation: z.literal(BATCH),
    targets: Targets,
    /** The body of each; paths are relative to the vehicle. */
    with: z.strictObject({
      requests: z
        .array(z.strictObject({ path: z.string().check(z.minLength(1), z.maxLength(MOST_PATH)) }))
        .check(z.minLength(1), z.maxLength(MOST_PATHS)),
    }),
  }),
  z.strictObject({
    ...common,
    operation: z.literal(VALUES),
    targets: Targets,
    /** `mostPages`: no more are read of any target, whatever it still has. */
    with: z.optional(z.strictObject({ mostPages: z.optional(z.int().check(z.minimum(1))) })),
  }),
  z.strictObject({
    ...common,
    operation: z.enum(listOperations),
    /** The list's filters by their default names, as its page's address has them; of the directory: `q`, `mode`, `make`, `sort`. */
    with: z.optional(
      z.strictObject({
        query: z
          .record(id, z.string().check(z.maxLength(MOST_TARGET), z.refine(isStorable)))
          .check(z.refine((query) => Object.keys(query).length <= MOST_FILTERS)),
      }),
    ),
  }),
])
export type NewTeamJob = z.infer<typeof NewTeamJob>
/** As the operation takes it. */
export type NewJobOf<O extends JobOperation, J = NewTeamJob> = J extends { operation: infer P }
  ? O extends P
    ? J
    : never
  : never

/** PostgreSQL has no text with a NUL in it, nor half a character. */
function isStorable(id: string): boolean {
  return !id.includes('\0') && id.isWellFormed()
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
