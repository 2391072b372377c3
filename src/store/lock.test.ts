/** A folder that can't be had is said to be so at once. Who holds one is tested with processes (lock.soak.test.ts). */
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { inWords } from './failures'
import { takeFolder } from './lock'

const folder = mkdtempSync(join(tmpdir(), 'lock-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = join(folder, 'file')
writeFileSync(file, '')
/** A file system that takes no folders; elsewhere than on Linux, a file takes none either. */
const nowhere = existsSync('/proc/self') ? '/proc/forecourt' : join(file, 'forecourt')

describe('a folder', () => {
  it.each([
    ['where none can be made', join(nowhere, 'a', 'store')],
    ['that is a file', file],
    ['in a file', join(file, 'a', 'store')],
  ])('%s is refused at once', async (_, place) => {
    const error = await takeFolder(place).catch((failure: unknown) => failure)
    expect(inWords(error)).toMatch(/^The store can’t be reached \((ENOENT|ENOTDIR|EEXIST|EACCES|EPERM|EINVAL)\)\.$/)
  })
  it('is made with those above it, for its user alone', async () => {
    const place = join(folder, 'a', 'b')
    const release = await takeFolder(place)
    expect([place, join(folder, 'a')].map((one) => statSync(one).mode & 0o777)).toEqual([0o700, 0o700])
    await release()
  })
})
