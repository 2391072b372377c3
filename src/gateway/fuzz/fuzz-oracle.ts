/** For the fuzz of the gateway: what may become of each request, held against what the hosts and the clients saw. */
import { match } from '../../api/api'
import { type Host, hostNames, hosts } from '../../api/endpoint'
import { asksMore, idsOf, type Place, targetOf } from './fuzz-bytes'
import { type Connection, type CredentialKind, doors, type Fate, framings, type Message, people } from './fuzz-cases'
import { type Arrival, SECRET } from './fuzz-hosts'
import { changeOf, type openRecord } from './fuzz-record'
import { FETCHED, type HandedOver, labelOf, type Spec } from './fuzz-world'

/** What may become of one request. */
export interface Due {
  gateway: number
  /** How often it may be forwarded. */
  most: number
  /** What names the bearers that it may carry at each host. */
  labels: Record<Host, readonly string[]>
  /** Its address, byte for byte; undefined where several share the mark. */
  target: string | undefined
  fate: Fate
  forwarded: number
}

/** A request as whoever made it is answered: by no answer that was for another bearer. */
export interface Asked extends Pick<Due, 'labels'> {
  mark: string
}

const eachHost = (labels: (host: Host) => readonly string[]): Due['labels'] => ({
  vehicleData: labels('vehicleData'),
  vehicle: labels('vehicle'),
  management: labels('management'),
})

/** The operation of an address, as the table has it. */
function operationAt(method: string, target: string) {
  const host = hostNames.find((name) => target.startsWith(`${hosts[name]}/`))
  const found = host && match(host, method, target.slice(hosts[host].length).replace(/\?.*/s, ''))
  return found && { host, ...found }
}

/** @returns how often the request may be forwarded where it is shared with nobody */
function mostOf(message: Message, { isDirect }: Connection, spec: Spec, target: string, method: string): number {
  const operation = operationAt(method, target)
  if (!operation || doors[message.door].isForeign || framings[message.framing].isSplit || asksMore(message)) return 0
  if (message.extras.some((line) => line === 'x-forecourt-account: another')) return 0
  const { effect } = operation.endpoint
  if (effect === 'change' && spec.isReadOnly) return 0
  if (!spec.hasProxy) return 1
  const needed = { free: 1, billed: 2, change: 3 }[effect]
  return !isDirect && people[message.person].rank >= needed ? 1 : 0
}

