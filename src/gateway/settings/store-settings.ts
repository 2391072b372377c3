/** Settings of the store: which engine it has, and where its data is. */
import { accessSync, constants } from 'node:fs'
import { hostname } from 'node:os'
import * as z from 'zod/mini'
import type { Host } from '../../api/endpoint'
import { variables } from '../../api/variables.data'
import type { StoreSettings } from '../../store/open'
import { addressProblem, hasPassword, hasSeveralHosts } from '../../store/postgres-address'
import type { PasswordSettings } from '../../store/postgres-password'
import { codeOf } from '../record/audit-file'
import { defaultDataFolder } from './data-home'
import { filePath, folder, type Kind, oneOf, type Read, secret, text, tokenAddress, visible, whole } from './kinds'
import { SettingError } from './setting-error'

export interface StoreChoice {
  /** `INSTANCE_NAME`: what this server is called among those that share the store. */
  instanceName: string
  store: StoreSettings
  /** Folder of the embedded store and of the files beside it. Undefined: in memory, or in a database. */
  dataFolder: string | undefined
  /** True if `dataFolder` is the default one, without which the server starts in memory. */
  isDefaultFolder: boolean
  /** Why the store is in memory although `STORE` doesn’t say so. */
  storeNotice: string | undefined
  /** `STORE_ACCOUNT`: the name under which it is kept; undefined: it follows from the credentials. */
  storeAccount: string | undefined
  retainActivityDays: number
  /** `RETAIN_GONE_DAYS`: how long what is in no list any more is kept. */
  retainGoneDays: number
  /** `NOTIFY_URL`, `NOTIFY_SECRET`: who is told of the end of a job. */
  notify: { url: string; secret: string } | undefined
}

/** A socket's address has no host, which the platform's parser requires beside a user. */
const isDatabase = (value: string) =>
  /^postgres(ql)?:\/\//.test(value) &&
  (URL.canParse(value.replace('@/', '@localhost/')) || hasSeveralHosts(value)) &&
  !/[\s\0]/.test(value)
