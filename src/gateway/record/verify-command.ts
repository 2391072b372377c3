/** The words of `verify-record`: its files and options. */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { findCheckpoints } from '../../store/activity'
import { inWords } from '../../store/failures'
import { openStore } from '../../store/open'
import { type Store, StoreError } from '../../store/store'
import { readEnvironment } from '../settings/environment'
import { SettingError } from '../settings/setting-error'
import { hasCheckpoint, RECORD_CHANGED } from './checkpoint'
import { nameOfRecord, openRecord } from './record-file'
import { recordParts } from './record-parts'
import { type Verdict, verifyRecord } from './verify-record'

const USAGE =
  'verify-record expects the files of one record, the oldest first, and takes --continues=HASH, --checkpoint=HASH, --cut-lines and --store. Numbered parts beside a file (record.1.jsonl) are found.'

const options = {
  continues: { type: 'string' },
  checkpoint: { type: 'string', multiple: true },
  'cut-lines': { type: 'boolean' },
  store: { type: 'boolean' },
} as const

/** Never throws. @param env names the store for `--store` */
export async function verifyCommand(words: readonly string[], env: NodeJS.ProcessEnv): Promise<Verdict> {
  const parsed = parse(words)
  if (!parsed || parsed.positionals.length === 0) return { isWhole: false, text: USAGE }
  const { positionals, values } = parsed
  const paths = await withParts(positionals)
  const { continues, checkpoint, 'cut-lines': acceptsCutLines, store } = values
  const verdict = await verifyRecord(paths, { continues, checkpoints: checkpoint, acceptsCutLines })
  if (!store || !verdict.isWhole) return verdict
  const compared = await compareWithStore(paths, env)
  return { isWhole: compared.isWhole, text: `${verdict.text}\n${compared.text}` }
}

/** Each file behind those of its parts that aren't given, too. */
async function withParts(paths: readonly string[]): Promise<string[]> {
  const given = new Set(paths.map((path) => resolve(path)))
  const parts = await Promise.all(paths.map(recordParts))
  return paths.flatMap((path, at) => [...(parts[at] ?? []).filter((part) => !given.has(resolve(part))), path])
}

function parse(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true })
  } catch {
    return undefined // an option of another name, or without its value
  }
}

/** Compares each file with the last line of it that the store has copied. */
async function compareWithStore(paths: readonly string[], env: NodeJS.ProcessEnv): Promise<Verdict> {
  let store: Store | undefined
  try {
    const { store: settings } = readEnvironment(env)
    if (settings.engine === 'embedded' && settings.folder === undefined)
      return { isWhole: false, text: '--store requires the store of the server: set STORE_DIR or DATABASE_URL.' }
    store = await openStore(settings, { info: () => undefined, warn: console.warn })
    return await compareFiles(paths, store)
  } catch (error) {
    if (error instanceof SettingError) return { isWhole: false, text: error.message }
    if (error instanceof StoreError) return { isWhole: false, text: inWords(error) }
    throw error
  } finally {
    await store?.close().catch(() => undefined) // everything was read
  }
}

export async function compareFiles(paths: readonly string[], store: Pick<Store, 'query'>): Promise<Verdict> {
  let isWhole = true
  const texts: string[] = []
  for (const path of paths) {
    const { handle } = await openRecord(path)
    try {
      const name = await nameOfRecord(handle)
      const checkpoints = name === undefined ? [] : await findCheckpoints(store, name)
      const areThere = await Promise.all(checkpoints.map((checkpoint) => hasCheckpoint(handle, checkpoint)))
      const isGood = areThere.every(Boolean)
      isWhole &&= isGood
      if (!isGood) texts.push(`${path}: ${RECORD_CHANGED}`)
      else if (checkpoints.length > 0) texts.push(`${path}: has the last line that the store has copied.`)
      else texts.push(`${path}: the store has copied nothing of it.`)
    } finally {
      await handle.close()
    }
  }
  return { isWhole, text: texts.join('\n') }
}
