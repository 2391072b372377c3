/** The environment: every variable parsed once, a wrong value stops the start with one line that says what is right. */
import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { type ConfigFile, noConfig, readConfigFile } from './config-file'
import { isLoopback } from './loopback'
import { SettingError } from './setting-error'
import { readSignIn, type SignInSettings } from './sign-in-settings'

/** Variables of the team gateway: ignoring one of them silently could open what it was meant to close. */
export const notYet = [
  'TOKEN_URL',
  'CLIENT_ID',
  'CLIENT_SECRET',
  'PRESET',
  'AUDIT_LOG',
  'METRICS_PORT',
  'REDIS_URL',
] as const

const hostVariables = { vehicleData: 'VEHICLE_DATA_URL', vehicle: 'VEHICLE_URL', management: 'MANAGEMENT_URL' } as const

export interface Settings {
  port: number
  host: string
  /** Undefined: the sandbox. Addresses without a trailing slash. */
  hosts: { vehicleData: string; vehicle: string; management: string } | undefined
  connectUrl: string | undefined
  docsUrl: string | undefined
  tokens: { vehicleData: string | undefined; vehicle: string | undefined; management: string | undefined }
  headerPrefix: string | undefined
  publicOrigin: string | undefined
  ownerReturnUri: string | undefined
  config: ConfigFile
  sessionSecret: string
  /** True where `SESSION_SECRET` was not set: sessions end with the process. */
  isSecretRandom: boolean
  signIn: SignInSettings | undefined
  readTimeoutMs: number
  vehicleReadTimeoutMs: number
  bodyLimitBytes: number
  readOnly: boolean
  sandbox: { connections: number; seed: number; latencyMs: number }
}

type Env = Readonly<Record<string, string | undefined>>

/** @throws SettingError with one line that names the variable, what it got and what it takes */
export function readEnvironment(env: Env): Settings {
  for (const name of notYet) {
    if (env[name]) throw new SettingError(`${name}: not supported by this version; unset it.`)
  }
  const read = readerOf(env)
  const hosts = readHosts(env, read)
  const accessToken = read('ACCESS_TOKEN', token, undefined)
  const config = env.CONFIG ? readConfigFile(env.CONFIG) : noConfig
  const settings: Settings = {
    port: read('PORT', whole(0, 65535), 4173),
    host: read('HOST', hostName, '127.0.0.1'),
    hosts,
    connectUrl: read('CONNECT_URL', address, undefined),
    docsUrl: read('DOCS_URL', address, undefined),
    tokens: {
      vehicle: accessToken,
      management: read('MANAGEMENT_TOKEN', token, undefined) ?? accessToken,
      vehicleData: read('VEHICLE_DATA_TOKEN', token, undefined),
    },
    headerPrefix: read('HEADER_PREFIX', prefix, undefined),
    publicOrigin: read('PUBLIC_ORIGIN', origin, undefined),
    ownerReturnUri: read('OWNER_RETURN_URI', returnUri, undefined),
    config,
    sessionSecret: read('SESSION_SECRET', secret, undefined) ?? randomBytes(32).toString('base64'),
    isSecretRandom: !env.SESSION_SECRET,
    signIn: readSignIn(env, read, config),
    readTimeoutMs: read('READ_TIMEOUT_MS', whole(1, 3_600_000), 30_000),
    vehicleReadTimeoutMs: read('VEHICLE_READ_TIMEOUT_MS', whole(1, 3_600_000), 180_000),
    bodyLimitBytes: read('BODY_LIMIT_KB', whole(1, 1_048_576), 256) * 1024,
    readOnly: read('READ_ONLY', flag, false),
    sandbox: {
      connections: read('SANDBOX_CONNECTIONS', whole(0, 1_000_000), 2500),
      seed: read('SANDBOX_SEED', whole(0, 0xffff_ffff), 1),
      latencyMs: read('SANDBOX_LATENCY_MS', whole(0, 60_000), 40),
    },
  }
  const holdsTokens = Object.values(settings.tokens).some((one) => one !== undefined)
  if (holdsTokens && !settings.signIn && !isLoopback(settings.host)) {
    throw new SettingError(
      `HOST: got "${settings.host}", takes a loopback address (127.0.0.1, ::1, localhost) while the server holds tokens and no operator sign-in is configured.`,
    )
  }
  return settings
}

