/** What the team's addresses may say: each parameter once and as it is meant, and nothing else. */
import * as z from 'zod/mini'
import { MOST_ROWS, MOST_WORDS } from '../../api/console/queries'
import { deliveryKinds } from '../../api/deliveries'
import { teamSubscriptionFilters } from '../../api/subscriptions'
import { teamMatches, teamSorts } from '../../api/team'
import { deliveryFlags } from '../../api/team-deliveries'
import { jobFileFormats, jobFilters, jobItemStates, jobOperations } from '../../api/team-jobs'

export const NoQuery = z.strictObject({})

/** What each takes, in words. */
const takes: Readonly<Record<string, string>> = {
  q: `text of up to ${MOST_WORDS} characters`,
  mode: 'a mode',
  make: 'a make',
  webhook: 'a webhook ID',
  user: 'a user ID',
  vehicle: 'a vehicle ID',
  connection: 'a connection ID',
  state: [...new Set([...teamSubscriptionFilters, ...jobFilters, ...jobItemStates])].join(', '),
  operation: jobOperations.join(', '),
  format: jobFileFormats.join(', '),
  sort: teamSorts.join(', '),
  match: teamMatches.join(', '),
  limit: `a whole number from 1 to ${MOST_ROWS}`,
  after: 'the “next” value of another page',
  before: 'the “next” value of another page',
  userId: 'a user ID',
  vehicleId: 'a vehicle ID',
  webhookId: 'a webhook ID',
  signal: 'the code of a signal',
  trigger: 'the code of a signal',
  since: 'an ISO time with its zone',
  until: 'an ISO time with its zone',
  kind: deliveryKinds.join(', '),
  flag: [...deliveryFlags, 'none'].join(', '),
}
/** Zod's message of a field that has none of its own. */
const NO_MESSAGE = 'Invalid input'
const inWords = (name: string, message: string, got: string | null) =>
  `${name} expects ${message === NO_MESSAGE ? takes[name] : message}, got ${got === null ? 'nothing' : JSON.stringify(got.slice(0, 100))}.`

/** @returns the query, or what is wrong with it: a name that is misspelt would find more than was asked for */
export function readQuery<S extends z.ZodMiniType>(schema: S, given: URLSearchParams): z.output<S> | string {
  const names = [...given.keys()]
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) return `The parameter ${JSON.stringify(twice.slice(0, 100))} appears more than once.`
  const parsed = schema.safeParse(Object.fromEntries(given))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  if (issue?.code === 'unrecognized_keys') return `Unknown parameter ${JSON.stringify(issue.keys[0]?.slice(0, 100))}.`
  if (issue?.path.length === 0) return issue.message // of a query that has several forms
  const name = String(issue?.path[0])
  return inWords(name, issue?.message ?? NO_MESSAGE, given.get(name))
}
