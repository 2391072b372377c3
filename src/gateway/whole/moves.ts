/** Random requests to every address of the server, from every person, in every manner. */
import fc from 'fast-check'
import { endpoints } from '../../api/api'
import { consoleEndpoints } from '../../api/console/api'
import type { ConsoleEndpoint } from '../../api/console/endpoint'
import { type Endpoint, hosts } from '../../api/endpoint'
import { bodies, type Known, spellings } from './bodies'
import { type Person, people } from './people'

/**
 * `cut` disconnects during the request or its response, `unfinished` leaves its body unfinished, `slow` stops reading,
 * `pipelined` sends several requests in one piece, `sign-out` signs out with requests and streams open.
 */
const manners = ['plain', 'cut', 'unfinished', 'slow', 'pipelined', 'sign-out'] as const
export type Manner = (typeof manners)[number]

type Target =
  | { kind: 'own'; address: ConsoleEndpoint }
  | { kind: 'operation'; endpoint: Endpoint }
  | { kind: 'page'; path: string; fetch: keyof typeof fetches }
  | { kind: 'elsewhere'; method: string; path: string }

export interface Move {
  person: Person
  manner: Manner
  /** When a connection is cut, and how long a slow reader reads nothing. */
  ms: number
  target: Target
  /** Chooses an ID among those that exist; `id` is used if it chooses none. */
  choice: number
  id: string
  query: string
  spelling: keyof typeof spellings
}

export interface Sent {
  method: string
  path: string
  headers: Record<string, string>
  body: Buffer | undefined
}

const pages = [
  ...['/', '/connections', '/users', '/vehicles', '/webhooks', '/subscriptions', '/jobs', '/jobs/{job}', '/activity'],
  ...['/deliveries', '/deliveries/{delivery}', '/settings', '/help', '/help/api', '/deprecations', '/signals'],
  ...['/connections/{connection}', '/users/{user}', '/vehicles/{vehicle}', '/vehicles/{vehicle}/signals', '/nowhere'],
  ...['/vehicles/{vehicle}/batch', '/webhooks/{webhook}', '/return/battery-capacity', '/first.js', '/index.html'],
]
/** As browsers request a page: by typing, by a link of the console, from another site, as a picture. */
const fetches = {
  typed: { 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' },
  own: { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' },
  foreign: { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' },
  picture: { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image', 'sec-fetch-mode': 'no-cors' },
  plain: {},
} as const
const queries = [
  ...[
    '',
    '?limit=200',
    '?limit=5',
    '?format=csv',
    '?format=jsonl',
    '?state=active',
    '?state=failed',
    '?q=a',
    '?sort=name',
  ],
  ...['?userId={user}', '?vehicleId={vehicle}', '?connection={connection}', '?user={user}', '?vehicle={vehicle}'],
  ...['?before=5', '?after=5', '?text=subject', '?kind=change', '?mode=live', '?page[size]=100', '?page%5Bnumber%5D=2'],
  ...['?webhookId={webhook}&vehicleId={vehicle}', '?filter%5BuserId%5D={user}', '?return=%2Fconnections'],
]
/** Different names, as the cost of rendering them may grow with their number. */
const manyParameters = fc
  .integer({ min: 1, max: 1_000 })
  .map((count) => `?${Array.from({ length: count }, (_, index) => `filter%5Bunknown${index}%5D=${index}`).join('&')}`)

/** Addresses with a body or a job are requested more often, as more depends on them. */
const addresses = consoleEndpoints.flatMap((address) =>
  address.path.startsWith('/team/jobs')
    ? Array<ConsoleEndpoint>(4).fill(address)
    : address.method === 'POST'
      ? [address, address]
      : [address],
)

interface Hostile {
  ids: fc.Arbitrary<string>
  queries: fc.Arbitrary<string>
}

export function createMoves({ ids, queries: hostile }: Hostile): fc.Arbitrary<Move> {
  const target = fc.oneof(
    {
      weight: 10,
      arbitrary: fc.record({ kind: fc.constant('own' as const), address: fc.constantFrom(...addresses) }),
    },
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constant('operation' as const), endpoint: fc.constantFrom(...endpoints) }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('page' as const),
        path: fc.constantFrom(...pages),
        fetch: fc.constantFrom('typed', 'own', 'foreign', 'picture', 'plain'),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('elsewhere' as const),
        method: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'),
        path: fc.oneof(
          fc.constantFrom(
            '/team/',
            '/deliveries/',
            '/api/',
            '/auth/',
            '/session/',
            '/assets/',
            '/events',
            '/simulator',
          ),
          ids.map((id) => `/team/${encodeURIComponent(id)}`),
          ids.map((id) => `/deliveries/${encodeURIComponent(id)}.json`),
        ),
      }),
    },
  )
  return fc.record({
    person: fc.constantFrom(...people),
    manner: fc.oneof(
      { weight: 60, arbitrary: fc.constant('plain' as const) },
      { weight: 8, arbitrary: fc.constant('cut' as const) },
      { weight: 4, arbitrary: fc.constant('unfinished' as const) },
      { weight: 6, arbitrary: fc.constant('slow' as const) },
      { weight: 4, arbitrary: fc.constant('pipelined' as const) },
      { weight: 2, arbitrary: fc.constant('sign-out' as const) },
    ),
    ms: fc.integer({ min: 0, max: 60 }),
    target,
    choice: fc.nat(1_000_000),
    id: ids,
    query: fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...queries) },
      { weight: 2, arbitrary: hostile },
      { weight: 1, arbitrary: manyParameters },
    ),
    spelling: fc.oneof(
      { weight: 6, arbitrary: fc.constant('well' as const) },
      { weight: 4, arbitrary: fc.constantFrom(...(Object.keys(spellings) as (keyof typeof spellings)[])) },
    ),
  })
}

