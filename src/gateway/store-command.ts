/** `store status | backup FILE | restore FILE`: what an operator does to the store while no server uses it, or beside one. */
import { createWriteStream, existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { BackupError, backupLines, restoreLines, storeStatus } from '../store/backup'
import { inWords } from '../store/failures'
import { openStore } from '../store/open'
import { type Store, StoreError } from '../store/store'
import { codeOf } from './record/audit-file'
import { linesOf } from './record/verify-record'
import { readEnvironment } from './settings/environment'
import { SettingError } from './settings/setting-error'

const USAGE = 'store expects status, backup FILE or restore FILE.'

/** What was done, or the one line that says why not. Never throws. */
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
    if (!settings) return { isDone: false, text: 'This server has no store. Set STORE_DIR or DATABASE_URL.' }
    if (settings.engine === 'embedded' && settings.folder === undefined)
      return { isDone: false, text: 'The store is in memory and ends with its server. Set STORE_DIR or DATABASE_URL.' }
    if (task === 'restore' && !existsSync(file ?? ''))
      return { isDone: false, text: `${file}: can’t be read (ENOENT).` }
    store = await openStore(settings, { info: console.info, warn: console.warn })
    if (task === 'status') return { isDone: true, text: await storeStatus(store) }
    const rows = task === 'backup' ? await backup(store, file ?? '') : await restore(store, file ?? '')
    return {
      isDone: true,
      text: `${file}: ${rows.toLocaleString('en-US')} rows ${task === 'backup' ? 'saved' : 'restored'}.`,
    }
  } catch (error) {
    return { isDone: false, text: told(error, file) }
  } finally {
    await store?.close().catch(() => undefined) // what was done is done
  }
}

function told(error: unknown, file: string | undefined): string {
  if (error instanceof SettingError || error instanceof BackupError) return error.message
  if (error instanceof StoreError) return inWords(error)
  return `${file}: can’t be used (${codeOf(error)}).`
}

/** Whole or not at all, readable by its user alone, in place of no other file. */
async function backup(store: Store, file: string): Promise<number> {
  if (existsSync(file)) throw new BackupError(`${file}: exists already; expects the path of a new file.`)
  const unfinished = `${file}.unfinished`
  const out = createWriteStream(unfinished, { mode: 0o600, flush: true })
  const failed = new Promise<never>((_, reject) => out.once('error', reject))
  failed.catch(() => undefined) // heard where it is waited for
  try {
    const write = (line: string) =>
      Promise.race([failed, new Promise<void>((resolve) => out.write(`${line}\n`, () => resolve()))])
    const rows = await backupLines(store, write)
    await Promise.race([failed, new Promise<void>((resolve) => out.end(resolve))])
    await rename(unfinished, file)
    return rows
  } catch (error) {
    out.destroy()
    await rm(unfinished, { force: true })
    throw error
  }
}

const restore = (store: Store, file: string): Promise<number> => restoreLines(store, linesOf(file), file)
