/** The calls that a page and its buttons can make, from its address alone: seen before any of them is made. */
import { endpoints } from '../../api/api'
import type { CallInput } from '../../api/client'
import { connections } from '../../api/connections'
import type { Endpoint } from '../../api/endpoint'
import type { Search } from '../../api/search'
import { subscriptions } from '../../api/subscriptions'
import { users } from '../../api/users'
import { webhooks } from '../../api/webhooks'

export interface CallAhead {
  endpoint: Endpoint
  input: CallInput
  /** True where an id is not known before a row is chosen: its place is held by its name. */
  isTemplate: boolean
}

/** What each list of the console asks, and what a row of it can be asked or told to do. */
const lists: Readonly<Record<string, { list: Endpoint; row: readonly Endpoint[] }>> = {
  '/': { list: connections.list, row: [] },
  '/connections': { list: connections.list, row: [connections.remove] },
  '/users': { list: connections.list, row: [users.remove] },
  '/vehicles': { list: connections.list, row: [] },
  '/webhooks': { list: webhooks.list, row: [] },
  '/subscriptions': { list: subscriptions.list, row: [subscriptions.read, subscriptions.remove] },
}

/** The console's name of a path parameter where it is not the interface's. */
const consoleNames: Readonly<Record<string, string>> = { id: 'vehicleId' }

const parametersOf = ({ path }: Endpoint) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

/** A name in the place of a value: `connectionId` stands as `CONNECTION_ID`. */
const placeholder = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()

/**
 * @param params the ids in the page's address, by the console's names
 * @param search the page's query
 * @param extensions the operations outside the interface that are switched on
 */
export function callsAhead(
  pathname: string,
  params: Readonly<Record<string, string>>,
  search: Search,
  extensions: readonly string[],
): CallAhead[] {
  const isOn = ({ extension }: Endpoint) => extension === undefined || extensions.includes(extension)
  const idFor = (name: string) => params[consoleNames[name] ?? name]
  const template = (endpoint: Endpoint): CallAhead => ({
    endpoint,
    input: {
      path: Object.fromEntries(parametersOf(endpoint).map((name) => [name, idFor(name) ?? placeholder(name)])),
    },
    isTemplate: parametersOf(endpoint).some((name) => idFor(name) === undefined),
  })
  const listed = lists[pathname === '/' ? '/' : pathname.replace(/\/$/, '')]
  const isOfService = listed !== undefined && (listed.list !== connections.list || pathname.startsWith('/connections'))
  const own = listed
    ? [
        { endpoint: listed.list, input: { query: isOfService ? search : {} }, isTemplate: false },
        ...listed.row.map(template),
      ]
    : []
  const known = endpoints.filter((endpoint) => {
    const names = parametersOf(endpoint)
    return (
      names.some((name) => idFor(name) !== undefined) &&
      names.every((name) => idFor(name) !== undefined || name === 'signalCode')
    )
  })
  const related = (['userId', 'vehicleId'] as const).flatMap((name) =>
    params[name] === undefined
      ? []
      : [{ endpoint: connections.list, input: { query: { [`filter[${name}]`]: params[name] } }, isTemplate: false }],
  )
  const create = /^\/(subscriptions|connections|webhooks)(\/|$)/.test(pathname)
    ? [{ ...template(subscriptions.create), input: { body: newSubscription(params) }, isTemplate: true }]
    : []
  return [...own, ...known.map((endpoint) => withBody(template(endpoint), search)), ...related, ...create].filter(
    ({ endpoint }) => isOn(endpoint),
  )
}

const newSubscription = ({ webhookId = placeholder('webhookId') }: Readonly<Record<string, string>>) => ({
  data: { attributes: { webhookId, userId: placeholder('userId'), vehicleId: placeholder('vehicleId') } },
})

/** A batch carries the paths that the page's address names. */
function withBody(ahead: CallAhead, { path }: Search): CallAhead {
  if (ahead.endpoint.body === undefined) return ahead
  const paths = Array.isArray(path) ? path : path === undefined ? ['/odometer'] : [path]
  return {
    ...ahead,
    input: { ...ahead.input, body: { requests: paths.map((one) => ({ path: one })) } },
    isTemplate: path === undefined,
  }
}
