/** The chain of the record: altered, missing and added lines are found, older and cut ones reported. */
import { appendFileSync, mkdtempSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import type { Row, Store } from '../../store/store'
import { hashOf } from './audit-chain'
import { openAuditFile } from './audit-file'
import { compareFiles, verifyCommand } from './verify-command'
import { verifyRecord } from './verify-record'

const newPath = () => join(mkdtempSync(join(tmpdir(), 'forecourt-chain-')), 'audit.jsonl')
/** Writes lines as one process would, and ends it. */
async function write(path: string, ...names: string[]): Promise<void> {
  const file = openAuditFile(path)
  await Promise.all(names.map((name) => file.append({ event: 'attempt', time: new Date().toISOString(), name })))
  await file.close()
}

describe('verify-record', () => {
  it('takes files and options, and says which where it gets others', async () => {
    const path = newPath()
    await write(path, 'a')
    expect((await verifyCommand([path], {})).isWhole).toBe(true)
    expect((await verifyCommand([path, '--checkpoint=none'], {})).isWhole).toBe(false)
    expect((await verifyCommand([path, '--continues=-none'], {})).isWhole).toBe(false)
    appendFileSync(path, 'rubbish')
    expect((await verifyCommand(['--cut-lines', path], {})).isWhole).toBe(true)
    for (const words of [[], ['--cut-lines'], [path, '--other']])
      expect(await verifyCommand(words, {})).toEqual({
        isWhole: false,
        text: expect.stringContaining('verify-record expects the files of one record, the oldest first'),
      })
  })
})

describe('verify-record --store', () => {
  it('compares each file with the last line that the store has copied', async () => {
    const path = newPath()
    await write(path, 'a', 'b', 'c')
    const { size } = statSync(path)
    const whole = readFileSync(path, 'utf8')
    const name = hashOf(whole.split('\n')[0] ?? '')
    const hash = hashOf(whole.split('\n')[2] ?? '')
    const query = vi.fn<Store['query']>()
    const compare = (rows: Row[]) => compareFiles([path], { query: query.mockResolvedValueOnce(rows) })
    expect(await compare([{ file: name, place: size, hash }])).toEqual({
      isWhole: true,
      text: `${path}: has the last line that the store has copied.`,
    })
    expect(query).toHaveBeenCalledWith(expect.any(String), [name])
    expect(await compare([])).toEqual({ isWhole: true, text: `${path}: the store has copied nothing of it.` })
    writeFileSync(path, whole.slice(0, whole.lastIndexOf('{')))
    expect((await verifyRecord([path])).isWhole).toBe(true)
    expect(await compare([{ file: name, place: size, hash }])).toEqual({
      isWhole: false,
      text: expect.stringContaining(`${path}: no longer has the last line that the store has copied from it.`),
    })
  })
  it('requires a store that is kept', async () => {
    const path = newPath()
    await write(path, 'a')
    const { isWhole, text } = await verifyCommand([path, '--store'], {})
    expect([isWhole, text.split('\n').at(-1)]).toEqual([
      false,
      '--store requires the store of the server: set STORE_DIR or DATABASE_URL.',
    ])
  })
})

describe('verifyRecord', () => {
  it('finds a chain that goes on across restarts, and names its last line', async () => {
    const path = newPath()
    await write(path, 'a', 'b')
    await write(path, 'c')
    const { isWhole, text } = await verifyRecord([path])
    expect(isWhole).toBe(true)
    expect(text).toContain('the chain holds, 3 lines.')
    expect(text).toMatch(/The last line has the hash [\w-]{43}\.$/)
  })
  it('says at which line it breaks', async () => {
    const path = newPath()
    await write(path, 'a', 'b', 'c', 'd')
    writeFileSync(path, readFileSync(path, 'utf8').replace('"name":"b"', '"name":"x"'))
    expect(await verifyRecord([path])).toEqual({
      isWhole: false,
      text: `${path}: the chain breaks at line 3: it doesn’t follow line 2. One of them was altered, or a line between them removed or added.`,
    })
  })
  it('passes over a line that was torn, and the next process continues from the one before', async () => {
    const path = newPath()
    await write(path, 'a', 'b')
    appendFileSync(path, '{"event":"att')
    await write(path, 'c')
    const { isWhole, text } = await verifyRecord([path])
    expect([isWhole, text.split('\n')[1]]).toEqual([true, '1 line cut off when the server was killed.'])
  })
  it('continues after older lines without hashes, and covers the last of them', async () => {
    const path = newPath()
    writeFileSync(path, '{"event":"read","id":"1"}\n{"event":"read","id":"2"}\n')
    await write(path, 'a', 'b')
    expect(await verifyRecord([path])).toMatchObject({
      isWhole: true,
      text: expect.stringContaining('2 lines before it'),
    })
    writeFileSync(path, readFileSync(path, 'utf8').replace('"id":"2"', '"id":"3"'))
    expect(await verifyRecord([path])).toMatchObject({ isWhole: false, text: expect.stringContaining('at line 3:') })
  })
  it('refuses a line without a hash among lines that have one', async () => {
    const path = newPath()
    await write(path, 'a', 'b')
    appendFileSync(path, '{"event":"outcome"}\n')
    expect((await verifyRecord([path])).text).toContain('breaks at line 3: it doesn’t name the line before it.')
  })
  it('refuses a line that is no JSON, wherever it was added', async () => {
    const path = newPath()
    await write(path, 'a', 'b')
    const whole = readFileSync(path, 'utf8')
    for (const [text, line] of [
      [`rubbish\n${whole}`, 1],
      [whole.replace('\n', '\nrubbish\n'), 2],
      [whole.replace('\n', '\n\n'), 2],
      [`${whole}[1]\n`, 3],
      [`${whole}{"event":"att`, 3],
    ] as const) {
      writeFileSync(path, text)
      const verdict = await verifyRecord([path])
      expect(verdict.isWhole).toBe(false)
      expect(verdict.text).toContain(`${path}: the chain breaks at line ${line}: it isn’t JSON`)
      expect((await verifyRecord([path], { acceptsCutLines: true })).isWhole).toBe(true)
    }
  })
  it('refuses rubbish that was added before the server wrote its next line', async () => {
    const path = newPath()
    const file = openAuditFile(path)
    await file.append({ event: 'attempt' })
    appendFileSync(path, 'rubbish\n')
    await file.append({ event: 'outcome' })
    await file.close()
    expect((await verifyRecord([path])).text).toContain('breaks at line 2: it isn’t JSON')
  })
  it('refuses rubbish in the place of a line that was cut off', async () => {
    const path = newPath()
    await write(path, 'a')
    appendFileSync(path, '{"event":"átt'.slice(0, -1))
    await write(path, 'b')
    expect((await verifyRecord([path])).isWhole).toBe(true)
    writeFileSync(path, readFileSync(path, 'utf8').replace('{"event":"át\n', 'rubbish\n'))
    expect((await verifyRecord([path])).text).toContain('breaks at line 2: it isn’t JSON')
  })

  describe('of several files', () => {
    /** Three files of one record, the oldest first. */
    async function writeThree(): Promise<[string, string, string]> {
      const path = newPath()
      await write(path, 'a', 'b')
      renameSync(path, `${path}.2`)
      await write(path, 'c', 'd')
      renameSync(path, `${path}.1`)
      await write(path, 'e')
      return [`${path}.2`, `${path}.1`, path]
    }
    const cutLines = (path: string, from: number, to?: number) =>
      writeFileSync(
        path,
        readFileSync(path, 'utf8')
          .split(/(?<=\n)/)
          .slice(from, to)
          .join(''),
      )

    it('finds one chain, also if a restart came between two', async () => {
      const [first, second, third] = await writeThree()
      const { isWhole, text } = await verifyRecord([first, second, third])
      expect(isWhole).toBe(true)
      expect(text.match(/the chain holds, \d lines?/g)).toHaveLength(3)
    })
    it('finds a file that is missing, and files in another order', async () => {
      const [first, second, third] = await writeThree()
      expect(await verifyRecord([first, third])).toMatchObject({
        isWhole: false,
        text: expect.stringContaining(`${third}: the chain breaks at line 1: it doesn’t follow ${first}:2.`),
      })
      expect((await verifyRecord([first, third, second])).isWhole).toBe(false)
    })
    it('finds an end or a beginning that was cut off', async () => {
      const [first, second, third] = await writeThree()
      cutLines(second, 0, 1)
      expect((await verifyRecord([first, second, third])).text).toContain(`${third}: the chain breaks at line 1:`)
      const other = await writeThree()
      cutLines(other[1], 1)
      expect((await verifyRecord(other)).text).toContain(`${other[1]}: the chain breaks at line 1:`)
    })
    it('begins with the first line, unless it is said what it continues', async () => {
      const [first, second, third] = await writeThree()
      const { text } = await verifyRecord([second, third])
      const hash = /^.*: the chain breaks at line 1: it continues a file that isn’t here.*--continues=(\S+)$/.exec(
        text,
      )?.[1]
      expect((await verifyRecord([first])).text).toContain(`The last line has the hash ${hash}.`)
      expect((await verifyRecord([second, third], { continues: hash })).isWhole).toBe(true)
      expect((await verifyRecord([third], { continues: hash })).isWhole).toBe(false)
      expect((await verifyRecord([first, second], { continues: hash })).isWhole).toBe(false)
    })
    it('finds that the last lines were cut off by the hash of one of them', async () => {
      const files = await writeThree()
      const checkpoint = /the hash (\S+)\.$/.exec((await verifyRecord(files)).text)?.[1] ?? ''
      expect((await verifyRecord(files, { checkpoints: [checkpoint] })).isWhole).toBe(true)
      expect(await verifyRecord(files.slice(0, 2), { checkpoints: [checkpoint] })).toMatchObject({
        isWhole: false,
        text: expect.stringContaining(`${files[1]}: the chain breaks at line 2: no line has the hash ${checkpoint}`),
      })
    })
  })
  it('continues behind lines that another process has written into the same file', async () => {
    const path = newPath()
    const [first, second] = [openAuditFile(path), openAuditFile(path)]
    for (const file of [first, second, first, first, second]) await file.append({ event: 'attempt' })
    await Promise.all([first.close(), second.close()])
    expect(await verifyRecord([path])).toMatchObject({ isWhole: true, text: expect.stringContaining('holds, 5 lines') })
  })
  it('is no verdict on a file that is not there', async () => {
    expect(await verifyRecord(['/nowhere/audit.jsonl'])).toEqual({
      isWhole: false,
      text: '/nowhere/audit.jsonl: can’t be read (ENOENT).',
    })
  })
})
