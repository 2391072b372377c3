/** `store erase --account NAME [--record]`: erases an account of the store, and if it is named, too, the record. */
import { randomUUID } from 'node:crypto'
import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { countErasure, countRunning, eraseAccount, listAccounts, type StoredAccount } from '../store/erase-account'
import type { Store } from '../store/store'
import { openAuditFile } from './record/audit-file'
import { eraseRecord } from './record/erase-record'
import type { Settings } from './settings/environment'

export const ERASE_USAGE = 'store erase expects --account NAME, and takes --record.'

export interface EraseWords {
  account: string | undefined
  record: boolean
}

/** @returns undefined for words that the command doesn't take */
export function parseErase(words: readonly string[]): EraseWords | undefined {
  try {
    const options = { account: { type: 'string' }, record: { type: 'boolean' } } as const
    const { account, record = false } = parseArgs({ args: [...words], options }).values
    return { account, record }
  } catch {
    return undefined
  }
}

type Result = { isDone: boolean; text: string }

/**
 * @param print receives a line before the record is erased
 * @throws StoreError, or what the file system says of the record
 */
export async function eraseCommand(
  store: Store,
  { account, record }: EraseWords,
  { hosts, auditLog }: Pick<Settings, 'hosts' | 'auditLog'>,
  print: (line: string) => void,
): Promise<Result> {
  const accounts = (await listAccounts(store)).filter(({ host }) => hosts === undefined || host === hosts.vehicle)
  const named = accounts.filter(({ name }) => name === account)
  const aboutRecord = `--record erases the files of the record (${auditLog}) with all lines, also those of other accounts.`
  if (named.length === 0) {
    const text = await unknownAccount(store, accounts, account)
    return { isDone: false, text: auditLog === undefined ? text : `${text}\n${aboutRecord}` }
  }
  const lines: string[] = []
  for (const one of named) {
    if ((await countRunning(store, one.realm)) > 0)
      return {
        isDone: false,
        text: `A server uses ${one.name}. Stop all servers of the account, wait a minute, and try again; or erase it in Settings.`,
      }
    const description = await describe(store, one, record)
    if (record && auditLog !== undefined && lines.length === 0) print(aboutRecord)
    const result = await eraseAccount(store, one.realm, { keepsRecord: !record })
    if ('unfinished' in result)
      return {
        isDone: false,
        text: `${one.name} has ${jobsOf(result.unfinished)} of changes that aren’t finished. Let them end or stop them, then try again. Nothing of it was erased.`,
      }
    lines.push(`Erased ${description}.`)
  }
  if (record && auditLog !== undefined) {
    const files = await eraseRecord(auditLog)
    lines.push(`Erased the record (${files === 1 ? '1 file' : `${files} files`} at ${auditLog}).`)
  }
  if (auditLog !== undefined) await note(auditLog, { account, record })
  return { isDone: true, text: lines.join('\n') }
}

const jobsOf = (count: number) => (count === 1 ? '1 job' : `${count} jobs`)

const nameOfOne = (table: string) => (table === 'deliveries' ? 'delivery' : table.slice(0, -1))

async function describe(store: Store, { realm, name, host }: StoredAccount, record: boolean): Promise<string> {
  const { activity, ...counts } = await countErasure(store, realm)
  const parts = Object.entries({ ...counts, ...(record && { activity }) })
  const texts = parts.map(([table, count]) => {
    const [one, many] = table === 'activity' ? ['line of Activity', 'lines of Activity'] : [nameOfOne(table), table]
    return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
  })
  return `${name} (${host}): ${texts.join(', ')}`
}

async function unknownAccount(
  store: Store,
  accounts: readonly StoredAccount[],
  account: string | undefined,
): Promise<string> {
  if (accounts.length === 0) return 'The store has no account.'
  const lines = await Promise.all(accounts.map((one) => describe(store, one, true)))
  const why = account === undefined ? ERASE_USAGE : `The store has no account ${JSON.stringify(account)}.`
  return `${why} It has:\n${[...new Set(lines)].join('\n')}`
}

/** The person at the terminal did it. */
async function note(path: string, { account, record }: EraseWords): Promise<void> {
  const file = openAuditFile(path)
  const who = { operator: userName(), client: 'this computer' }
  const what = { event: 'account erased', time: new Date().toISOString(), id: randomUUID() }
  await file.append({ ...what, ...who, account, record }).finally(file.close)
}

function userName(): string | undefined {
  try {
    return userInfo().username
  } catch {
    return undefined // a container's random user has no name
  }
}
