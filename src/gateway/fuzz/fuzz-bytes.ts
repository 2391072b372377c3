/** For the fuzz of the gateway: a generated message as the bytes that go over the wire. */
import { endpoints } from '../../api/api'
import { type Endpoint, hosts } from '../../api/endpoint'
import { doors, type Message, people } from './fuzz-cases'

export interface Place {
  host: string
  origin: string
  /** Lines of `Cookie`. */
  cookies: readonly string[]
  /** The mark by which a host knows the request. */
  mark: string
  /** The mark of a request that stands in the body of another one. */
  inner: string
}

/** The operation that is meant; undefined for an address of another kind. */
export const endpointOf = ({ where }: Message): Endpoint | undefined =>
  where.kind === 'operation' ? endpoints[where.endpoint] : undefined

/** @returns the ids of a path as they are meant: a change's carry its mark, so that no two are the same */
export function idsOf(message: Message, mark: string): Record<string, string> {
  const { where } = message
  const endpoint = endpointOf(message)
  if (where.kind !== 'operation' || !endpoint) return {}
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const own = endpoint.effect === 'change' ? `${mark}~` : ''
  return Object.fromEntries(names.map((name, index) => [name, `${own}${where.ids[index]}`]))
}

export function targetOf(message: Message, { mark, host }: Pick<Place, 'mark' | 'host'>): string {
  const { where } = message
  if (where.kind === 'shared') return `/api/vehicle/v3/connections?k=${mark}`
  if (where.kind === 'target') {
    const filled: Record<string, string> = { k: mark, host, many: 'a&'.repeat(6000), long: 'x'.repeat(14_000) }
    return where.target.replace(/\{(\w+)\}/g, (all, name: string) => filled[name] ?? all).replace(/[\r\n ]/g, '')
  }
  const endpoint = endpointOf(message)
  const ids = idsOf(message, mark)
  const path = endpoint?.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ids[name] ?? '')) ?? ''
  const query = where.query.replace(/^\?/, '').replace(/[\r\n ]/g, '')
  return `${endpoint ? hosts[endpoint.host] : ''}${path}?k=${mark}${query && `&${query}`}`
}

const READS = [{ path: '/odometer' }, { path: '/fuel' }]
const batchBodies: Record<Message['body']['batch'], (mark: string) => string> = {
  reads: () => JSON.stringify({ requests: READS }),
  'many reads': () => JSON.stringify({ requests: Array.from({ length: 40 }, () => READS).flat() }),
  'post item': () => JSON.stringify({ requests: [...READS, { path: '/charge', method: 'POST' }] }),
  'delete item': (mark) => JSON.stringify({ requests: [{ method: 'DELETE', path: `/x/${mark}` }, ...READS] }),
  'get item': () => JSON.stringify({ requests: [{ path: '/fuel', method: 'GET' }] }),
  'list twice': () => `{"requests":[],"requests":${JSON.stringify(READS)}}`,
  'path twice': () => '{"requests":[{"path":"/fuel","path":"//evil.example","path":"/odometer"}]}',
  climb: () => JSON.stringify({ requests: [{ path: '/../v-2/odometer' }, { path: '/%2e%2e/x' }] }),
  elsewhere: () => JSON.stringify({ requests: [{ path: 'https://evil.example/odometer' }] }),
}
/** True for a body that asks for more than to read: forwarded by nobody, read only or not. */
export const asksMore = (message: Message): boolean =>
  !!endpointOf(message)?.operation.endsWith('/batch') && /^(post|delete) item$/.test(message.body.batch)

const subscription = (mark: string) =>
  JSON.stringify({ data: { attributes: { webhookId: mark, userId: 'u-1', vehicleId: 'veh-1' } } })

