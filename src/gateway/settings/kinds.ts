/** Kinds of variables: how each is read, and the one line that is said where a value does not parse. */
import * as z from 'zod/mini'
import { HEADER_PREFIX_TAKES, isHeaderPrefix } from '../../api/presets/dialect'
import type { SecretFile, VariableName } from '../../api/variables.data'
import { isLoopbackUrl } from './loopback'
import { SettingError } from './setting-error'

/** Proxies are also read in small letters, as other programs do. */
type SmallLetters = Lowercase<Extract<VariableName, `${string}_PROXY`>>
/** Only what the table of variables names can be read. */
export type Variable = VariableName | SecretFile | SmallLetters
export type Env = Readonly<Partial<Record<Variable, string | undefined>>>

/** How one variable is read, and what is said where it does not parse. */
export interface Kind<T> {
  schema: z.ZodMiniType<T, string>
  takes: string
  isSecret?: boolean
  /** Says why such a value is there, and the remedy. */
  explain?: (value: string, name: Variable) => string | undefined
}
export type Read = <T, D>(name: Variable, kind: Kind<T>, fallback: D) => T | D

export function readerOf(env: Env): Read {
  return (name, { schema, takes, isSecret, explain }, fallback) => {
    const text = env[name]
    if (text === undefined || text === '') return fallback
    const parsed = schema.safeParse(text)
    if (parsed.success) return parsed.data
    const got = isSecret ? `${text.length} characters` : JSON.stringify(shown(text))
    const reason = explain?.(text, name)
    throw new SettingError(`${name}: got ${got}, expects ${takes}.${reason ? ` ${reason}` : ''}`)
  }
}

/** A value as it may be printed: cut short, and without what an address can hide (credentials, a query). */
export function shown(text: string): string {
  const open = text
    .replace(/^(\w+:\/\/)?.*@/s, '$1…@')
    .replace(/\?.*/s, '?…')
    .replace(/(password|secret|token|key)=.*/is, '$1=…')
  return open.length > 200 ? `${open.slice(0, 200)}…` : open
}

export const text = (fits: (value: string) => boolean) => z.string().check(z.refine(fits))

export const whole = (least: number, most: number): Kind<number> => ({
  schema: z.pipe(
    text((value) => /^\d{1,15}$/.test(value) && Number(value) >= least && Number(value) <= most),
    z.transform(Number),
  ),
  takes: `a whole number from ${least} to ${most}`,
})

export const oneOf = <T extends string>(allowed: readonly T[]): Kind<T> => ({
  schema: z.pipe(
    text((value) => allowed.some((one) => one === value)),
    z.transform((value) => value as T), // it has just been looked for
  ),
  takes: `one of ${allowed.join(', ')}`,
})

/** 0 takes any free one. */
export const port: Kind<number> = { ...whole(0, 65535), explain: explainServiceLink }

