/** Erases the files of a record: the file and its parts. Files that were renamed or packed are left to the operator. */
import { rm } from 'node:fs/promises'
import { recordParts } from './record-parts'

/** The next line begins a new file. @returns the number of files @throws what the file system says */
export async function eraseRecord(path: string): Promise<number> {
  const files = [...(await recordParts(path)), path]
  for (const file of files) await rm(file, { force: true })
  return files.length
}
