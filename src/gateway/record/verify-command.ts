/** The words of `verify-record`: its files and options. */
import { parseArgs } from 'node:util'
import { type Verdict, verifyRecord } from './verify-record'

const USAGE =
  'verify-record expects the files of one record, the oldest first, and takes --continues=HASH, --checkpoint=HASH and --cut-lines.'

const options = {
  continues: { type: 'string' },
  checkpoint: { type: 'string', multiple: true },
  'cut-lines': { type: 'boolean' },
} as const

/** Never throws. */
export async function verifyCommand(words: readonly string[]): Promise<Verdict> {
  const parsed = parse(words)
  if (!parsed || parsed.positionals.length === 0) return { isWhole: false, text: USAGE }
  const { continues, checkpoint, 'cut-lines': acceptsCutLines } = parsed.values
  return verifyRecord(parsed.positionals, { continues, checkpoints: checkpoint, acceptsCutLines })
}

function parse(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true })
  } catch {
    return undefined // an option of another name, or without its value
  }
}
