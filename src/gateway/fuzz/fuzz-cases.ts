/** Generated for the fuzz of the gateway: connections, and what is written to them, as values that can be shrunk. */
import fc from 'fast-check'
import { endpoints } from '../../api/api'
import type { Effect } from '../../api/endpoint'

/** What becomes of a request at the host that it reaches. */
export const fates = [
  ...['answered', 'empty', 'slow', 'reset', 'cut short', 'never', 'trickle', 'endless', 'huge', 'redirect'],
  ...['401', '429', '429 of the vehicle', '500', 'not HTTP', 'not JSON', 'closed unread'],
] as const
export type Fate = (typeof fates)[number] | 'held'

/** Where a request says it comes from; what is foreign must reach no host. */
export const doors = {
  own: { lines: ['Host: {host}', 'Origin: {origin}', 'Sec-Fetch-Site: same-origin'], isForeign: false },
  origin: { lines: ['Host: {host}', 'Origin: {origin}'], isForeign: false },
  site: { lines: ['Host: {host}', 'Sec-Fetch-Site: same-origin'], isForeign: false },
  script: { lines: ['Host: {host}', 'x-forecourt: 1'], isForeign: false },
  silent: { lines: ['Host: {host}'], isForeign: false },
  otherOrigin: { lines: ['Host: {host}', 'Origin: https://evil.example'], isForeign: true },
  noOrigin: { lines: ['Host: {host}', 'Origin: null', 'x-forecourt: 1'], isForeign: true },
  twoOrigins: { lines: ['Host: {host}', 'Origin: {origin}', 'Origin: https://evil.example'], isForeign: true },
  otherSite: { lines: ['Host: {host}', 'Origin: {origin}', 'Sec-Fetch-Site: cross-site'], isForeign: true },
  typed: { lines: ['Host: {host}', 'Sec-Fetch-Site: none', 'x-forecourt: 1'], isForeign: true },
  otherHost: { lines: ['Host: evil.example', 'Origin: {origin}', 'Sec-Fetch-Site: same-origin'], isForeign: true },
  noHost: { lines: ['Origin: {origin}'], isForeign: true },
  twoHosts: { lines: ['Host: {host}', 'Host: evil.example', 'Origin: {origin}'], isForeign: true },
} as const
type Door = keyof typeof doors

/** Who a proxy says it is, where a gateway has one; the rank is that of the role. */
export const people = {
  'op-1': { lines: ['X-Remote-User: op-1', 'X-Remote-Role: operator'], rank: 3 },
  'op-2': { lines: ['X-Remote-User: op-2', 'X-Remote-Role: viewer, operator'], rank: 3 },
  reader: { lines: ['X-Remote-User: op-1', 'X-Remote-Role: reader'], rank: 2 },
  viewer: { lines: ['X-Remote-User: op-1', 'X-Remote-Role: viewer'], rank: 1 },
  'without role': { lines: ['X-Remote-User: op-1', 'X-Remote-Role: admin'], rank: 0 },
  nobody: { lines: ['X-Remote-Role: operator'], rank: 0 },
  'two at once': { lines: ['X-Remote-User: op-1', 'X-Remote-User: op-2', 'X-Remote-Role: operator'], rank: 0 },
  'two roles': { lines: ['X-Remote-User: op-1', 'X-Remote-Role: viewer', 'X-Remote-Role: operator'], rank: 0 },
} as const
export type Person = keyof typeof people

export const credentials = [
  ...['none', 'a', 'b', 'version 3', 'version 2', 'vehicle', 'twice'],
  ...['tampered', 'swapped', 'other gateway', 'other operator'],
] as const
export type CredentialKind = (typeof credentials)[number]