const database: Kind<string> = {
  schema: text(isDatabase),
  takes: 'the address of a PostgreSQL database, such as postgresql://user:password@host/database',
  isSecret: true,
}
/** Words between spaces, with quotes around those that contain some. */
const WORDS = /"[^"]*"|'[^']*'|[^\s"']+/g
const MOST_COMMAND = 4_096
const command: Kind<string[]> = {
  schema: z.pipe(
    text(
      (value) =>
        value.length <= MOST_COMMAND &&
        !/\p{Cc}/u.test(value) &&
        /\S/.test(value) &&
        value.replace(WORDS, '').trim() === '',
    ),
    z.transform((value) => [...value.matchAll(WORDS)].map(([word]) => word.replace(/^(["'])(.*)\1$/, '$2'))),
  ),
  takes: `a program and its arguments, separated by spaces, up to ${MOST_COMMAND} characters; it runs without a shell`,
  isSecret: true,
}
const MOST_NAME = 100
const instanceName: Kind<string> = {
  schema: text((value) => value.length <= MOST_NAME && !/[\p{Cc}\p{Cs}]/u.test(value)),
  takes: `a name of up to ${MOST_NAME} characters`,
}

const storeKind: Kind<'memory'> = {
  ...oneOf(['memory']),
  takes: 'memory, or nothing',
  explain: (value) =>
    value === 'off'
      ? 'The store is always on. Set STORE=memory to keep nothing on a disk, or unset STORE to keep it in a folder.'
      : undefined,
}

/** @param hosts undefined: the sandbox @throws SettingError */
export function readStoreSettings(read: Read, hosts: Record<Host, string> | undefined): StoreChoice {
  const isInMemory = read('STORE', storeKind, undefined) === 'memory'
  const url = read('DATABASE_URL', database, undefined)
  const listenUrl = read('DATABASE_LISTEN_URL', database, undefined)
  const password = readPassword(read, { DATABASE_URL: url, DATABASE_LISTEN_URL: listenUrl })
  const pool = read('DATABASE_POOL', whole(1, 100), variables.DATABASE_POOL.fallback)
  const path = read('STORE_DIR', folder, undefined)
  if (url !== undefined && path !== undefined)
    throw new SettingError(
      'STORE_DIR: set together with DATABASE_URL, expects one of the two. The container image and the systemd unit set STORE_DIR; set it to nothing (STORE_DIR=) to use a database.',
    )
  const name = url !== undefined ? 'DATABASE_URL' : path !== undefined ? 'STORE_DIR' : undefined
  if (isInMemory && name !== undefined)
    throw new SettingError(
      `STORE: set to memory together with ${name}, expects one of the two. Set ${name} to nothing (${name}=) to keep nothing on a disk.`,
    )
  if (listenUrl !== undefined && url === undefined)
    throw new SettingError('DATABASE_URL: missing; DATABASE_LISTEN_URL is set and expects it.')
  for (const [name, address] of Object.entries({ DATABASE_URL: url, DATABASE_LISTEN_URL: listenUrl })) {
    const problem = address === undefined ? undefined : addressProblem(address)
    if (problem) throw new SettingError(`${name}: ${problem}`)
  }
  return {
    instanceName: read('INSTANCE_NAME', instanceName, hostname()),
    ...chooseStore(),
    storeAccount: read('STORE_ACCOUNT', visible, undefined),
    retainActivityDays: read('RETAIN_ACTIVITY_DAYS', whole(1, 3650), variables.RETAIN_ACTIVITY_DAYS.fallback),
    retainGoneDays: read('RETAIN_GONE_DAYS', whole(1, 3_650), variables.RETAIN_GONE_DAYS.fallback),
    notify: readNotify(read),
  }

  function chooseStore(): Pick<StoreChoice, 'store' | 'dataFolder' | 'isDefaultFolder' | 'storeNotice'> {
    const rest = { dataFolder: undefined, isDefaultFolder: false, storeNotice: undefined }
    if (url !== undefined) return { ...rest, store: { engine: 'postgresql', url, listenUrl, password, pool } }
    if (path !== undefined) return { ...rest, store: { engine: 'embedded', folder: path }, dataFolder: path }
    if (isInMemory || hosts === undefined) return { ...rest, store: IN_MEMORY }
    const dataFolder = defaultDataFolder(hosts)
    if (dataFolder === undefined) return storeInMemory('the server’s user has no home directory')
    return { ...rest, store: { engine: 'embedded', folder: dataFolder }, dataFolder, isDefaultFolder: true }
  }
}

const IN_MEMORY: StoreSettings = { engine: 'embedded', folder: undefined }

/** @param reason why there is no default folder */
export const storeInMemory = (reason: string) => ({
  store: IN_MEMORY,
  dataFolder: undefined,
  isDefaultFolder: false,
  storeNotice: `The store is in memory and ends with the server, because its default folder can’t be used (${reason}). Set STORE_DIR to a folder that the server’s user can write to, or STORE=memory if that is intended.`,
})

/** @throws SettingError */
function readPassword(read: Read, addresses: Record<string, string | undefined>): PasswordSettings | undefined {
  const file = read('DATABASE_PASSWORD_FILE', filePath, undefined)
  const words = read('DATABASE_PASSWORD_COMMAND', command, undefined)
  if (file === undefined && words === undefined) return undefined
  if (file !== undefined && words !== undefined)
    throw new SettingError(
      'DATABASE_PASSWORD_FILE: set together with DATABASE_PASSWORD_COMMAND, expects one of the two.',
    )
  const name = file === undefined ? 'DATABASE_PASSWORD_COMMAND' : 'DATABASE_PASSWORD_FILE'
  if (addresses.DATABASE_URL === undefined)
    throw new SettingError(`DATABASE_URL: missing; ${name} is set and expects it.`)
  for (const [variable, address] of Object.entries(addresses))
    if (address !== undefined && hasPassword(address))
      throw new SettingError(`${name}: set together with a password in ${variable}, expects one of the two.`)
  if (file !== undefined) {
    checkReadable(file)
    return { file }
  }
  return words && { command: words }
}

/** @throws SettingError */
function checkReadable(path: string): void {
  try {
    accessSync(path, constants.R_OK)
  } catch (error) {
    throw new SettingError(
      `DATABASE_PASSWORD_FILE: the file can’t be read (${codeOf(error)}), expects the path of a readable file.`,
    )
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