/** How one variable is read, and what is said where it does not parse. */
export interface Kind<T> {
  schema: z.ZodMiniType<T, string>
  takes: string
  isSecret?: boolean
}
export type Read = <T, D>(name: string, kind: Kind<T>, fallback: D) => T | D

function readerOf(env: Env): Read {
  return (name, { schema, takes, isSecret }, fallback) => {
    const text = env[name]
    if (text === undefined || text === '') return fallback
    const parsed = schema.safeParse(text)
    if (parsed.success) return parsed.data
    const got = isSecret ? `${text.length} characters` : JSON.stringify(shown(text))
    throw new SettingError(`${name}: got ${got}, takes ${takes}.`)
  }
}

/** A value as it may be printed: cut short, and without what an address can hide (credentials, a query). */
function shown(text: string): string {
  const open = text.replace(/^(\w+:\/\/)?.*@/s, '$1…@').replace(/\?.*/s, '?…')
  return open.length > 200 ? `${open.slice(0, 200)}…` : open
}

function readHosts(env: Env, read: Read): Settings['hosts'] {
  const missing = Object.values(hostVariables).filter((name) => !env[name])
  if (missing.length === 3) return undefined
  if (missing.length) {
    throw new SettingError(
      `${missing.join(', ')}: missing; VEHICLE_DATA_URL, VEHICLE_URL and MANAGEMENT_URL are set all three or none.`,
    )
  }
  const of = (name: string) => read(name, address, '')
  return { vehicleData: of('VEHICLE_DATA_URL'), vehicle: of('VEHICLE_URL'), management: of('MANAGEMENT_URL') }
}

const text = (fits: (value: string) => boolean) => z.string().check(z.refine(fits))

const whole = (least: number, most: number): Kind<number> => ({
  schema: z.pipe(
    text((value) => /^\d{1,15}$/.test(value) && Number(value) >= least && Number(value) <= most),
    z.transform(Number),
  ),
  takes: `a whole number from ${least} to ${most}`,
})

const flag: Kind<boolean> = {
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
const address: Kind<string> = {
  schema: z.pipe(
    text(isAddress),
    z.transform((value) => value.replace(/\/+$/, '')),
  ),
  takes: 'an http or https address without /v2.0, /v3, query, fragment or credentials, such as https://vehicle.example',
}

/** A service compares a return address letter by letter: it is kept as written, its query and last slash too. */
const returnUri: Kind<string> = {
  schema: text(isWebAddress),
  takes: 'an http or https address without fragment or credentials, such as https://console.example/return',
}

const origin: Kind<string> = {
  schema: z.pipe(
    text((value) => isAddress(value) && parseUrl(value)?.pathname === '/'),
    z.transform((value) => new URL(value).origin),
  ),
  takes: 'one http or https origin without a path, such as https://console.example',
}

const hostName: Kind<string> = {
  schema: text((value) => /^[A-Za-z0-9.:_-]{1,253}$/.test(value)),
  takes: 'a host name or an IP address',
}
const token: Kind<string> = {
  schema: text(isTokenText),
  takes: 'a token of visible ASCII characters without spaces',
  isSecret: true,
}
const secret: Kind<string> = {
  schema: text((value) => Buffer.byteLength(value) >= 32),
  takes: '32 bytes or more',
  isSecret: true,
}
const prefix: Kind<string> = {
  schema: text((value) => /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,62}[A-Za-z0-9])?$/.test(value)),
  takes: 'letters, digits and inner hyphens, such as sc',
}

/** What may stand in an Authorization header after `Bearer`. */
export function isTokenText(value: string): boolean {
  return /^[\x21-\x7e]+$/.test(value)
}
