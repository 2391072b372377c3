/** The file of the rate buckets: nothing is read through a link that another user of the computer may have placed. */
import { mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createLog } from '../log'
import { openBucketFile } from './bucket-file'

const folder = mkdtempSync(join(tmpdir(), 'bucket-file-'))
afterAll(() => rmSync(folder, { recursive: true }))
const settings = { capacity: 9, refillPerMinute: 1 }

it('is written with mode 0600, and read back unless it is a link', async () => {
  const lines: string[] = []
  const open = (path: string) =>
    openBucketFile(
      path,
      () => [['a', { level: 3, pausedMs: 0, instances: 1 }]],
      createLog((line) => lines.push(line)),
    )
  const [path, link] = [join(folder, 'buckets'), join(folder, 'link')]
  await open(path).write()
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect([...open(path).read(settings).keys()]).toEqual(['a'])
  symlinkSync(path, link)
  expect([...open(link).read(settings).keys()]).toEqual([])
  expect(lines.join()).toContain('can’t be read (ELOOP). Every rate bucket starts full.')
})
