/**
 * What can go wrong with a call, told apart: an HTTP error, an answer that is not JSON or holds nothing, a service that
 * cannot be reached, a time-out. Bodies of every shape known are read into one explanation for the page that asked.
 */
import { REQUEST_ID_HEADER } from './config'
import { BadIdError, type Endpoint } from './endpoint'
import { headersTooLarge } from './header-limit'
import { asksForSignIn, ProxyResponse } from './own-fetch'

/**
 * `unreadable`: JSON without anything of what the interface shows there. `proxy`: the response of a proxy that kept the
 * request from the server; its status is the proxy's and says nothing of the API, so the error has none.
 */
type ErrorKind = 'http' | 'not-json' | 'unreadable' | 'unreachable' | 'timeout' | 'proxy'

export interface Facts {
  /** When the vehicle recorded the data (`…-data-age`, ISO 8601). */
  dataAge?: string
  /** When the service fetched it (`…-fetched-at`, ISO 8601). */
  fetchedAt?: string
  /** `metric` or `imperial` (`…-unit-system`). */
  unitSystem?: string
  requestId?: string
  /** Seconds to wait, from `retry-after` as seconds or as a date. */
  retryAfter?: number
}

/**
 * The facts in response headers, recognised by suffix whatever the service's prefix (4.1, rule 3).
 * @param now milliseconds since the epoch, for a `retry-after` that is a date
 */
export function factsOf(headers: Iterable<readonly [string, string]>, now = Date.now()): Facts {
  const facts: Facts = {}
  for (const [given, value] of headers) {
    const name = given.toLowerCase()
    if (name.endsWith('-data-age')) facts.dataAge = value
    else if (name.endsWith('-fetched-at')) facts.fetchedAt = value
    else if (name.endsWith('-unit-system')) facts.unitSystem = value
    else if (name.endsWith('-request-id')) {
      // The service's is what its support asks for; ours stands in where it was not asked, or sent none.
      if (name !== REQUEST_ID_HEADER || facts.requestId === undefined) facts.requestId = value
    } else if (name === 'retry-after') {
      const seconds = retryAfterSeconds(value, now)
      if (seconds !== undefined) facts.retryAfter = seconds
    }
  }
  return facts
}

/**
 * How long a `retry-after` asks to wait, in whole seconds (RFC 9110, 10.2.3). Providers also send fractions, which are
 * rounded up: a request that is sent too early is refused again. A date names its weekday, because `Date.parse` makes a
 * day of May out of `-5`.
 * @param now milliseconds since the epoch
 * @returns undefined for anything else
 */
export function retryAfterSeconds(value: string, now: number): number | undefined {
  const text = value.trim()
  const isDate = /^(mon|tue|wed|thu|fri|sat|sun)/i.test(text)
  const isNumber = /^\d+(\.\d+)?$/.test(text)
  const seconds = Math.ceil(isNumber ? Number(text) : isDate ? (Date.parse(text) - now) / 1000 : Number.NaN)
  return Number.isSafeInteger(seconds) ? Math.max(0, seconds) : undefined
}

/** A call that brought no usable answer. `body` is what the service sent: parsed JSON, or text for `not-json`. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number | undefined
  readonly body: unknown
  readonly facts: Facts
  constructor(
    readonly kind: ErrorKind,
    readonly endpoint: Pick<Endpoint, 'operation' | 'permission'>,
    { status, body, facts = {}, cause }: { status?: number; body?: unknown; facts?: Facts; cause?: unknown } = {},
  ) {
    super(`${endpoint.operation}: ${kind}${status === undefined ? '' : ` ${status}`}`, { cause })
    this.status = status
    this.body = body
    this.facts = facts
  }
}

/**
 * The error of a request to the own server that got no response of it.
 * @param timer aborted if the console has stopped waiting
 */
export function withoutResponse(cause: unknown, endpoint: ApiError['endpoint'], timer?: AbortSignal): ApiError {
  if (cause instanceof ProxyResponse) return new ApiError('proxy', endpoint, { cause })
  return new ApiError(timer?.aborted ? 'timeout' : 'unreachable', endpoint, { cause })
}

/** One explanation of an error, as far as its body tells. All texts are the service's, so untrusted. */
export interface Explanation {
  title: string
  status?: number | undefined
  type?: string | undefined
  code?: string | undefined
  detail?: string | undefined
  /** Where the service explains it; a link only on the configured docs host. */
  about?: string | undefined
  requestId?: string | undefined
  /** Which occurrence it is, where a problem (RFC 9457) names it. */
  instance?: string | undefined
  /** Seconds. */
  retryAfter?: number | undefined
  /** What the service suggests to tell the person whose car it is. */
  userMessage?: string | undefined
  /** What the service says resolves it, e.g. `REAUTHENTICATE`. */
  resolution?: string | undefined
  /** Field by field, where a version 2.0 validation error lists them. */
  fields?: string[]
  /** Further errors of the same answer. */
  more?: Explanation[]
  /** What came back, cut: an HTML page or other text, and JSON that holds more than is said of it. */
  excerpt?: string | undefined
}

