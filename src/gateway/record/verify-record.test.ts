/** The chain of the record: what was altered is found, what is older or torn is said. */
import { appendFileSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openAuditFile } from './audit-file'
import { verifyRecord } from './verify-record'

const newPath = () => join(mkdtempSync(join(tmpdir(), 'forecourt-chain-')), 'audit.jsonl')
/** Writes lines as one process would, and ends it. */
async function write(path: string, ...names: string[]): Promise<void> {
  const file = openAuditFile(path)
  await Promise.all(names.map((name) => file.append({ event: 'attempt', name })))
  await file.close()
}

describe('verifyRecord', () => {
  it('finds a chain that goes on across restarts, and names its last line', async () => {
    const path = newPath()
    await write(path, 'a', 'b')
    await write(path, 'c')
    const { isWhole, text } = await verifyRecord(path)
    expect(isWhole).toBe(true)
    expect(text).toContain('the chain holds, 3 lines.')
    expect(text).toMatch(/The last line has the hash [\w-]{43}\.$/)
  })
  it('says at which line it breaks', async () => {
    const path = newPath()
    await write(path, 'a', 'b', 'c', 'd')
    writeFileSync(path, readFileSync(path, 'utf8').replace('"name":"b"', '"name":"x"'))
    expect(await verifyRecord(path)).toEqual({
      isWhole: false,
      text: `${path}: the chain breaks at line 3: it doesn’t follow line 2. One of them was altered, or a line between them removed or added.`,
    })
  })
  it('passes over a line that was torn, and the next process continues from the one before', async () => {
    const path = newPath()
    await write(path, 'a', 'b')
    appendFileSync(path, '{"event":"att')
    await write(path, 'c')
    const { isWhole, text } = await verifyRecord(path)
    expect([isWhole, text.split('\n')[1]]).toEqual([
      true,
      '1 lines aren’t JSON, such as one cut off when the process was killed. The chain skips them.',
    ])
  })
  it('continues after older lines without hashes, and covers the last of them', async () => {
    const path = newPath()
    writeFileSync(path, '{"event":"read","id":"1"}\n{"event":"read","id":"2"}\n')
    await write(path, 'a', 'b')
    expect(await verifyRecord(path)).toMatchObject({ isWhole: true, text: expect.stringContaining('2 older lines') })
    writeFileSync(path, readFileSync(path, 'utf8').replace('"id":"2"', '"id":"3"'))
    expect(await verifyRecord(path)).toMatchObject({ isWhole: false, text: expect.stringContaining('at line 3:') })
  })
  it('refuses a line without a hash among lines that have one', async () => {
    const path = newPath()
    await write(path, 'a', 'b')
    appendFileSync(path, '{"event":"outcome"}\n')
    expect((await verifyRecord(path)).text).toContain('breaks at line 3: it doesn’t name the line before it.')
  })
  it('follows a file that was renamed into the next one', async () => {
    const path = newPath()
    const file = openAuditFile(path)
    await file.append({ event: 'attempt' })
    renameSync(path, `${path}.1`)
    await file.append({ event: 'outcome' })
    await file.close()
    const hash = /the hash ([\w-]{43})\.$/.exec((await verifyRecord(`${path}.1`)).text)?.[1]
    expect((await verifyRecord(path)).text).toContain(
      `It continues another file, whose last line has the hash ${hash}.`,
    )
  })
  it('continues behind lines that another process has written into the same file', async () => {
    const path = newPath()
    const [first, second] = [openAuditFile(path), openAuditFile(path)]
    for (const file of [first, second, first, first, second]) await file.append({ event: 'attempt' })
    await Promise.all([first.close(), second.close()])
    expect(await verifyRecord(path)).toMatchObject({ isWhole: true, text: expect.stringContaining('holds, 5 lines') })
  })
  it('is no verdict on a file that is not there', async () => {
    expect(await verifyRecord('/nowhere/audit.jsonl')).toEqual({
      isWhole: false,
      text: '/nowhere/audit.jsonl: can’t be read (ENOENT).',
    })
  })
})
