/** A backup as a file on the disk of the operator who runs the command. */
import { lstatSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { backupLines } from './backup'
import { BackupError, readBackup } from './backup-file'
import type { Store } from './store'

/**
 * A complete file or none, readable by its user alone. It never replaces a file or writes through a link, and it is read back
 * before it gets its name.
 * @returns the number of rows
 * @throws BackupError, StoreError, or an error of the file system
 */
export async function saveBackup(store: Store, file: string): Promise<number> {
  const unfinished = `${file}.unfinished`
  if (exists(file)) throw new BackupError(`${file}: exists already; expects the path of a new file.`)
  if (exists(unfinished))
    throw new BackupError(
      `${unfinished}: exists already, from a backup that is running or was cut off. Remove it, then try again.`,
    )
  const out = await open(unfinished, 'wx', 0o600)
  try {
    const rows = await backupLines(store, (line) => out.appendFile(`${line}\n`))
    await out.sync()
    await verify(unfinished, rows)
    await rename(unfinished, file)
    return rows
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  } finally {
    await out.close()
  }
}

/** Also true for a link that leads nowhere. */
const exists = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined

/** @throws BackupError unless the file on the disk can be read and has all rows */
async function verify(file: string, rows: number): Promise<void> {
  const read = await readBackup(file, {
    onHead: async () => undefined,
    async onRows(_, text, count) {
      const parsed: unknown = JSON.parse(text)
      if (!Array.isArray(parsed) || parsed.length !== count) throw new BackupError('is damaged')
    },
  }).catch(() => undefined)
  if (read !== rows)
    throw new BackupError(
      `${file}: can’t be read back as it was written, so it was removed. Check the disk and try again.`,
    )
}
