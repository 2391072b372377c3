/** A record is cut into numbered parts: no line is lost or doubled, and the chain holds, whenever the server is killed. */
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { followRecord } from './activity-tail'
import { openAuditFile } from './audit-file'
import { newestRecord } from './record-file'
import { nextPart, partNumber, recordParts } from './record-parts'
import { createStore, epoch, lineOf } from './tail-harness'
import { verifyCommand } from './verify-command'

const root = mkdtempSync(join(tmpdir(), 'forecourt-parts-'))
afterAll(() => rmSync(root, { recursive: true }))
afterEach(() => {
  vi.restoreAllMocks()
})
const newFolder = () => mkdtempSync(join(root, 'a-'))
const newPath = () => join(newFolder(), 'record.jsonl')
const linesIn = (path: string) => readFileSync(path, 'utf8').split('\n').filter(Boolean)
const idsIn = (path: string) => linesIn(path).map((line) => JSON.parse(line).id)
/** The IDs of all parts, the oldest first. */
const allIds = async (path: string) => [...(await recordParts(path)), path].filter(existsSync).flatMap(idsIn)
const verdictOf = (path: string) => verifyCommand([path], {})

describe('the names of parts', () => {
  it('have a number before the extension', () => {
    const numbers = (path: string, ...names: string[]) => names.map((name) => partNumber(path, name))
    expect(numbers('/a/record.jsonl', 'record.1.jsonl', 'record.10.jsonl', 'record.2.jsonl.gz')).toEqual([1, 10, 2])
    for (const name of [
      'record.jsonl',
      'record.0.jsonl',
      'record.01.jsonl',
      'record..jsonl',
      'record.jsonl.1',
      'x.1.jsonl',
    ])
      expect(partNumber('/a/record.jsonl', name)).toBeUndefined()
    expect(numbers('/a/record', 'record.3', 'record')).toEqual([3, undefined])
  })
  it('are in the order of their numbers, and a packed one keeps its own', async () => {
    const path = newPath()
    for (const name of ['record.10.jsonl', 'record.9.jsonl', 'record.11.jsonl.gz', 'record.jsonl'])
      writeFileSync(join(path, '..', name), `${JSON.stringify(lineOf(name))}\n`)
    expect(await recordParts(path)).toEqual([9, 10].map((n) => join(path, '..', `record.${n}.jsonl`)))
    expect(await nextPart(path)).toBe(join(path, '..', 'record.12.jsonl'))
    expect(await newestRecord(path)).toBe(join(path, '..', 'record.10.jsonl'))
  })
})

const follow = (path: string, store: ReturnType<typeof createStore>, everyMs = 60_000) => {
  const log = { warn: vi.fn(), error: vi.fn() }
  return followRecord({ path, activity: store, retainDays: 10, log, now: () => epoch, everyMs })
}

