/** Connections to one address of PostgreSQL: with its password, its TLS, and without what a pooler refuses. */
import { Socket } from 'node:net'
import pg from 'pg'
import { toStoreError } from './failures'
import { parseAddress } from './postgres-address'
import { createPasswordSource, type PasswordSettings } from './postgres-password'

export interface StoreLog {
  info(line: string): void
  warn(line: string): void
}

/** How long a new connection may take. */
export const CONNECT_MS = 5_000
/** After so long without data the system checks if the other end of a connection still exists. */
const KEEP_ALIVE_MS = 10_000

/** Both engines return the same: 64-bit and exact numbers as numbers, a date as its text. */
const asNumber = (text: string) => Number(text)
const asNumbers = (text: string): unknown => (textArray(text) as (string | null)[]).map((one) => one && Number(one)) // of texts
const TEXTS = 1009 as Parameters<typeof pg.types.getTypeParser>[0] // an array of texts, which the driver's list of names leaves out
const textArray: (text: string) => unknown = pg.types.getTypeParser(TEXTS)
const parsers: Record<number, (text: string) => unknown> = {
  20: asNumber,
  1016: asNumbers,
  1700: asNumber,
  1231: asNumbers,
  1082: String,
}
const types: pg.CustomTypesConfig = {
  getTypeParser: (id, format) => parsers[id] ?? pg.types.getTypeParser(id, format),
}

/** Limits of the sessions, which their server keeps. */
export interface SessionLimits {
  statement_timeout: number
  idle_in_transaction_session_timeout: number
}
const UNSUPPORTED = /^unsupported startup parameter: (?:statement_timeout|idle_in_transaction_session_timeout)(?:=|$)/
const NO_TLS = 'The server does not support SSL connections'
const REJECTED = /^28(P01|000)$/

interface Options {
  url: string
  password?: PasswordSettings | undefined
  limits?: SessionLimits | undefined
}

export type Clients = ReturnType<typeof createClients>

/** @throws StoreError if a certificate that the address names can't be read */
export function createClients({ url, password, limits }: Options, log: Pick<StoreLog, 'warn'>) {
  const { config, mode } = readAddress(url)
  const source = password && createPasswordSource(password)
  const isTlsOptional = mode === 'allow' || mode === 'prefer'
  let hasTls = true
  let hasLimits = limits !== undefined

  const clientConfig = (): pg.ClientConfig => ({
    ...config,
    types,
    application_name: config.application_name ?? 'forecourt',
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    connectionTimeoutMillis: CONNECT_MS,
    ...(source && { password: source.read }),
    ...(!hasTls && { ssl: false }),
    ...(hasLimits && limits),
  })

  return {
    /** With what was learned of the server until now. */
    config: clientConfig,
    newClient: () => new pg.Client(clientConfig()),
    /** Prepares the password, so that its command doesn't take the time of a connection. @throws StoreError */
    prepare: async () => void (await source?.read()),
    /** To be called before each attempt to connect. */
    attempt: (): Attempt => ({ passwords: source?.count() ?? 0 }),
    /** @returns true if another attempt may succeed, because it is made in another way */
    adapt(error: unknown, { passwords }: Attempt): boolean {
      const { code, message } = detailsOf(error)
      if (REJECTED.test(code)) return source?.reject(passwords) ?? false
      if (isTlsOptional && message === NO_TLS) {
        hasTls = false
        return true
      }
      if (limits === undefined || !UNSUPPORTED.test(message)) return false
      if (hasLimits) log.warn(LIMITS_REFUSED)
      hasLimits = false
      return true
    },
  }
}

/** What an attempt to connect was made with. */
interface Attempt {
  passwords: number
}

const LIMITS_REFUSED =
  'The pooler before the database refuses statement_timeout as a parameter of the connection. The server limits its transactions another way; set ignore_startup_parameters in the pooler, or limit all statements with ALTER ROLE … SET statement_timeout = ’5s’.'

/** @throws StoreError if a certificate that the address names can't be read */
export function readAddress(url: string) {
  try {
    return parseAddress(url)
  } catch (error) {
    throw toStoreError(error, 'unavailable')
  }
}

function detailsOf(error: unknown): { code: string; message: string } {
  if (!(error instanceof Error)) return { code: '', message: '' }
  return { code: 'code' in error ? String(error.code) : '', message: error.message }
}

/** Another password, no limits, no TLS. */
export const MOST_ATTEMPTS = 4

/** Connects outside of a pool. @throws what the driver throws, StoreError */
export async function connectOne({ newClient, prepare, attempt, adapt }: Clients): Promise<pg.Client> {
  for (let attempts = 1; ; attempts += 1) {
    const made = attempt()
    await prepare()
    const client = newClient()
    client.on('error', () => undefined) // the statement or the connection fails, too
    try {
      await client.connect()
      return client
    } catch (error) {
      if (attempts === MOST_ATTEMPTS || !adapt(error, made)) throw error
    }
  }
}

/** Connections of a pool, and since when they exist. */
export interface Generations {
  Client: new () => pg.Client
  /** True if it was made after the last loss. */
  isCurrent(client: pg.ClientBase): boolean
  /** Marks a connection as lost, and with it all that are as old. @returns false if they were marked before */
  lose(client: pg.ClientBase): boolean
  /** Ends it at once: a server that is gone acknowledges no end. */
  destroy(client: pg.ClientBase): void
}

/** After a failover connections lead to a server that is gone or that can only be read, and not only the one that fails. */
export function createGenerations(config: () => pg.ClientConfig): Generations {
  const facts = new WeakMap<pg.ClientBase, { generation: number; socket: Socket }>()
  let generation = 0
  const isCurrent = (client: pg.ClientBase) => facts.get(client)?.generation === generation
  return {
    Client: class extends pg.Client {
      constructor() {
        const socket = new Socket()
        super({ ...config(), stream: () => socket })
        facts.set(this, { generation, socket })
        // One that the server ends before its first statement has no other listener. The statement fails, too.
        this.on('error', () => undefined)
      }
    },
    isCurrent,
    lose(client) {
      const isFirst = isCurrent(client)
      if (isFirst) generation += 1
      return isFirst
    },
    destroy: (client) => void facts.get(client)?.socket.destroy(),
  }
}
