/** The environment: every variable parsed once, a wrong value stops the start with one line that says what is right. */
import { join } from 'node:path'
import { hostNames } from '../../api/endpoint'
import type { Dialect } from '../../api/presets/dialect'
import { variables } from '../../api/variables.data'
import type { KeepAlive } from '../../receiver/keep-alive'
import type { ReceiverSettings } from '../../receiver/receiver-settings'
import { readSignIn, type SignInSettings, trusting } from '../auth/sign-in-settings'
import { type LogLevel, logLevels } from '../log'
import { type ConfigFile, noConfig, readConfigFile } from './config-file'
import {
  address,
  basePath,
  type Env,
  flag,
  hostName,
  oneOf,
  origin,
  port,
  prefix,
  type Read,
  readerOf,
  returnUri,
  token,
  type Variable,
  whole,
} from './kinds'
import { isLoopback } from './loopback'
import { readPlainHttp } from './plain-http'
import { readReceiver, readSealingKeys } from './receiver-settings'
import { withSecretFiles } from './secret-files'
import { holdsTokens, readServiceSettings, type ServiceSettings } from './service-settings'
import { readSecrets } from './session-secrets'
import { SettingError } from './setting-error'
import { readStoreSettings, type StoreChoice } from './store-settings'
import { readTapeSettings, type TapeSettings } from './tape-settings'
import { withPreset } from './with-preset'

const hostVariables = { vehicleData: 'VEHICLE_DATA_URL', vehicle: 'VEHICLE_URL', management: 'MANAGEMENT_URL' } as const

export interface Settings extends ServiceSettings, StoreChoice {
  port: number
  host: string
  /** Undefined: the sandbox. Addresses without a trailing slash. */
  hosts: { vehicleData: string; vehicle: string; management: string } | undefined
  /** `INSECURE_HTTP`: tokens may be sent, and taken, in the clear beyond this computer. */
  isPlainAllowed: boolean
  connectUrl: string | undefined
  docsUrl: string | undefined
  tokens: { vehicleData: string | undefined; vehicle: string | undefined; management: string | undefined }
  headerPrefix: string | undefined
  publicOrigin: string | undefined
  /** `BASE_PATH`: begins every address of the console; empty at the root. */
  basePath: string
  ownerReturnUri: string | undefined
  config: ConfigFile
  sessionSecret: string
  /** `SESSION_SECRET_OLD`, or the secret that was made before `SESSION_SECRET` was set: still opens what it sealed. */
  sessionSecretOld: string | undefined
  /** True if `SESSION_SECRET` isn’t set and none was made in a folder: sessions end with the process. */
  isSecretRandom: boolean
  /** Key names of accounts, the newest first: `SESSION_SECRET` and its old one, or undefined if it isn’t set. */
  namingSecrets: readonly [string | undefined, ...(string | undefined)[]]
  signIn: SignInSettings | undefined
  /** Encrypt what jobs read: the first seals, all of them open. None if no secret is configured. */
  sealingKeys: Buffer[]
  /** `JOB_SIGN_IN_DAYS` */
  jobSignInDays: number
  readTimeoutMs: number
  /** How long a page waits for its rows. */
  pageWaitMs: number
  vehicleReadTimeoutMs: number
  bodyLimitBytes: number
  connectionLimit: number
  /** True for the address of a proxy in `TRUSTED_PROXY`, with or without sign-in. */
  trusts: (address: string | undefined) => boolean
  /** `KEEP_ALIVE_MS`, for both listeners. */
  keepAlive: KeepAlive
  readOnly: boolean
  /** What the log leaves out; the record is never left out. */
  logLevel: LogLevel
  sandbox: { connections: number; seed: number; latencyMs: number; dialect: Partial<Dialect> }
  /** Undefined: this server receives no deliveries. */
  receiver: ReceiverSettings | undefined
  /** `RECORD`, `REPLAY`; undefined without either. */
  tape: TapeSettings | undefined
}

/**
 * @param made the secret in the folder of the store; undefined if there is none, or if it isn’t known yet
 * @throws SettingError with one line that names the variable, what it got and what it takes
 */
