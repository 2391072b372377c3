/** `store status | backup FILE | restore FILE | erase --account NAME`, for an operator at a terminal. */
import { existsSync } from 'node:fs'
import { storeStatus } from '../store/backup'
import { BackupError } from '../store/backup-file'
import { inWords } from '../store/failures'
import { openStore } from '../store/open'
import { restoreFile } from '../store/restore'
import { saveBackup } from '../store/save-backup'
import { type Store, StoreError } from '../store/store'
import { eraseCommand, parseErase } from './erase-command'
import { codeOf } from './record/audit-file'
import { readEnvironment } from './settings/environment'
import { secretPath } from './settings/made-secret'
import { SettingError } from './settings/setting-error'
import { storeWarnings } from './team/store-source'

/** Statements of a backup and a restore take as long as the store is large; an operator can end the process. */
const STATEMENT_MS = 86_400_000
const USAGE = 'store expects status, backup FILE, restore FILE or erase --account NAME [--record].'

/** Does what the words say. Never throws. @returns a line for people: the result, or the reason of a failure */
export async function storeCommand(
  given: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<{ isDone: boolean; text: string }> {
  const [task, file] = given
  const erasing = task === 'erase' ? parseErase(given.slice(1)) : undefined
  if (!erasing && isWrong(given)) return { isDone: false, text: USAGE }
  let store: Store | undefined
  try {
    const all = readEnvironment(env)
    const { store: settings, dataFolder } = all
    if (settings.engine === 'embedded' && settings.folder === undefined)
      return {
        isDone: false,
        text: 'The store is in memory and ends with its server. Set the addresses of the provider’s hosts, STORE_DIR or DATABASE_URL, as for the server.',
      }
    if (task === 'restore' && !existsSync(file ?? ''))
      return { isDone: false, text: `${file}: can’t be read (ENOENT).` }
    for (const line of await storeWarnings(settings)) console.warn(line)
    store = await openStore({ ...settings, statementMs: STATEMENT_MS }, { info: console.info, warn: console.warn })
    if (erasing) return await eraseCommand(store, erasing, all, console.warn)
    if (task === 'status') return { isDone: true, text: await storeStatus(store) }
    const rows = task === 'backup' ? await saveBackup(store, file ?? '') : await restoreFile(store, file ?? '')
    return {
      isDone: true,
      text: `${file}: ${rows.toLocaleString('en-US')} rows ${task === 'backup' ? 'saved' : 'restored'}.${task === 'backup' ? aboutSecret(dataFolder) : ''}`,
    }
  } catch (error) {
    return { isDone: false, text: messageFor(error, file) }
  } finally {
    await store?.close().catch(() => undefined) // what was done is done
  }
}

const isWrong = ([task = '', ...more]: readonly string[]) =>
  task === 'status' ? more.length > 0 : !['backup', 'restore'].includes(task) || more.length !== 1

/** A backup is only rows. */
function aboutSecret(folder: string | undefined): string {
  const path = folder === undefined ? undefined : secretPath(folder)
  return path !== undefined && existsSync(path)
    ? ` It doesn’t contain the secret that opens bodies of deliveries and results of jobs: copy ${path}, too.`
    : ''
}

function messageFor(error: unknown, file: string | undefined): string {
  if (error instanceof SettingError || error instanceof BackupError) return error.message
  if (error instanceof StoreError) return inWords(error)
  return `${file === undefined ? 'The store' : `${file}:`} can’t be used (${codeOf(error)}).`
}
