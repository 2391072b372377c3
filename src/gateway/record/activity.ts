/** `GET /activity.json`: the record read back from the file of `AUDIT_LOG`, a page at a time, for operators alone. */
import type { HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import { activityKinds, activityOutcomes, DEFAULT_RECORDS, isIsoTime, MOST_RECORDS } from '../../api/activity'
import { clientOf } from '../auth/client-address'
import { operatorOf, refusalFor } from '../auth/operator'
import { dataHeaders, gatewayError } from '../errors'
import { goneSignal } from '../gone'
import { createSlots, TooManyOpen } from '../limits/slots'
import type { Log } from '../log'
import type { Settings } from '../settings/environment'
import { codeOf } from './audit-file'
import { type ActivityQuery, readActivity } from './audit-reader'

/** A file may be large: one search at a time by an operator, a few in all. The next one waits as long as a read may take. */
const AT_ONCE = { inAll: 4, perKey: 1 }

/** Stands behind the guards of everything that is data: same origin, and signed in where a sign-in is configured. */
export function mountActivity(
  app: Hono<{ Bindings: HttpBindings }>,
  { auditLog, signIn, readTimeoutMs }: Pick<Settings, 'auditLog' | 'signIn' | 'readTimeoutMs'>,
  log: Log,
): void {
  const slots = createSlots(AT_ONCE)
  app.get('/activity.json', async (c) => {
    // The record names everybody's customers: it takes the role of those who may change them.
    const refusal = refusalFor(c, 'change', 'The record of this server')
    if (refusal) return refusal
    if (auditLog === undefined)
      return gatewayError('NOT_AN_OPERATION', 'AUDIT_LOG isn’t set, so this server has no record to show.')
    const query = readQuery(new URL(c.req.url).searchParams)
    if (typeof query === 'string') return gatewayError('BAD_REQUEST', query)
    const { incoming, outgoing } = c.env
    const signal = goneSignal(outgoing)
    let end = () => {}
    try {
      const key = operatorOf(c)?.subject ?? clientOf(incoming, signIn)
      end = await slots.take({ key, isJob: false, signal, timeoutMs: readTimeoutMs })
      const { records, next, broken } = await readActivity(auditLog, query, signal)
      const answer = { data: records, next: next === undefined ? null : String(next), skipped: broken }
      return c.json(answer, 200, { ...dataHeaders })
    } catch (error) {
      if (signal.aborted) return gatewayError('BUSY', 'The browser disconnected; the search was canceled.')
      if (error instanceof TooManyOpen)
        return gatewayError('BUSY', 'Another search of the record is in progress. Try again in a moment.', {
          'retry-after': '1',
        })
      const why = `AUDIT_LOG can’t be read (${codeOf(error)}).`
      log.error(why)
      return gatewayError('INTERNAL', why)
    } finally {
      end()
    }
  })
}

/** @returns the value as the reader takes it; undefined where it cannot be one */
type Take<T> = (text: string) => T | undefined

const count =
  (least: number, most: number): Take<number> =>
  (text) =>
    /^\d{1,16}$/.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : undefined
const oneOf =
  <T extends string>(allowed: readonly T[]): Take<T> =>
  (text) =>
    allowed.find((one) => one === text)
const words: Take<string> = (text) => text || undefined
const time: Take<string> = (text) => (isIsoTime(text) ? text : undefined)

/** Every parameter, with what it takes in words. */
const parameters: { readonly [K in keyof ActivityQuery]-?: readonly [Take<ActivityQuery[K]>, string] } = {
  before: [count(0, Number.MAX_SAFE_INTEGER), 'the “next” value of another page'],
  limit: [count(1, MOST_RECORDS), `a whole number from 1 to ${MOST_RECORDS}`],
  kind: [oneOf(activityKinds), activityKinds.join(' or ')],
  operation: [words, 'an operation'],
  operator: [words, 'a name'],
  outcome: [oneOf(activityOutcomes), activityOutcomes.join(', ')],
  since: [time, 'an ISO date, or an ISO time with its zone'],
  until: [time, 'an ISO date, or an ISO time with its zone'],
  text: [words, 'text'],
}

/**
 * @returns the query, or what is wrong with it. An unknown name is refused: a filter that is misspelt would show more
 * than was asked for.
 */
function readQuery(given: URLSearchParams): ActivityQuery | string {
  const query: ActivityQuery = { limit: DEFAULT_RECORDS }
  for (const [name, text] of given) {
    if (!Object.hasOwn(parameters, name)) return `Unknown parameter ${JSON.stringify(name.slice(0, 100))}.`
    if (given.getAll(name).length > 1) return `The parameter ${name} appears more than once.`
    const [take, takes] = parameters[name as keyof ActivityQuery] // it is one: it has just been looked for
    const value = take(text)
    if (value === undefined) return `${name} expects ${takes}, got ${JSON.stringify(text.slice(0, 100))}.`
    Object.assign(query, { [name]: value }) // by the parameter's own reader
  }
  return query
}
