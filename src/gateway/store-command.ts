/** `store status | backup FILE | restore FILE`, for an operator at a terminal. */
import { existsSync } from 'node:fs'
import { storeStatus } from '../store/backup'
import { BackupError } from '../store/backup-file'
import { inWords } from '../store/failures'
import { openStore } from '../store/open'
import { restoreFile } from '../store/restore'
import { saveBackup } from '../store/save-backup'
import { type Store, StoreError } from '../store/store'
import { codeOf } from './record/audit-file'
import { readEnvironment } from './settings/environment'
import { SettingError } from './settings/setting-error'
import { storeWarnings } from './team/store-source'

/** Statements of a backup and a restore take as long as the store is large; an operator can end the process. */
const STATEMENT_MS = 86_400_000
const USAGE = 'store expects status, backup FILE or restore FILE.'

/** Does what the words say. Never throws. @returns a line for people: the result, or the reason of a failure */
export async function storeCommand(
  given: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<{ isDone: boolean; text: string }> {
  const [task, file] = given
  const isWrong =
    task === 'status' ? given.length > 1 : !['backup', 'restore'].includes(task ?? '') || given.length !== 2
  if (isWrong) return { isDone: false, text: USAGE }
  let store: Store | undefined
  try {
    const { store: settings } = readEnvironment(env)
    if (settings.engine === 'embedded' && settings.folder === undefined)
      return {
        isDone: false,
        text: 'The store is in memory and ends with its server. Set the addresses of the provider’s hosts, STORE_DIR or DATABASE_URL, as for the server.',
      }
    if (task === 'restore' && !existsSync(file ?? ''))
      return { isDone: false, text: `${file}: can’t be read (ENOENT).` }
    for (const line of await storeWarnings(settings)) console.warn(line)
    store = await openStore({ ...settings, statementMs: STATEMENT_MS }, { info: console.info, warn: console.warn })
    if (task === 'status') return { isDone: true, text: await storeStatus(store) }
    const rows = task === 'backup' ? await saveBackup(store, file ?? '') : await restoreFile(store, file ?? '')
    return {
      isDone: true,
      text: `${file}: ${rows.toLocaleString('en-US')} rows ${task === 'backup' ? 'saved' : 'restored'}.`,
    }
  } catch (error) {
    return { isDone: false, text: messageFor(error, file) }
  } finally {
    await store?.close().catch(() => undefined) // what was done is done
  }
}

function messageFor(error: unknown, file: string | undefined): string {
  if (error instanceof SettingError || error instanceof BackupError) return error.message
  if (error instanceof StoreError) return inWords(error)
  return `${file === undefined ? 'The store' : `${file}:`} can’t be used (${codeOf(error)}).`
}
