/** A call as text to take elsewhere: for a shell, for a program, for a colleague. No token is ever in it. */
import type { CallInput } from '../../api/client'
import type { Endpoint } from '../../api/endpoint'
import { type Explanation, explain } from '../../api/errors'
import { maskSentence, maskVins } from '../../api/mask'
import { curlOf, serviceAddress, shellWord, userHeader } from './curl-text'

const time = 'Time'
const took = (at: string, ms: number) => `${at} (${ms} ms)`
const operation = 'Operation'
const address = 'Address'
const statusText = 'Status'
const errorText = 'Error'
const requestId = 'Request ID'
const instance = 'Instance'
const retryAfter = 'Retry after'
const seconds = (count: number) => `${count} s`
const resolution = 'Suggested fix'
const about = 'About'
const pageText = 'Page'

export function httpieOf(endpoint: Endpoint, input: CallInput, base: string, prefix: string | null = null): string {
  const lines = [
    `http ${endpoint.method} ${shellWord(serviceAddress(endpoint, input, base))}`,
    '"Authorization:Bearer $ACCESS_TOKEN"',
    ...userHeader(endpoint, input, prefix).map(([name, value]) => shellWord(`${name}:${value}`)),
    ...(input.body === undefined ? [] : [`--raw ${shellWord(JSON.stringify(input.body))}`]),
  ]
  return lines.join(' \\\n  ')
}

/** For a program that holds the token in `accessToken`. */
export function fetchOf(endpoint: Endpoint, input: CallInput, base: string, prefix: string | null = null): string {
  const headers = [
    `    Authorization: \`Bearer \${accessToken}\`,`,
    ...userHeader(endpoint, input, prefix).map(
      ([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)},`,
    ),
    ...(input.body === undefined ? [] : ["    'Content-Type': 'application/json',"]),
  ]
  return [
    `await fetch(${JSON.stringify(serviceAddress(endpoint, input, base))}, {`,
    `  method: '${endpoint.method}',`,
    '  headers: {',
    ...headers,
    '  },',
    ...(input.body === undefined ? [] : [`  body: JSON.stringify(${JSON.stringify(input.body)}),`]),
    '})',
  ].join('\n')
}

export interface Incident {
  endpoint: Endpoint
  input: CallInput
  /** Milliseconds since the epoch. */
  at: number
  durationMs?: number
  error: unknown
  base: string
  prefix: string | null
  /** The page's own address. */
  page: string
}

/** What happened, for a ticket: Markdown, times in UTC, VINs and the query of owner links masked. */
export function incidentNote({ endpoint, input, at, durationMs, error, base, prefix, page }: Incident): string {
  const told = saidOf(error)
  const begun = new Date(at).toISOString()
  const facts: [string, string | number | undefined][] = [
    [time, durationMs === undefined ? begun : took(begun, durationMs)],
    [operation, endpoint.operation],
    [address, maskVins(serviceAddress(endpoint, input, base))],
    [statusText, told.status],
    [errorText, [told.type, told.code].filter(Boolean).join(' · ') || undefined],
    [requestId, told.requestId],
    [instance, told.instance],
    [retryAfter, told.retryAfter === undefined ? undefined : seconds(told.retryAfter)],
    [resolution, told.resolution],
    [about, told.about],
    [pageText, maskVins(page)],
  ]
  const text = [
    `## ${oneLine(told.title)}`,
    '',
    ...facts.flatMap(([name, value]) => (value === undefined ? [] : [`- ${name}: ${inline(String(value))}`])),
    ...detailOf(told),
    '',
    fenced('sh', maskVins(curlOf(endpoint, input, base, prefix))),
  ].join('\n')
  return `${text}\n`
}

/** What the service says, with what must not be seen taken out of every text. */
function saidOf(error: unknown): Explanation {
  const mask = (value: unknown): unknown =>
    typeof value === 'string'
      ? maskSentence(value)
      : Array.isArray(value)
        ? value.map(mask)
        : typeof value === 'object' && value !== null
          ? Object.fromEntries(Object.entries(value).map(([name, item]) => [name, mask(item)]))
          : value
  return mask(explain(error)) as Explanation // text for text
}

/** A heading: what a service writes in it starts no other line, and is no markup. */
const oneLine = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/[<>`*_#[\]]/g, '\\$&')
    .slice(0, 200)

const detailOf = ({ detail, fields = [], more = [], excerpt }: Explanation): string[] => {
  const lines = [
    ...(detail ? [detail] : []),
    ...fields.map((field) => `- ${field}`),
    ...more.map(({ title, detail: words }) => `- ${[title, words].filter(Boolean).join(': ')}`),
    ...(excerpt ? [excerpt] : []),
  ]
  return lines.length > 0 ? ['', fenced('', lines.join('\n'))] : []
}

/** Text of the service in one line, as code: nothing in it is read as Markdown. */
function inline(text: string): string {
  const plain = text.replace(/\s+/g, ' ').slice(0, 2000)
  const ticks = '`'.repeat(Math.max(0, ...[...plain.matchAll(/`+/g)].map(([run]) => run.length)) + 1)
  const pad = plain.startsWith('`') || plain.endsWith('`') ? ' ' : ''
  return `${ticks}${pad}${plain}${pad}${ticks}`
}

/** A block that the text in it cannot end. */
function fenced(language: string, text: string): string {
  const ticks = '`'.repeat(Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length)) + 1)
  return `${ticks}${language}\n${text.slice(0, 4000)}\n${ticks}`
}