/** IDs of changes and billed reads name who sends them, so that a host can tell. */
export const markOf = ({ standing }: Person, number: number) => `by-${standing}~${number}`

/** The request of a move. @param origin the server's own @param number different for each move */
export function sentOf(move: Move, known: Known, origin: string, number: number): Sent {
  const { person, target, choice, id, query, spelling } = move
  const pick = (list: readonly string[]) => list[choice % (list.length + 1)] ?? id
  const small = String((choice % 40) + 1)
  const job = known.jobs.at(-((choice % 20) + 1)) ?? small
  const names: Record<string, string> = {
    ...{ connection: pick(known.connections), user: pick(known.users), vehicle: pick(known.vehicles) },
    ...{ webhook: pick(known.webhooks), job, delivery: small, host: 'vehicle' },
    ...{ connectionId: pick(known.connections), userId: pick(known.users), vehicleId: pick(known.vehicles) },
    ...{ webhookId: pick(known.webhooks), signalCode: 'odometer-traveleddistance', subscriptionId: id },
    id: choice % 10 === 0 ? id : target.kind === 'own' && target.address.path.startsWith('/team/jobs') ? job : small,
  }
  const filled = (template: string, own = names) =>
    template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(own[name] ?? id))
  const ask = filled(query).replace(/[\r\n\0 #]/g, '')
  const ours = { origin, 'sec-fetch-site': 'same-origin' }
  const mark = markOf(person, number)
  if (target.kind === 'page')
    return {
      method: 'GET',
      path: filled(target.path) + ask.replace(/^(?!\?)/, '?'),
      headers: { accept: 'text/html', ...fetches[target.fetch] },
      body: undefined,
    }
  if (target.kind === 'elsewhere') return { method: target.method, path: target.path, headers: ours, body: undefined }
  const { method } = target.kind === 'own' ? target.address : target.endpoint
  const isHead = method === 'GET' && choice % 16 === 0
  const isFree = target.kind === 'operation' && target.endpoint.effect === 'free'
  const marked = new Proxy(names, { get: (own, name: string) => (isFree ? own[name] : mark) })
  const path =
    target.kind === 'own'
      ? filled(target.address.path)
      : hosts[target.endpoint.host] + filled(target.endpoint.path, marked)
  const name = `${method} ${target.kind === 'own' ? target.address.path : target.endpoint.path}`
  const made = bodies[name]?.({ person, mark, choice, known })
  const body = method === 'POST' ? spellings[spelling](JSON.stringify(made ?? {})) : undefined
  return {
    method: isHead ? 'HEAD' : method,
    path: path + ask.replace(/^(?!\?|$)/, '?'),
    headers: { ...ours, ...(body && { 'content-type': 'application/json' }) },
    body,
  }
}