/** Addresses that are no operation in their own spelling, or lead elsewhere for a careless reader. `{k}` is the mark. */
const targets = [
  '/api/vehicle/v3/connections/../users/{k}?k={k}',
  '/api/vehicle/v3/connections/..%2f..%2fusers%2f{k}?k={k}',
  '/api/vehicle/v3/connections/%2e%2e?k={k}',
  '/api/vehicle/v3/connections/{k}%00?k={k}',
  '/api/vehicle/v3/connections/{k}\\..?k={k}',
  '/api/vehicle/./v3/connections/{k}?k={k}',
  '/api/management/../vehicle/v3/connections/{k}?k={k}',
  '/api/vehicle/v3/connections/{k}/?k={k}',
  '/api/vehicle/v3/connections/{k}#?k={k}',
  '/api/vehicle/v3//connections/{k}?k={k}',
  '//api/vehicle/v3/connections/{k}?k={k}',
  '/API/vehicle/v3/connections/{k}?k={k}',
  '/%61pi/vehicle/v3/connections/{k}?k={k}',
  '/x/../api/vehicle/v3/connections/{k}?k={k}',
  'http://{host}/api/vehicle/v3/connections/{k}?k={k}',
  'http://evil.example/api/vehicle/v3/connections/{k}?k={k}',
  '@evil.example/api/vehicle/v3/connections/{k}?k={k}',
  '/api/vehicle@evil.example/v3/connections/{k}?k={k}',
  '/api/vehicle//evil.example/v3/connections/{k}?k={k}',
  '/api/vehicle/v3/connections?k={k}&{many}',
  '/connections?{many}',
  '/connections?page[number]=2&filter[userId]={k}',
  '/api/vehicle/v3/connections/{k}?k={k}&long={long}',
  '/api/vehicle-data/?k={k}',
  '/api/vehicle?k={k}',
  '/reach/vehicle?k={k}',
  '/activity.json?q={k}',
  '/team/users?q={k}',
  '/config.json',
  '/openapi.json',
  '/auth/sign-out',
  '/auth/session',
  '/session',
  '/readyz',
  '*',
  '/',
] as const

const batches = [
  ...['reads', 'many reads', 'post item', 'delete item', 'get item', 'list twice', 'path twice', 'climb', 'elsewhere'],
] as const
const spellings = [
  ...['plain', 'trailing comma', 'utf-16', 'utf-16 with mark', 'truncated', 'more', 'other case', 'behind', 'spaced'],
  ...['deep', 'large', 'latin-1', 'nothing'],
] as const

/** What is said about the end of the body; `isSplit` where it is not found, or two readers find another: never forwarded. */
export const framings = {
  length: { isSplit: false },
  chunked: { isSplit: false },
  none: { isSplit: false },
  shorter: { isSplit: false },
  longer: { isSplit: false },
  'broken chunk': { isSplit: true },
  'endless chunks': { isSplit: true },
  'length and chunks': { isSplit: true },
  'two lengths': { isSplit: true },
  'length with a sign': { isSplit: true },
  'chunks in disguise': { isSplit: true },
  'chunks twice': { isSplit: true },
} as const

const extras = [
  ...['x-forecourt-user: person-1', 'x-forecourt-user: p\u00fc', 'x-forecourt-priority: job', 'x-forecourt-click: c-1'],
  ...[
    'x-forecourt-account: another',
    'authorization: Bearer canary-stolen',
    'proxy-authorization: Bearer canary-stolen',
  ],
  ...['x-http-method-override: DELETE', 'x-original-url: /api/vehicle/v3/users/u', 'x-forwarded-host: evil.example'],
  ...['x-forwarded-for: 10.1.2.3', 'forwarded: for=10.1.2.3', 'expect: 100-continue', 'expect: more', 'te: trailers'],
  ...['connection: close', 'connection: upgrade\r\nupgrade: websocket', 'connection: authorization, x-forecourt-user'],
  ...['accept: text/html', `accept-encoding: br${' '.repeat(3000)};q=1`, 'range: bytes=0-3', 'if-none-match: *'],
  ...['content-type: text/plain', 'content-type: application/json; charset=utf-16', 'content-encoding: gzip'],
  ...[`cookie: ${'a=b; '.repeat(500)}`, `x-long: ${'x'.repeat(17_000)}`, 'x-folded: a\r\n b', 'no colon', ': no name'],
] as const

const usually = <T>(first: T, others: fc.Arbitrary<T>, weight = 4) =>
  fc.oneof({ weight, arbitrary: fc.constant(first) }, { weight: 1, arbitrary: others })
const indexesOf = (effect: Effect) =>
  endpoints.flatMap((endpoint, index) => (endpoint.effect === effect ? [index] : []))
const isBatch = (index: number) => endpoints[index]?.operation.endsWith('/batch')
const body = fc.record({
  batch: fc.constantFrom(...batches),
  spelling: fc.oneof({ weight: 5, arbitrary: fc.constant('plain' as const) }, fc.constantFrom(...spellings)),
  /** A whole request of its own as the body of one that takes none. */
  isRequest: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
})
const keysOf = <T extends object>(of: T) => fc.constantFrom(...(Object.keys(of) as (keyof T)[])) // of a constant object
const methods = ['GET', 'HEAD', 'PUT', 'PATCH', 'OPTIONS', 'TRACE', 'CONNECT', 'delete', 'PURGE', 'NONSENSE'] as const