export function createOracle(
  specs: readonly Spec[],
  records: readonly ReturnType<typeof openRecord>[],
  { due }: Pick<HandedOver, 'due'>,
) {
  let marks = new Map<string, Due>()
  /** What was just on its way may still arrive. */
  let before = new Map<string, Due>()
  /** Changes that arrived, as the record names them. */
  const changes = specs.map(() => new Map<string, number>())
  const violations: { mark: string | undefined; what: string }[] = []
  const counts: Record<string, number> = {}
  const count = (what: string) => {
    counts[what] = (counts[what] ?? 0) + 1
  }

  function expect(message: Message, connection: Connection, gateway: number, place: Place, method: string): Asked {
    const spec = specs[gateway]
    if (!spec) throw new Error('There is no such gateway.')
    const target = targetOf(message, place)
    const isShared = message.where.kind === 'shared'
    const found = operationAt(method, target)
    const { id } = message.where.kind === 'operation' ? idsOf(message, place.mark) : {}
    const labelsAt = (host: Host) =>
      due(message.credential, gateway, message.person, host, found?.host === host ? id : undefined)
    const shared = isShared ? marks.get(place.mark) : undefined
    const own = eachHost(labelsAt)
    const labels = eachHost((host) => [...(shared?.labels[host] ?? []), ...own[host]])
    const most = isShared ? Number.POSITIVE_INFINITY : mostOf(message, connection, spec, target, method)
    const fate = isShared ? 'slow' : message.fate // so that others come while it is under way
    const made: Due = { gateway, most, labels, target: isShared ? undefined : target, fate, forwarded: 0 }
    marks.set(place.mark, made)
    marks.set(place.inner, { ...made, most: 0 })
    return { mark: place.mark, labels: own }
  }

  /** Looks at a request that reached a host. @returns what becomes of it there */
  function arrived(arrival: Arrival): Fate {
    const { host, method, target, headers, mark } = arrival
    const wrong = (what: string) => violations.push({ mark, what: `${host}: ${method} ${target}: ${what}` })
    const { authorization, ...others } = headers
    if (JSON.stringify([target, others]).includes(SECRET)) wrong('a secret beside its place')
    if (authorization === undefined) {
      // Whether a host is there at all is asked at its root, in nobody's name.
      if (method !== 'GET' || target !== '/') wrong('no bearer')
      return 'answered'
    }
    const one = marks.get(mark ?? '') ?? before.get(mark ?? '')
    if (!one) {
      wrong('nobody asked for it')
      return 'answered'
    }
    const label = labelOf(arrival.label) ?? ''
    const operation = match(host, method, target.replace(/\?.*/s, ''))
    count(`${operation?.endpoint.effect} forwarded`)
    if (!operation) wrong('no operation of the table')
    if (one.target !== undefined && one.target !== hosts[host] + target) wrong(`it was asked as ${one.target}`)
    if (!one.labels[host].includes(label)) wrong(`the bearer ${label}, due ${one.labels[host].join(' or ') || 'none'}`)
    one.forwarded += 1
    // A token of the server's own that was refused is renewed, and the request sent once more.
    const most = one.most + (one.most === 1 && one.fate === '401' && label === FETCHED ? 1 : 0)
    if (one.forwarded > most) wrong(`forwarded ${one.forwarded} times, at most ${most}`)
    if (operation?.endpoint.effect === 'change' && one.forwarded === 1) {
      const seen = changes[one.gateway]
      const change = changeOf(operation)
      const times = (seen?.get(change) ?? 0) + 1
      seen?.set(change, times)
      if ((records[one.gateway]?.attempts(change) ?? 0) < times) wrong('it is not on record')
    }
    return one.fate
  }

  /** Looks at the body of a request that reached a host: nothing but what the table has, in the gateway's spelling. */
  function body({ host, method, target, mark }: Arrival, text: string): void {
    const operation = match(host, method, target.replace(/\?.*/s, ''))
    const schema = operation?.endpoint.body
    const isFit = schema
      ? schema.safeParse(JSON.parse(text)).success && JSON.stringify(JSON.parse(text)) === text
      : text === ''
    const leads = /"path":"(?!\/(?!\/))|"path":"[^"]*(\.\.|%2e%2e)/i
    if (!isFit || leads.test(text)) violations.push({ mark, what: `${host}: ${method} ${target}: the body ${text}` })
  }

  /** Looks at what came back over a connection: the beginning of it, and every piece for what never may be in it. */
  function received(text: string, own: readonly Asked[]): void {
    const mark = own[0]?.mark
    for (const [, status = ''] of text.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)) count(status)
    for (const [, code = ''] of text.matchAll(/"code":"([A-Z_]+)"/g)) count(code)
    for (const [, how = ''] of text.matchAll(/^x-forecourt-reused: (\w+)/gm)) count(how)
    // As the gateway writes it: the OpenAPI document names every code, too.
    if (text.includes('"type":"GATEWAY","code":"INTERNAL"')) violations.push({ mark, what: 'the gateway failed' })
    const labels = own.flatMap((one) => Object.values(one.labels).flat())
    for (const [, label = ''] of text.matchAll(/"for":"([^"]*)"/g))
      if (!labels.includes(labelOf(label) ?? '')) violations.push({ mark, what: `an answer that was for ${label}` })
    for (const [, other = ''] of text.matchAll(/"k":"([^"]*)"/g))
      if (!own.some((one) => one.mark === other)) violations.push({ mark, what: `the answer to ${other}` })
  }

  return {
    expect,
    /** A request with which something is found out: any number of them shares a mark. */
    allow(mark: string, gateway: number, credential: CredentialKind | 'room', person: Message['person']): void {
      const labels = eachHost((host) => due(credential, gateway, person, host, ''))
      marks.set(mark, { gateway, most: 1, labels, target: undefined, fate: 'held', forwarded: 0 })
    },
    arrived,
    body,
    received,
    leaked: (text: string, mark: string) => {
      if (text.includes(SECRET)) violations.push({ mark, what: 'a secret came back' })
    },
    /** What was found since it was asked last. */
    take() {
      before = marks
      marks = new Map()
      return violations.splice(0)
    },
    counts,
  }
}
export type Oracle = ReturnType<typeof createOracle>