describe('a record', () => {
  async function writeLines(path: string, from: number, count: number, mostBytes: number, atOnce = 1) {
    const file = openAuditFile(path, { mostBytes })
    for (let n = from; n < from + count; n += atOnce)
      await Promise.all(
        Array.from({ length: Math.min(atOnce, from + count - n) }, (_, nth) => file.append(lineOf(n + nth))),
      )
    await file.close()
  }
  it('is cut before a part is larger than it may be, and is verified with its parts', async () => {
    const path = newPath()
    await writeLines(path, 0, 40, 2_000)
    const parts = await recordParts(path)
    expect(parts.length).toBeGreaterThan(3)
    for (const part of parts) expect([statSync(part).size <= 2_000, statSync(part).mode & 0o777]).toEqual([true, 0o600])
    expect(await allIds(path)).toEqual(Array.from({ length: 40 }, (_, n) => String(n)))
    const { isWhole, text } = await verdictOf(path)
    expect([isWhole, text.match(/the chain holds/g)?.length]).toEqual([true, parts.length + 1])
    expect((await verifyCommand([...parts, path], {})).text).toBe(text)
    rmSync(parts[1] ?? '')
    expect((await verdictOf(path)).isWhole).toBe(false)
  })
  it('of version 0.3 continues in a part', async () => {
    const path = newPath()
    writeFileSync(path, '') // as the check at a start leaves it
    await writeLines(path, 0, 10, Number.POSITIVE_INFINITY)
    await writeLines(path, 10, 1, 1_000)
    expect([idsIn(join(path, '..', 'record.1.jsonl')).length, idsIn(path)]).toEqual([10, ['10']])
    expect((await verdictOf(path)).isWhole).toBe(true)
  })
  it('continues uncut if it can’t be renamed, and says so once for as much as a part holds', async () => {
    const path = join(newFolder(), `${'r'.repeat(248)}.jsonl`) // the name of its part is too long
    const warn = vi.fn()
    const file = openAuditFile(path, { mostBytes: 1_000, log: { warn } })
    for (let n = 0; n < 6; n += 1) await file.append(lineOf(n))
    await file.close()
    expect(idsIn(path)).toEqual(['0', '1', '2', '3', '4', '5'])
    expect(warn.mock.calls).toEqual([[`${path}: can’t be cut into parts (ENAMETOOLONG). It grows until it can.`]])
  })
  it('continues after a kill at any moment: no line is lost, and the chain holds', async () => {
    const handle = await open(newPath(), 'w')
    // A kill loses nothing that was written: the disk isn't needed.
    vi.spyOn(Object.getPrototypeOf(handle), 'datasync').mockResolvedValue(undefined)
    vi.spyOn(Object.getPrototypeOf(handle), 'sync').mockResolvedValue(undefined)
    await handle.close()
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            lines: fc.integer({ min: 1, max: 8 }),
            atOnce: fc.integer({ min: 1, max: 4 }),
            kill: fc.constantFrom('between lines', 'in a line', 'between the steps of a cut', 'after the check'),
            at: fc.integer({ min: 1, max: 150 }),
          }),
          { minLength: 1, maxLength: 6 },
        ),
        async (runs) => {
          const path = newPath()
          const store = createStore()
          let written = 0
          for (const { lines, atOnce, kill, at } of runs) {
            await writeLines(path, written, lines, 1_200, atOnce)
            written += lines
            if (kill === 'between the steps of a cut') renameSync(path, await nextPart(path))
            if (kill === 'after the check') writeFileSync(path, '', { flag: 'a' })
            if (kill === 'in a line') {
              // A line that was begun: its beginning is on the disk.
              writeFileSync(path, JSON.stringify(lineOf('cut')).slice(0, at), { flag: 'a' })
            }
            const tail = follow(path, store)
            await tail.caughtUp(5_000)
            await tail.close()
          }
          await writeLines(path, written, 1, 1_200)
          const parts = [...(await recordParts(path)), path]
          const whole = parts.flatMap((part) =>
            linesIn(part).flatMap((line) => (line.includes('previous') ? [JSON.parse(line).id] : [])),
          )
          expect(whole).toEqual(Array.from({ length: written + 1 }, (_, n) => String(n)))
          expect(await verdictOf(path)).toMatchObject({ isWhole: true })
          const tail = follow(path, store)
          await vi.waitFor(
            async () => {
              expect(await tail.caughtUp(5_000)).toBe(true)
              expect(store.ids().toSorted((a, b) => Number(a) - Number(b))).toEqual(whole)
            },
            { interval: 1 },
          )
          await tail.close()
        },
      ),
      { numRuns: 15 },
    )
  })
  it('is followed while it is cut', async () => {
    const path = newPath()
    const store = createStore()
    const tail = follow(path, store, 1)
    await writeLines(path, 0, 60, 1_500, 3)
    await vi.waitFor(() => expect(new Set(store.ids()).size).toBe(60))
    expect([store.ids().length, store.broken(), tail.isDamaged()]).toEqual([60, 0, false])
    await tail.close()
  })
})