/** Ids and queries as hostile as they come. */
interface Hostile {
  ids: fc.Arbitrary<string>
  queries: fc.Arbitrary<string>
}

/** Connections that are open at once. */
export function storms(hostile: Hostile) {
  const ids = fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom('veh-1', 'veh-2') },
    { weight: 1, arbitrary: hostile.ids },
  )
  const operation = (indexes: number[]) =>
    fc.record({
      kind: fc.constant('operation' as const),
      endpoint: fc.constantFrom(...indexes),
      ids: fc.array(ids, { minLength: 2, maxLength: 2 }),
      query: usually('', hostile.queries),
    })
  const where = fc.oneof(
    { weight: 6, arbitrary: operation(indexesOf('change')) },
    { weight: 3, arbitrary: operation(indexesOf('free')) },
    { weight: 2, arbitrary: operation(indexesOf('billed').filter((index) => !isBatch(index))) },
    { weight: 3, arbitrary: operation(indexesOf('billed').filter(isBatch)) },
    { weight: 7, arbitrary: fc.record({ kind: fc.constant('shared' as const) }) },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('target' as const),
        method: fc.constantFrom('GET', 'DELETE', 'POST'),
        target: fc.oneof(
          { weight: 5, arbitrary: fc.constantFrom(...targets) },
          { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
        ),
      }),
    },
  )
  const message = fc.record({
    where,
    /** Another method than the operation's own. */
    method: usually<string | undefined>(undefined, fc.constantFrom<string | undefined>(...methods), 9),
    version: usually('HTTP/1.1', fc.constantFrom('HTTP/1.0', 'HTTP/2.0', 'HTTP/0.9', 'HTTP/1.1 x'), 19),
    door: usually<Door>('own', keysOf(doors)),
    person: usually<Person>('op-1', keysOf(people), 3),
    credential: usually<CredentialKind>('none', fc.constantFrom(...credentials), 1),
    extras: usually<string[]>(
      [],
      fc.array(
        fc.oneof(
          { weight: 9, arbitrary: fc.constantFrom(...extras) },
          { weight: 1, arbitrary: fc.string({ unit: 'binary-ascii', maxLength: 20 }) },
        ),
        { minLength: 1, maxLength: 2 },
      ),
      3,
    ),
    body,
    framing: usually('length' as keyof typeof framings, keysOf(framings), 3),
    fate: usually<Fate>('answered', fc.constantFrom(...fates), 1),
  })

  const connection = fc.record({
    /** When it is opened. */
    afterMs: fc.nat({ max: 150 }),
    gateway: fc.nat({ max: 4 }),
    /** From an address that is not the proxy's. */
    isDirect: usually(false, fc.constant(true), 19),
    messages: fc.oneof(
      { weight: 3, arbitrary: fc.array(message, { minLength: 1, maxLength: 1 }) },
      { weight: 1, arbitrary: fc.array(message, { minLength: 2, maxLength: 4 }) },
    ),
    /** Where the bytes are parted, as parts of a thousand, and for how long nothing is sent there. */
    pauses: usually<[number, number][]>(
      [],
      fc.array(fc.tuple(fc.nat({ max: 1000 }), fc.nat({ max: 40 })), { maxLength: 8 }),
      1,
    ),
    /** Only so much of it is sent at all, in parts of a thousand. */
    sent: usually(1000, fc.nat({ max: 999 }), 6),
    end: fc.oneof(
      { weight: 4, arbitrary: fc.constant({ how: 'stays' as const }) },
      { weight: 2, arbitrary: fc.constant({ how: 'half-closes' as const }) },
      { weight: 1, arbitrary: fc.constant({ how: 'does not read' as const }) },
      { weight: 1, arbitrary: fc.constant({ how: 'resets at the answer' as const }) },
      { weight: 1, arbitrary: fc.record({ how: fc.constant('resets' as const), afterMs: fc.nat({ max: 100 }) }) },
      { weight: 1, arbitrary: fc.record({ how: fc.constant('leaves' as const), afterMs: fc.nat({ max: 100 }) }) },
    ),
  })

  return fc.array(connection, { minLength: 1, maxLength: 120, size: 'max' })
}
type Storm = ReturnType<typeof storms> extends fc.Arbitrary<infer T> ? T : never
export type Connection = Storm[number]
export type Message = Connection['messages'][number]
