/** Whether a job that is asked for can be what it says: its targets, its paths, its filters. */

import { badIdIn } from '../../api/bad-id'
import { readPath } from '../../api/batch-path'
import { directory } from '../../api/console/directory'
import { jobKinds, namesIn } from '../../api/job-operations'
import type { NewTeamJob } from '../../api/new-team-job'

/** @returns why it is refused, in words */
export function problemOf(asked: NewTeamJob, extensions: readonly string[]): string | undefined {
  const kind = jobKinds[asked.operation]
  const { endpoint } = kind
  if (endpoint?.extension && !extensions.includes(endpoint.extension))
    return `${asked.operation} isn’t switched on (CONFIG extensions).`
  if ('targets' in asked) {
    const wrong = asked.targets.find((target) => !namesIn(asked.operation, target))
    if (wrong !== undefined)
      return `A target of ${asked.operation} names ${kind.names.join('/')}, each percent-encoded.`
    const bad = [...asked.targets.map((target) => namesIn(asked.operation, target) ?? {}), sharedIds(asked)]
      .map(badIdIn)
      .find(Boolean)
    if (bad) return bad.message
  }
  if (asked.operation === 'POST /v2.0/vehicles/{id}/batch') {
    const wrong = asked.with.requests.findIndex(({ path }) => {
      const read = readPath(path)
      return 'problem' in read || read.path !== path
    })
    if (wrong >= 0) return `with.requests.${wrong}.path isn’t the path of a read, relative to the vehicle.`
  }
  const query = 'with' in asked && asked.with && 'query' in asked.with ? asked.with.query : {}
  const unknown = Object.keys(query).find((name) => !filtersOf(asked).includes(name))
  if (unknown !== undefined) return `${asked.operation} has no filter ${JSON.stringify(unknown.slice(0, 100))}.`
  const own =
    asked.operation === 'GET /team/users'
      ? directory.users.query
      : asked.operation === 'GET /team/vehicles' && directory.vehicles.query
  if (own && !own.safeParse(query).success) return `with.query isn’t valid for ${asked.operation}.`
  return undefined
}

const sharedIds = (job: NewTeamJob): Record<string, string> =>
  job.operation === 'POST /v3/subscriptions' ? { webhookId: job.with.webhookId } : {}

/** What a list can be narrowed by: never its page. */
function filtersOf({ operation }: NewTeamJob): readonly string[] {
  if (operation === 'GET /team/users') return ['q', 'sort']
  if (operation === 'GET /team/vehicles') return ['q', 'sort', 'mode', 'make']
  const query = jobKinds[operation].endpoint?.query
  const names = query && 'shape' in query ? Object.keys(query.shape as object) : [] // an object's schema
  return names.filter((name) => name.startsWith('filter['))
}
