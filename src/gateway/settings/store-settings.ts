/** Settings of the store: which engine keeps what outlives a tab, and where. */
import { hostname } from 'node:os'
import { variables } from '../../api/variables.data'
import type { StoreSettings } from '../../store/open'
import { folder, type Kind, oneOf, type Read, secret, text, tokenAddress, visible, whole } from './kinds'
import { SettingError } from './setting-error'

export interface StoreChoice {
  /** `INSTANCE_NAME`: what this server is called among those that share the store. */
  instanceName: string
  /** Undefined: the server keeps nothing. */
  store: StoreSettings | undefined
  /** `STORE_ACCOUNT`: the name under which it is kept; undefined: it follows from the credentials. */
  storeAccount: string | undefined
  retainActivityDays: number
  /** `RETAIN_GONE_DAYS`: how long what is in no list any more is kept. */
  retainGoneDays: number
  /** `NOTIFY_URL`, `NOTIFY_SECRET`: who is told of the end of a job. */
  notify: { url: string; secret: string } | undefined
}

/** A socket's address has no host, which the parser of addresses wants where there is a user. */
const isDatabase = (value: string) =>
  /^postgres(ql)?:\/\//.test(value) && URL.canParse(value.replace('@/', '@localhost/')) && !/[\s\0]/.test(value)
const database: Kind<string> = {
  schema: text(isDatabase),
  takes: 'the address of a PostgreSQL database, such as postgresql://user:password@host/database',
  isSecret: true,
}
const MOST_NAME = 100
const instanceName: Kind<string> = {
  schema: text((value) => value.length <= MOST_NAME && !/[\p{Cc}\p{Cs}]/u.test(value)),
  takes: `a name of up to ${MOST_NAME} characters`,
}

/** @throws SettingError */
export function readStoreSettings(read: Read, isSandbox: boolean): StoreChoice {
  const isOff = read('STORE', oneOf(['off']), undefined) === 'off'
  const url = read('DATABASE_URL', database, undefined)
  const listenUrl = read('DATABASE_LISTEN_URL', database, undefined)
  const pool = read('DATABASE_POOL', whole(1, 100), variables.DATABASE_POOL.fallback)
  const path = read('STORE_DIR', folder, undefined)
  if (url !== undefined && path !== undefined)
    throw new SettingError('STORE_DIR: set together with DATABASE_URL, expects one of the two.')
  if (listenUrl !== undefined && url === undefined)
    throw new SettingError('DATABASE_URL: missing; DATABASE_LISTEN_URL is set and expects it.')
  return {
    instanceName: read('INSTANCE_NAME', instanceName, hostname()),
    store: isOff ? undefined : choose(),
    storeAccount: read('STORE_ACCOUNT', visible, undefined),
    retainActivityDays: read('RETAIN_ACTIVITY_DAYS', whole(1, 3650), variables.RETAIN_ACTIVITY_DAYS.fallback),
    retainGoneDays: read('RETAIN_GONE_DAYS', whole(1, 3_650), variables.RETAIN_GONE_DAYS.fallback),
    notify: readNotify(read),
  }

  function choose(): StoreSettings | undefined {
    if (url !== undefined) return { engine: 'postgresql', url, listenUrl, pool }
    if (path !== undefined || isSandbox) return { engine: 'embedded', folder: path }
    return undefined // what customers own gets onto a disk only where somebody says so
  }
}

/** Its path is often the credential. */
const notifyAddress: Kind<string> = { ...tokenAddress, isSecret: true }

/** @throws SettingError */
function readNotify(read: Read): StoreChoice['notify'] {
  const url = read('NOTIFY_URL', notifyAddress, undefined)
  const key = read('NOTIFY_SECRET', secret, undefined)
  if (url === undefined && key === undefined) return undefined
  if (url === undefined) throw new SettingError('NOTIFY_URL: missing; NOTIFY_SECRET is set and expects it.')
  if (key === undefined) throw new SettingError('NOTIFY_SECRET: missing; NOTIFY_URL is set and expects it.')
  return { url, secret: key }
}
