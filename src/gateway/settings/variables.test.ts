/** The table of variables is what the server reads: every variable of it, no other, and with the defaults that it states. */
import { describe, expect, it } from 'vitest'
import { secretNames, type VariableDescription, type VariableName, variables } from '../../api/variables.data'
import { readEnvironment } from './environment'
import { type Env, flag, readerOf } from './kinds'

const names = Object.keys(variables) as VariableName[] // the keys of a constant object are its type's keys

const secret = 's'.repeat(32)
const oidc = {
  OIDC_ISSUER: 'https://id.example',
  OIDC_CLIENT_ID: 'client',
  OIDC_CLIENT_SECRET: secret,
  ROLE_CLAIM: 'roles',
  SESSION_SECRET: secret,
}
const proxy = {
  TRUSTED_USER_HEADER: 'x-remote-user',
  TRUSTED_PROXY: '127.0.0.1',
  ROLE_CLAIM: 'none',
  SESSION_SECRET: secret,
}
const hosts = {
  VEHICLE_DATA_URL: 'https://a.example',
  VEHICLE_URL: 'https://b.example',
  MANAGEMENT_URL: 'https://c.example',
}
const client = { TOKEN_URL: 'https://id.example/token', CLIENT_ID: 'client', CLIENT_SECRET: 'a secret' }
/** What must be set beside a variable for it to be read. */
const beside: Partial<Record<VariableName, Env>> = {
  VEHICLE_DATA_URL: hosts,
  VEHICLE_URL: hosts,
  MANAGEMENT_URL: hosts,
  TOKEN_URL: client,
  CLIENT_ID: client,
  CLIENT_SECRET: client,
  SESSION_SECRET_OLD: { SESSION_SECRET: secret },
  OIDC_ISSUER: oidc,
  OIDC_CLIENT_ID: oidc,
  OIDC_CLIENT_SECRET: oidc,
  ROLE_CLAIM: oidc,
  ROLE_FORMAT: { ...proxy, ROLE_CLAIM: 'x-remote-roles' },
  TRUSTED_USER_HEADER: proxy,
  TRUSTED_PROXY: proxy,
  NOTIFY_URL: { NOTIFY_URL: 'https://hooks.example/forecourt', NOTIFY_SECRET: secret },
  NOTIFY_SECRET: { NOTIFY_URL: 'https://hooks.example/forecourt', NOTIFY_SECRET: secret },
  RECEIVER_SECRET_OLD: { RECEIVER_SECRET: 'a-token' },
  HTTPS_PROXY: hosts,
  HTTP_PROXY: hosts,
  NO_PROXY: hosts,
  DATABASE_LISTEN_URL: { DATABASE_URL: 'postgresql://database.example/a' },
  DATABASE_PASSWORD_FILE: { DATABASE_URL: 'postgresql://database.example/a' },
  DATABASE_PASSWORD_COMMAND: { DATABASE_URL: 'postgresql://database.example/a' },
}
/** No variable takes this: it holds a line's end and a character that no file's name holds. */
const WRONG = '\n\0'

describe('the table of variables', () => {
  it.each(names)('%s is read: what it does not take stops the start by its name', (name) => {
    expect(() => readEnvironment({ ...beside[name] })).not.toThrow()
    expect(() => readEnvironment({ ...beside[name], [name]: WRONG })).toThrow(new RegExp(`^${name}: `))
  })
  it.each(secretNames)('%s is read from a file, too', (name) => {
    const file = `${name}_FILE`
    expect(() => readEnvironment({ [file]: '/nowhere/at/all' })).toThrow(new RegExp(`^${file}: the file can’t be read`))
  })
  it('holds all that can be read: another name does not compile', () => {
    const read = readerOf({})
    // @ts-expect-error: no variable of the table
    expect(read('OTHER', flag, false)).toBe(false)
    const env: Env = {}
    // @ts-expect-error: no variable of the table
    expect(env.OTHER).toBeUndefined()
  })
  it('states the defaults that are parsed', () => {
    const settings = readEnvironment({ DATABASE_URL: 'postgresql://database.example/a' })
    const parsed: Partial<Record<VariableName, unknown>> = {
      PORT: settings.port,
      HOST: settings.host,
      READ_ONLY: settings.readOnly,
      INSECURE_HTTP: settings.isPlainAllowed,
      PAGE_WAIT_MS: settings.pageWaitMs,
      READ_TIMEOUT_MS: settings.readTimeoutMs,
      VEHICLE_READ_TIMEOUT_MS: settings.vehicleReadTimeoutMs,
      BODY_LIMIT_KB: settings.bodyLimitBytes / 1024,
      CONNECTION_LIMIT: settings.connectionLimit,
      KEEP_ALIVE_MS: settings.keepAlive.proxyMs,
      DRAIN_DELAY_MS: settings.drainDelayMs,
      LOG_LEVEL: settings.logLevel,
      METRICS_HOST: settings.metricsHost,
      RETAIN_ACTIVITY_DAYS: settings.retainActivityDays,
      DATABASE_POOL: settings.store.engine === 'postgresql' && settings.store.pool,
      RETAIN_GONE_DAYS: settings.retainGoneDays,
      JOB_SIGN_IN_DAYS: settings.jobSignInDays,
      RECEIVER_HOST: settings.receiver?.host,
      DELIVERIES_DAYS: settings.receiver?.retainDays,
      DELIVERIES_MAX_MB: (settings.receiver?.mostBytes ?? 0) / 1_000_000,
      SANDBOX_CONNECTIONS: settings.sandbox.connections,
      SANDBOX_SEED: settings.sandbox.seed,
      SANDBOX_LATENCY_MS: settings.sandbox.latencyMs,
    }
    const stated = Object.entries<VariableDescription>(variables).flatMap(([name, { fallback }]) =>
      fallback === undefined ? [] : [[name, fallback]],
    )
    expect(Object.entries(parsed).toSorted()).toEqual(stated.toSorted())
  })
  it('states none where nothing is set', () => {
    expect(readEnvironment({})).toMatchObject({
      hosts: undefined,
      tokens: { vehicle: undefined, management: undefined, vehicleData: undefined },
      connectUrl: undefined,
      docsUrl: undefined,
      headerPrefix: undefined,
      publicOrigin: undefined,
      ownerReturnUri: undefined,
      sessionSecretOld: undefined,
      signIn: undefined,
      clientCredentials: undefined,
      auditLog: undefined,
      metricsPort: undefined,
      outboundProxy: undefined,
      store: { engine: 'embedded', folder: undefined },
      storeAccount: undefined,
    })
  })
})
