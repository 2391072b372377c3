/** The store command as a process, on a store in a folder: each failure has a sentence and exit code 1. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { folder, main } from './process-harness'

const SLOW_MS = 300_000
const saved = join(folder, 'saved.jsonl')
const run = (store: string, ...words: string[]) => {
  const env = { PATH: process.env.PATH, STORE_DIR: join(folder, store) }
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, 'store', ...words], { env, encoding: 'utf8' })
  return { status, stdout, stderr }
}
const nothing = 'Nothing was restored.'

beforeAll(() => {
  expect(run('old', 'restore', 'src/store/backup-0.2.0.jsonl')).toMatchObject({ status: 0, stderr: '' })
  expect(run('old', 'backup', saved)).toMatchObject({ status: 0, stderr: '' })
}, SLOW_MS)

it(
  'of a restore that fails',
  () => {
    const text = readFileSync(saved, 'utf8')
    const file = join(folder, 'file.jsonl')
    for (const [content, why] of [
      ['rubbish', 'isn’t a backup of a store.'],
      [text.slice(0, -30), 'is damaged or cut off.'],
      [text.replace('"format":2', '"format":9'), 'was made by a newer version of Forecourt'],
      [text.replace('0001-directory', '9999-later'), 'was made by a newer version of Forecourt'],
      [text.replace('"kind":"whole"', '"kind":"other"'), 'has a row that doesn’t fit (crawls).'],
    ] as const) {
      writeFileSync(file, content)
      const { status, stderr } = run('empty', 'restore', file)
      expect([status, stderr.slice(0, file.length + 2 + why.length)]).toEqual([1, `${file}: ${why}`])
      expect(stderr.trimEnd().endsWith(nothing)).toBe(true)
    }
    expect(run('old', 'restore', saved)).toMatchObject({
      status: 1,
      stderr: `${saved}: the store isn’t empty. ${nothing}\n`,
    })
    expect(run('empty', 'restore', saved)).toMatchObject({ status: 0, stderr: '' })
  },
  SLOW_MS,
)
it(
  'of an engine that doesn’t start',
  () => {
    mkdirSync(join(folder, 'corrupt', 'data'), { recursive: true })
    writeFileSync(join(folder, 'corrupt', 'data', 'PG_VERSION'), '18')
    expect(run('corrupt', 'restore', saved)).toMatchObject({ status: 1, stderr: 'The store’s files are damaged.\n' })
  },
  SLOW_MS,
)