export function readEnvironment(given: Env, made?: string): Settings {
  const { env, config: preset, dialect } = withPreset(withSecretFiles(given))
  const read = readerOf(env)
  const hosts = readHosts(env, read)
  const accessToken = read('ACCESS_TOKEN', token, undefined)
  const config = env.CONFIG ? readConfigFile(env.CONFIG, preset) : { ...noConfig, ...preset }
  const headerPrefix = read('HEADER_PREFIX', prefix, undefined)
  const service = readServiceSettings(env, read)
  const store = readStoreSettings(read, hosts)
  const secrets = readSecrets(env, read, { made, isMade: store.dataFolder !== undefined })
  const settings: Omit<Settings, 'receiver' | 'tape' | 'sealingKeys'> = {
    ...service,
    ...store,
    auditLog: service.auditLog ?? recordIn(store.dataFolder),
    ...secrets.settings,
    port: read('PORT', port, variables.PORT.fallback),
    host: read('HOST', hostName, variables.HOST.fallback),
    hosts,
    isPlainAllowed: readPlainHttp(read, byVariable(hosts)),
    connectUrl: read('CONNECT_URL', address, undefined),
    docsUrl: read('DOCS_URL', address, undefined),
    tokens: {
      vehicle: accessToken,
      management: read('MANAGEMENT_TOKEN', token, undefined) ?? accessToken,
      vehicleData: read('VEHICLE_DATA_TOKEN', token, undefined),
    },
    headerPrefix,
    publicOrigin: read('PUBLIC_ORIGIN', origin, undefined),
    basePath: read('BASE_PATH', basePath, ''),
    ownerReturnUri: read('OWNER_RETURN_URI', returnUri, undefined),
    config,
    signIn: readSignIn(env, read, config, secrets.isLasting),
    jobSignInDays: read('JOB_SIGN_IN_DAYS', whole(1, 60), variables.JOB_SIGN_IN_DAYS.fallback),
    pageWaitMs: read('PAGE_WAIT_MS', whole(0, 10_000), variables.PAGE_WAIT_MS.fallback),
    readTimeoutMs: read('READ_TIMEOUT_MS', whole(1, 3_600_000), variables.READ_TIMEOUT_MS.fallback),
    vehicleReadTimeoutMs: read(
      'VEHICLE_READ_TIMEOUT_MS',
      whole(1, 3_600_000),
      variables.VEHICLE_READ_TIMEOUT_MS.fallback,
    ),
    bodyLimitBytes: read('BODY_LIMIT_KB', whole(1, 1_048_576), variables.BODY_LIMIT_KB.fallback) * 1024,
    connectionLimit: read('CONNECTION_LIMIT', whole(64, 1_000_000), variables.CONNECTION_LIMIT.fallback),
    keepAlive: readKeepAlive(env, read),
    ...trusting(read),
    readOnly: read('READ_ONLY', flag, variables.READ_ONLY.fallback),
    logLevel: read('LOG_LEVEL', oneOf(logLevels), variables.LOG_LEVEL.fallback),
    sandbox: {
      connections: read('SANDBOX_CONNECTIONS', whole(0, 1_000_000), variables.SANDBOX_CONNECTIONS.fallback),
      seed: read('SANDBOX_SEED', whole(0, 0xffff_ffff), variables.SANDBOX_SEED.fallback),
      latencyMs: read('SANDBOX_LATENCY_MS', whole(0, 60_000), variables.SANDBOX_LATENCY_MS.fallback),
      // It speaks as the console is told that its provider does.
      dialect: {
        ...dialect,
        headerPrefix,
        parameters: config.parameters,
        signatureHeader: config.deliveries?.signatureHeader,
      },
    },
  }
  if (holdsTokens(settings) && !settings.signIn && !isLoopback(settings.host)) {
    throw new SettingError(
      `HOST: got "${settings.host}", expects a loopback address (127.0.0.1, ::1, localhost) while tokens are configured without operator sign-in.`,
    )
  }
  const { host, publicOrigin, signIn } = settings
  const tape = readTapeSettings(env, read, { host, publicOrigin, hasSignIn: signIn !== undefined })
  return {
    ...settings,
    sealingKeys: readSealingKeys(read, secrets),
    tape,
    receiver: readReceiver(read, {
      isSandbox: hosts === undefined && tape?.kind !== 'replay',
      storeLasts: settings.store.engine === 'postgresql' || settings.store.folder !== undefined,
      hasAccount: settings.tokens.vehicle !== undefined || settings.clientCredentials !== undefined,
      ...secrets,
      headerPrefix: settings.headerPrefix,
      config,
      keepAlive: settings.keepAlive,
      trusts: settings.trusts,
    }),
  }
}

/** Longer than Google’s load balancers keep a connection (600 s), and AWS’s unless they are set otherwise (60 s). */
const PROXY_KEEP_ALIVE_MS = 620_000

/** If a proxy is trusted, `KEEP_ALIVE_MS` is for its connections alone. */
function readKeepAlive(env: Env, read: Read): KeepAlive {
  const { fallback } = variables.KEEP_ALIVE_MS
  const ms = read('KEEP_ALIVE_MS', whole(1_000, 86_400_000), env.TRUSTED_PROXY ? PROXY_KEEP_ALIVE_MS : fallback)
  return { proxyMs: ms, directMs: env.TRUSTED_PROXY ? Math.min(ms, fallback) : ms }
}

const recordIn = (folder: string | undefined) => (folder === undefined ? undefined : join(folder, 'record.jsonl'))

const byVariable = (hosts: Settings['hosts']): Record<string, string> =>
  hosts ? Object.fromEntries(hostNames.map((name) => [hostVariables[name], hosts[name]])) : {}

function readHosts(env: Env, read: Read): Settings['hosts'] {
  const missing = Object.values(hostVariables).filter((name) => !env[name])
  if (missing.length === 3) return undefined
  if (missing.length) {
    throw new SettingError(
      `${missing.join(', ')}: missing; set all three of VEHICLE_DATA_URL, VEHICLE_URL and MANAGEMENT_URL, or none.`,
    )
  }
  const of = (name: Variable) => read(name, address, '')
  return { vehicleData: of('VEHICLE_DATA_URL'), vehicle: of('VEHICLE_URL'), management: of('MANAGEMENT_URL') }
}