export const statusTitles: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  410: 'Gone',
  413: 'Content Too Large',
  429: 'Too Many Requests',
  430: 'Billing limit reached', // not a standard status; the service uses it for plan limits
  431: 'Request headers too large',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}

const EXCERPT = 600
/** Of what a service says of an error nobody reads more; the inspector has the whole. */
const MOST_SAID = 2000
const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== ''
    ? value.length > MOST_SAID
      ? `${value.slice(0, MOST_SAID).toWellFormed()}…`
      : value
    : typeof value === 'number'
      ? String(value)
      : undefined
const record = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined

const excerptOf = (body: unknown): string | undefined => JSON.stringify(body)?.slice(0, EXCERPT)

/** True where all that a body holds stands in what is said of it. */
const isSaid = (value: unknown, said: string): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).every((one) => isSaid(one, said))
    : value === null || value === '' || said.includes(JSON.stringify(String(value)))

/** What a body says, and an excerpt of it where there is more to it, or nothing that is understood. */
function tell(body: unknown, status: number | undefined): Partial<Explanation> {
  const told = defined(readBody(body))
  const isTold = Object.keys(told).length > 0 && isSaid(body, JSON.stringify([told, String(status), NO_TYPE]))
  return isTold ? told : { ...told, excerpt: excerptOf(body) }
}

/** Reads an error body: version 3 (7), a problem (RFC 9457), version 2.0, its predecessor `{error, message, code}`, OAuth's. */
function readBody(body: unknown): Partial<Explanation> {
  const root = record(body)
  if (!root) return {}
  if (Array.isArray(root.errors) && root.title === undefined) {
    const [first, ...more] = root.errors.flatMap((error) => (record(error) ? [readVersion3(error)] : []))
    return { ...first, ...(more.length ? { more: more.map((one) => ({ title: 'Error', ...defined(one) })) } : {}) }
  }
  const detail = text(root.description) ?? text(root.error_description) ?? text(root.message) ?? text(root.detail)
  const { type, about, code } = readType(text(root.type))
  const fields = [root.detail, root.errors].flatMap((list) => (Array.isArray(list) ? list.flatMap(readField) : []))
  return {
    title: text(root.title),
    type: type ?? text(root.error),
    code: text(root.code) ?? code,
    detail,
    about: text(root.docURL) ?? about,
    requestId: text(root.requestId),
    instance: text(root.instance),
    resolution: resolutionOf(root),
    userMessage: text(root.suggestedUserMessage),
    ...(fields.length ? { fields } : {}),
  } as Partial<Explanation> // `title` may be undefined here; explain() fills it in
}

function readVersion3(error: Record<string, unknown>): Partial<Explanation> {
  return {
    title: text(error.title),
    type: text(error.type),
    code: text(error.code),
    detail: text(error.detail),
    about: text(record(error.links)?.about),
    resolution: resolutionOf(error),
  } as Partial<Explanation> // as above
}

/** A problem that is no more than its status (RFC 9457, 4.2.1). */
const NO_TYPE = 'about:blank'

/** A word is a type. A problem's is an address, which leads to where it is explained; its last part stands for a code. */
function readType(type: string | undefined): Pick<Explanation, 'type' | 'about' | 'code'> {
  if (type === undefined || !/^\S*[:/]\S*$/.test(type)) return { type }
  return type === NO_TYPE ? {} : { about: type, code: /[\w.-]+(?=\/?$)/.exec(type)?.[0] }
}

/** Seen as null, as text and as `{type, url}` with a type that may be null. */
const resolutionOf = ({ resolution }: Record<string, unknown>) => text(resolution) ?? text(record(resolution)?.type)

function readField(item: unknown): string[] {
  const { field, message, pointer, detail } = record(item) ?? {}
  const name = Array.isArray(field) ? field.flatMap((part) => text(part) ?? []).join('.') : text(field ?? pointer)
  const words = text(message ?? detail)
  return words ? [name ? `${name}: ${words}` : words] : []
}

/** What the body of an error says, and nothing that is filled in for it: evidence, where {@link explain} is for reading. */
export const saidBy = ({ body }: Pick<ApiError, 'body'>): Partial<Explanation> => readBody(body)