/** Kubernetes sets `METRICS_PORT=tcp://10.0.0.1:80` in every pod beside a Service called `metrics`. */
function explainServiceLink(value: string, name: Variable): string | undefined {
  if (!/^(tcp|udp|sctp):\/\//.test(value)) return undefined
  const service = /^(.+)_PORT$/.exec(name)?.[1]?.toLowerCase().replaceAll('_', '-')
  const called = service === undefined ? '' : ` called ${service}`
  return `Kubernetes sets such an address in a pod for a Service${called}. Set enableServiceLinks: false in the pod, or ${name} to a port.`
}

export const flag: Kind<boolean> = {
  schema: z.pipe(
    text((value) => value === '0' || value === '1'),
    z.transform((value) => value === '1'),
  ),
  takes: '1 or 0',
}

const parseUrl = (value: string): URL | undefined => (URL.canParse(value) ? new URL(value) : undefined)

const isWebAddress = (value: string): boolean => {
  const url = parseUrl(value)
  return (
    url !== undefined &&
    (url.protocol === 'http:' || url.protocol === 'https:') &&
    url.username === '' &&
    url.password === '' &&
    !/[#\s]/.test(value)
  )
}
const isAddress = (value: string): boolean =>
  isWebAddress(value) && !value.includes('?') && !/\/v(2\.0|3)\/*$/.test(value)
export const address: Kind<string> = {
  schema: z.pipe(
    text(isAddress),
    z.transform((value) => value.replace(/\/+$/, '')),
  ),
  takes: 'an http or https address without /v2.0, /v3, query, fragment or credentials, such as https://vehicle.example',
}

/** A service compares a return address letter by letter: it is kept as written, its query and last slash too. */
export const returnUri: Kind<string> = {
  schema: text(isWebAddress),
  takes: 'an http or https address without fragment or credentials, such as https://console.example/return',
}

const isUnderPath = (value: string): boolean => isAddress(value) && parseUrl(value)?.pathname !== '/'
export const origin: Kind<string> = {
  schema: z.pipe(
    text((value) => isAddress(value) && !isUnderPath(value)),
    z.transform((value) => new URL(value).origin),
  ),
  takes: 'one http or https origin without a path, such as https://console.example',
  explain: (value) =>
    isUnderPath(value)
      ? `Set BASE_PATH=${basePathOf(value)} beside the origin to serve the console under a path, or give it a name of its own.`
      : undefined,
}

const MOST_BASE_PATH = 64
const isBasePath = (value: string): boolean =>
  /^(\/(?!\.{1,2}(?:\/|$))[\w.~-]+)+$/.test(value) && value.length <= MOST_BASE_PATH
/** The path of an address if it can be a base path, else an example. */
function basePathOf(address: string): string {
  const path = parseUrl(address)?.pathname.replace(/\/+$/, '') ?? ''
  return isBasePath(path) ? path : '/forecourt'
}

/** Written into headers, cookies, pages and regular addresses as it is, so it has no character that any of them escapes. */
export const basePath: Kind<string> = {
  schema: text(isBasePath),
  takes: `a path of up to ${MOST_BASE_PATH} characters that begins with / and doesn’t end with one, of letters, digits and - _ ~ . (no segment is . or ..), such as /forecourt`,
  explain: (value) =>
    value === '/'
      ? 'Leave it out to serve the console at /.'
      : value.endsWith('/')
        ? 'Leave out the / at the end.'
        : undefined,
}

/** Such as `x86_64-conda-linux-gnu` and `arm64-apple-darwin20.0.0`. */
const compilerTarget = /^\w+-(\w+-)?linux-(gnu|musl)\w*$|^\w+-\w+-(darwin[\d.]*|mingw32)$/i

export const hostName: Kind<string> = {
  schema: text((value) => /^[A-Za-z0-9.:_-]{1,253}$/.test(value) && !compilerTarget.test(value)),
  takes: 'a host name or an IP address',
  explain: (value, name) =>
    compilerTarget.test(value)
      ? `That is the system that conda’s compilers build for, not an address. Unset ${name}, or set it to 127.0.0.1.`
      : undefined,
}
export const token: Kind<string> = {
  schema: text(isTokenText),
  takes: 'a token of visible ASCII characters without spaces',
  isSecret: true,
}
/** Where credentials are sent: in the clear only to this computer. */
export const tokenAddress: Kind<string> = {
  schema: text((value) => isWebAddress(value) && (/^https:/i.test(value) || isLoopbackUrl(value))),
  takes:
    'an https address without fragment or credentials, or an http one of this computer (127.0.0.1, ::1, localhost)',
}
export const visible: Kind<string> = { schema: text(isTokenText), takes: 'visible ASCII characters without spaces' }
/** RFC 6749, appendix A.2. */
export const clientSecret: Kind<string> = {
  schema: text((value) => /^[\x20-\x7e]+$/.test(value)),
  takes: 'visible ASCII characters',
  isSecret: true,
}
const isSecret = (value: string) => Buffer.byteLength(value) >= 32
export const secret: Kind<string> = {
  schema: text(isSecret),
  takes: '32 bytes or more',
  isSecret: true,
}
const MOST_SECRETS = 8
/** A secret may have commas of its own: what isn't a list of secrets is one. */
const toSecrets = (value: string): string[] => {
  const parts = value.split(',').map((one) => one.trim())
  return parts.every(isSecret) ? parts : [value]
}
/** Several, because what they encrypted is kept for longer than one of them is in use. */
export const secrets: Kind<string[]> = {
  schema: z.pipe(
    text((value) => isSecret(value) && toSecrets(value).length <= MOST_SECRETS),
    z.transform(toSecrets),
  ),
  takes: `up to ${MOST_SECRETS} secrets of 32 bytes or more, separated by commas`,
  isSecret: true,
}
export const filePath: Kind<string> = { schema: text((value) => !value.includes('\0')), takes: 'the path of a file' }
export const folder: Kind<string> = { ...filePath, takes: 'the path of a folder' }
export const prefix: Kind<string> = {
  schema: text(isHeaderPrefix),
  takes: HEADER_PREFIX_TAKES,
}

/** What may stand in an Authorization header after `Bearer`. */
export function isTokenText(value: string): boolean {
  return /^[\x21-\x7e]+$/.test(value)
}