const latin1 = (text: string) => Buffer.from(text, 'latin1')
const spelled: Record<Message['body']['spelling'], (json: string) => Buffer> = {
  plain: (json) => Buffer.from(json),
  'trailing comma': (json) => Buffer.from(json.replace(/([\]}])/, ',$1')),
  'utf-16': (json) => Buffer.from(json, 'utf16le'),
  'utf-16 with mark': (json) => Buffer.from(`\uFEFF${json}`, 'utf16le'),
  truncated: (json) => Buffer.from(json.slice(0, -1)),
  more: (json) => Buffer.from(json.replace(/}$/, ',"more":{"__proto__":{"x":1}}}')),
  'other case': (json) => Buffer.from(json.replace(/"(requests|data)"/, '"REQUESTS"')),
  behind: (json) => Buffer.from(`${json}\n${json}`),
  spaced: (json) => Buffer.from(` \t\r\n${json}\n`),
  deep: () => Buffer.from('['.repeat(3000) + ']'.repeat(3000)),
  large: (json) => Buffer.from(json.padEnd(9000)),
  'latin-1': (json) => latin1(json.replace(/}$/, '\xff}')),
  nothing: () => Buffer.alloc(0),
}

export function bodyOf(message: Message, place: Place): Buffer {
  const endpoint = endpointOf(message)
  const { spelling, batch, isRequest } = message.body
  if (endpoint?.body)
    return spelled[spelling](
      endpoint.path.endsWith('/batch') ? batchBodies[batch](place.mark) : subscription(place.mark),
    )
  // Without a word about its length it would be a request of its own, and rightly so.
  if (!isRequest || message.framing === 'none' || message.framing === 'shorter') return Buffer.alloc(0)
  const { inner, host, origin } = place
  return latin1(
    `DELETE /api/vehicle/v3/connections/${inner}?k=${inner} HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${origin}\r\n\r\n`,
  )
}

const chunk = (bytes: Buffer) => Buffer.concat([latin1(`${bytes.length.toString(16)}\r\n`), bytes, latin1('\r\n')])
const chunks = (bytes: Buffer) => {
  const half = Math.ceil(bytes.length / 2)
  return [bytes.subarray(0, half), bytes.subarray(half)].filter(({ length }) => length > 0).map(chunk)
}
const end = latin1('0\r\n\r\n')

/** The lines about a body, and the body as it follows them. */
function framed(message: Message, bytes: Buffer): { lines: string[]; bytes: Buffer } {
  const { length } = bytes
  const whole = Buffer.concat([...chunks(bytes), end])
  switch (message.framing) {
    case 'length':
      return { lines: length > 0 ? [`Content-Length: ${length}`] : [], bytes }
    case 'chunked':
      return { lines: ['Transfer-Encoding: chunked'], bytes: whole }
    case 'none':
      return { lines: [], bytes }
    case 'shorter':
      return { lines: [`Content-Length: ${Math.floor(length / 2)}`], bytes }
    case 'longer':
      return { lines: [`Content-Length: ${length + 7}`], bytes }
    case 'broken chunk':
      return { lines: ['Transfer-Encoding: chunked'], bytes: Buffer.concat([...chunks(bytes), latin1('zz\r\n\r\n')]) }
    case 'endless chunks':
      return { lines: ['Transfer-Encoding: chunked'], bytes: Buffer.concat(chunks(bytes)) }
    case 'length and chunks':
      return { lines: [`Content-Length: ${length}`, 'Transfer-Encoding: chunked'], bytes: whole }
    case 'two lengths':
      return { lines: [`Content-Length: ${length}`, 'Content-Length: 3'], bytes }
    case 'length with a sign':
      return { lines: [`Content-Length: +${length}`], bytes }
    case 'chunks in disguise':
      return { lines: ['Transfer-Encoding: xchunked'], bytes: whole }
    case 'chunks twice':
      return { lines: ['Transfer-Encoding: chunked', 'Transfer-Encoding: cow'], bytes: whole }
  }
}

/** @param hasProxy true where a header says who asks */
export function bytesOf(message: Message, place: Place, hasProxy: boolean): Buffer {
  const { where } = message
  const own = where.kind === 'target' ? where.method : (endpointOf(message)?.method ?? 'GET')
  const { lines, bytes } = framed(message, bodyOf(message, place))
  const door = doors[message.door].lines.map((line) =>
    line.replace('{host}', place.host).replace('{origin}', place.origin),
  )
  const head = [
    `${message.method ?? own} ${targetOf(message, place)} ${message.version}`,
    ...door,
    ...(hasProxy ? people[message.person].lines : []),
    ...place.cookies.map((cookie) => `Cookie: ${cookie}`),
    ...message.extras.map((line) => (line.includes(':') ? line : `x-extra: ${line}`.replace(/[\r\n]/g, ''))),
    ...lines,
  ]
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), bytes])
}