/** Its code, where it says one. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof ApiError ? saidBy(error).code : undefined

/** Shapes any thrown value into what an error notice shows. */
export function explain(error: unknown): Explanation {
  if (error instanceof BadIdError) return { title: 'This can’t be an ID', detail: error.message }
  if (!(error instanceof ApiError)) {
    return {
      title: 'Something went wrong in the console',
      detail: error instanceof Error ? error.message : String(error),
    }
  }
  const { status, facts } = error
  const common = { status, requestId: facts.requestId, retryAfter: facts.retryAfter }
  switch (error.kind) {
    case 'unreachable':
      return {
        ...common,
        title: 'Couldn’t reach the server',
        detail: 'No response. Check the network and that Forecourt’s server is running.',
      }
    case 'proxy':
      return explainProxy(error)
    case 'timeout':
      return {
        ...common,
        detail: 'No response in time.',
        ...tell(error.body, status),
        title: 'Timed out',
      }
    case 'not-json': {
      const sent = typeof error.body === 'string' ? error.body : ''
      const what = sent.trim() === '' ? 'an empty body' : /^\s*</.test(sent) ? 'a web page' : 'text that isn’t JSON'
      return {
        ...common,
        title:
          status !== undefined && status >= 400
            ? (statusTitles[status] ?? `HTTP ${status}`)
            : 'The response isn’t JSON',
        detail: status === 431 ? headersTooLarge : `The API returned ${status ?? ''} with ${what}.`.replace('  ', ' '),
        excerpt: sent.trim() === '' ? undefined : sent.slice(0, EXCERPT),
      }
    }
    case 'unreadable':
      return {
        ...common,
        title: 'The response has nothing that can be shown',
        detail: `The API returned ${status} with JSON that has none of the documented fields.`,
        excerpt: excerptOf(error.body),
      }
    default: {
      const fallback = statusTitles[status ?? 0] ?? `HTTP ${status}`
      return { title: fallback, ...defined(common), ...tell(error.body, status) }
    }
  }
}

function explainProxy({ endpoint, cause }: ApiError): Explanation {
  const { status } = cause as ProxyResponse // by `withoutResponse`
  const unsent = endpoint.operation.startsWith('GET ') ? '' : 'Not sent. '
  const detail = `${unsent}A proxy ${status === undefined ? 'redirected this request' : `returned ${status}`}, so Forecourt’s server didn’t get it.`
  if (!asksForSignIn(status)) return { title: 'Couldn’t reach the server', detail: `${detail} Check the proxy.` }
  const refusal = status === 403 ? ' If that doesn’t help, the proxy refuses this request.' : ''
  return { title: 'Your sign-in has ended', detail: `${detail} Reload the page to sign in again.${refusal}` }
}

/** Drops what is undefined, so that a spread never hides a known fact behind an unknown one. */
function defined<T extends object>(given: T): Partial<T> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<T> // a subset of T
}

const is = (error: unknown, status: number) => error instanceof ApiError && error.status === status
/** The gateway's own word for a refusal, which the service never saw. */
const gatewayCodeOf = (error: unknown): string | undefined => {
  if (!(error instanceof ApiError)) return undefined
  const { type, code } = explain(error)
  return type === 'GATEWAY' ? code : undefined
}
/** True for a refusal of our own server: the service was never asked. */
export const isOfGateway = (error: unknown): boolean => {
  const code = gatewayCodeOf(error)
  return code !== undefined && !code.startsWith('UPSTREAM_')
}
/** True if a proxy in front of the server asks for a sign-in: the server got no request. */
export const isSignInEndedAtProxy = (error: unknown): boolean =>
  error instanceof ApiError && error.cause instanceof ProxyResponse && asksForSignIn(error.cause.status)
/** The operator is not signed in any more, at the server or at a proxy in front of it. */
export const needsSignIn = (error: unknown): boolean =>
  gatewayCodeOf(error) === 'SIGN_IN_REQUIRED' || isSignInEndedAtProxy(error)
/** The tokens were changed before a call that was meant for the account before: nothing was sent. */
export const isAccountChanged = (error: unknown): boolean => gatewayCodeOf(error) === 'ACCOUNT_CHANGED'
/** A token is missing or refused. */
export const isUnauthorized = (error: unknown): boolean => is(error, 401) && !needsSignIn(error)
/** The API has nothing there. A 404 that our own server made says nothing of it, unless it repeats the first click's outcome. */
export const isNotFound = (error: unknown): boolean =>
  is(error, 404) && (!isOfGateway(error) || gatewayCodeOf(error) === 'REPEATED')
/** True where a read failed, and what it asked for may be there all the same. */
export const leavesOpen = (error: unknown): boolean =>
  error instanceof ApiError && !isNotFound(error) && !is(error, 401)
/** Codes are compared without case, and a hyphen is an underscore: older bodies and problems spell them so. */
export const hasCode = (told: Pick<Explanation, 'code'>, code: string): boolean =>
  told.code?.toUpperCase().replaceAll('-', '_') === code
/** Section 7: a state of the vehicle, not a failure. */
export const isAsleep = (error: unknown): boolean => is(error, 409) && hasCode(explain(error), 'ASLEEP')
/** Worth one more try for a read that costs nothing. */
export const isPassing = (error: unknown): boolean =>
  error instanceof ApiError && (error.kind === 'unreachable' || [502, 503, 504].includes(error.status ?? 0))
/** Refusals of the gateway with which nothing had been done at the service. */
const neverSent = ['TOKEN_UNAVAILABLE', 'AUDIT_UNAVAILABLE']
/** True where a change may or may not have happened: nothing came back, or a server gave up waiting. */
export const isUnclear = (error: unknown): boolean =>
  error instanceof ApiError &&
  !neverSent.includes(gatewayCodeOf(error) ?? '') &&
  (error.kind === 'unreachable' || error.kind === 'timeout' || [502, 504].includes(error.status ?? 0))
