/** The record is taken over whole and once, whatever becomes of its file, of the process and of the store. */
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type ActivityTail, followRecord } from './activity-tail'
import { hashOf } from './audit-chain'
import { createStore, epoch, lineOf, textOf } from './tail-harness'

let folder: string
let path: string
let store: ReturnType<typeof createStore>
let tails: ActivityTail[]
const warn = vi.fn()
const error = vi.fn()
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'forecourt-tail-'))
  path = join(folder, 'audit.jsonl')
  store = createStore()
  tails = []
  warn.mockClear()
  error.mockClear()
})
const close = () => Promise.all(tails.splice(0).map((tail) => tail.close()))
afterEach(async () => {
  await close()
  rmSync(folder, { recursive: true })
})
/** Looks at the file when it is asked alone. */
const follow = (now = () => epoch, elapsed?: () => number) => {
  const log = { warn, error }
  const tail = followRecord({ path, activity: store, retainDays: 10, log, now, elapsed, everyMs: 60_000 })
  tails.push(tail)
  return tail
}
/** Appends one as the record does: never behind half a line. */
function write(id: number): void {
  const isTorn = existsSync(path) && !/(^|\n)$/.test(readFileSync(path, 'utf8'))
  appendFileSync(path, (isTorn ? '\n' : '') + textOf(id))
}
const sorted = () => store.ids().toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))

it('follows what is appended, and half a line once it is whole', async () => {
  const tail = follow()
  expect(await tail.caughtUp(5000)).toBe(true)
  writeFileSync(path, textOf(1))
  appendFileSync(path, textOf(2).slice(0, 30))
  expect(await tail.caughtUp(5000)).toBe(true)
  expect(store.ids()).toEqual(['1'])
  appendFileSync(path, textOf(2).slice(30))
  await tail.caughtUp(5000)
  expect([store.ids(), store.broken(), warn.mock.calls]).toEqual([['1', '2'], 0, []])
})
it('looks by itself, without being asked', async () => {
  tails.push(
    followRecord({ path, activity: store, retainDays: 10, log: { warn, error }, now: () => epoch, everyMs: 5 }),
  )
  writeFileSync(path, textOf(1))
  await vi.waitFor(() => expect(store.ids()).toEqual(['1']))
})
it('a long file is taken a part at a time, and goes on with the next process where it was', async () => {
  const all = Array.from({ length: 2000 }, (_, n) => String(n))
  writeFileSync(path, textOf(...all.slice(0, 1500)))
  await follow().caughtUp(5000)
  await close()
  appendFileSync(path, textOf(...all.slice(1500)))
  await follow().caughtUp(5000)
  expect(store.ids()).toEqual(all)
})
it('says what can’t be read, and passes over it', async () => {
  writeFileSync(
    path,
    `{"event":"out\n\n${JSON.stringify({ event: 'sign-in', id: 's' })}\n${'x'.repeat(300_000)}\n${textOf(1)}`,
  )
  appendFileSync(path, `${JSON.stringify(lineOf(2, { time: '+275760-09-13T00:00:00.000Z' }))}\n${textOf(3)}`)
  await follow().caughtUp(5000)
  expect(store.ids()).toEqual(['1', '3'])
  expect(store.broken()).toBeGreaterThanOrEqual(3)
})
it('what the store refuses keeps nothing else out', async () => {
  store.fail((part) => (part?.entries.some(({ record }) => record.id === '5') ? 'failed' : undefined))
  writeFileSync(path, textOf(...Array.from({ length: 12 }, (_, n) => n)))
  expect(await follow().caughtUp(5000)).toBe(true)
  expect([store.ids(), store.broken()]).toEqual([['0', '1', '2', '3', '4', '6', '7', '8', '9', '10', '11'], 1])
})
it('waits for a store that is away, says so once, and goes on', async () => {
  store.fail(() => 'unavailable')
  writeFileSync(path, textOf(1))
  const tail = follow()
  expect([await tail.caughtUp(5000), await tail.caughtUp(5000)]).toEqual([false, false])
  expect(warn.mock.calls).toEqual([['Activity shows this server’s file alone. The store can’t be reached.']])
  store.fail(undefined)
  expect([await tail.caughtUp(5000), store.ids()]).toEqual([true, ['1']])
})
it('is not waited for where the store is slow', async () => {
  writeFileSync(path, textOf(1))
  const { take } = store
  let go = () => {}
  store.take = async (part) => {
    await new Promise<void>((resolve) => {
      go = resolve
    })
    return take(part)
  }
  const tail = follow()
  expect(await tail.caughtUp(20)).toBe(false)
  await vi.waitFor(() => go())
  store.take = take
  expect(await tail.caughtUp(5000)).toBe(true)
})
it('leaves out what is too old, and has it erased', async () => {
  const day = 86_400_000
  writeFileSync(path, JSON.stringify(lineOf(1, { time: new Date(epoch - 11 * day).toISOString() })))
  appendFileSync(path, `\n${textOf(2)}`)
  await follow().caughtUp(5000)
  expect(store.ids()).toEqual(['2'])
  expect(store.forget).toHaveBeenCalledWith(new Date(epoch - 10 * day))
})
it('two that follow one file take each line once', async () => {
  const all = Array.from({ length: 1200 }, (_, n) => String(n))
  writeFileSync(path, textOf(...all))
  await Promise.all([follow().caughtUp(5000), follow().caughtUp(5000)])
  expect(sorted()).toEqual(all)
})

it.each<[string, (rest: string) => void]>([
  ['renamed', () => renameSync(path, `${path}.1`)],
  ['removed', () => rmSync(path)],
  [
    'copied and emptied',
    () => {
      copyFileSync(path, `${path}-20260101`)
      truncateSync(path)
    },
  ],
])('a file that is %s is read to its end, and so is the next one', async (_, rotate) => {
  writeFileSync(path, textOf(1, 2))
  const tail = follow()
  await tail.caughtUp(5000)
  appendFileSync(path, textOf(3))
  rotate('')
  appendFileSync(path, textOf(4))
  await tail.caughtUp(5000)
  await vi.waitFor(() => expect(sorted()).toEqual(['1', '2', '3', '4']))
})
it('is written to for a moment longer under its new name', async () => {
  writeFileSync(path, textOf(1))
  const tail = follow()
  await tail.caughtUp(5000)
  renameSync(path, `${path}.1`)
  writeFileSync(path, textOf(3))
  await tail.caughtUp(5000)
  appendFileSync(`${path}.1`, textOf(2))
  await tail.caughtUp(5000)
  expect(sorted()).toEqual(['1', '2', '3'])
})
it('a file that begins anew with the same line is read anew', async () => {
  writeFileSync(path, textOf(1, 2, 3))
  const tail = follow()
  await tail.caughtUp(5000)
  writeFileSync(path, textOf(1, 4))
  await tail.caughtUp(5000)
  expect(store.ids()).toEqual(['1', '2', '3', '1', '4'])
})
it('after a restart the files beside it are read, but for those that are packed, too old or of something else', async () => {
  writeFileSync(path, textOf(1))
  await follow().caughtUp(5000)
  await close()
  appendFileSync(path, textOf(2))
  renameSync(path, `${path}.1`)
  writeFileSync(`${path}.2`, textOf(3))
  writeFileSync(`${path}.3`, textOf(4))
  utimesSync(`${path}.3`, 1, 1)
  writeFileSync(`${path}.4.gz`, textOf(5))
  writeFileSync(`${path}.notes`, 'These are notes.\n')
  writeFileSync(join(folder, 'other.jsonl'), textOf(6))
  follow()
  await vi.waitFor(() => expect(sorted()).toEqual(['1', '2', '3']))
  await close()
  expect([store.broken(), warn.mock.calls]).toEqual([0, []])
})
it('a file that begins with half a line is of the record, too', async () => {
  writeFileSync(`${path}.1`, `{"event":"outc\n${textOf(1)}`)
  follow()
  await vi.waitFor(() => expect(store.ids()).toEqual(['1']))
})

it('is whole and once whatever happens in between', async () => {
  const act = fc.constantFrom('write', 'write', 'look', 'tear', 'rename', 'restart', 'fail')
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 15 }), async (acts) => {
      for (const name of readdirSync(folder)) rmSync(join(folder, name))
      store = createStore()
      let tail = follow()
      let written = 0
      let names = 0
      const look = () => tail.caughtUp(5000)
      for (const what of acts) {
        if (what === 'write') write(++written)
        if (what === 'look') await look()
        if (what === 'tear' && written > 0) appendFileSync(path, '{"event":"outc', { flag: 'a' })
        if (what === 'rename' && readdirSync(folder).includes('audit.jsonl')) renameSync(path, `${path}.${++names}`)
        if (what === 'fail') {
          store.fail(() => 'unavailable')
          await look()
          store.fail(undefined)
        }
        if (what === 'restart') {
          await close()
          tail = follow()
        }
      }
      await look()
      await look()
      const ids = readdirSync(folder).flatMap(
        (name) => readFileSync(join(folder, name), 'utf8').match(/"id":"\d+"/g) ?? [],
      )
      expect(ids).toHaveLength(written)
      await vi.waitFor(() => expect(sorted()).toEqual(Array.from({ length: written }, (_, n) => String(n + 1))), {
        interval: 5,
      })
      await close()
    }),
    {
      numRuns: process.env.SOAK ? 600 : 20,
      examples: [
        [['write', 'rename', 'look', 'write', 'rename']],
        [['write', 'rename', 'tear', 'write', 'rename']],
        [['write', 'rename', 'look', 'write', 'fail', 'tear', 'fail']],
      ],
    },
  )
})

const damaged = 'The record isn’t complete: one of its files no longer has a line that the store has copied from it.'
it.each<[string, (text: string) => string]>([
  ['whose end was cut off', (text) => text.slice(0, text.lastIndexOf('{'))],
  ['whose end was cut off and written again', (text) => text.slice(0, text.lastIndexOf('{')) + textOf(4, 5)],
  ['whose last line was altered', (text) => text.replace('"id":"3"', '"id":"x"')],
  ['with a line more', (text) => text.replace('\n', `\n${textOf(9)}`)],
])('the next process finds a file %s', async (_, alter) => {
  writeFileSync(path, textOf(1, 2, 3))
  const before = follow()
  await before.caughtUp(5000)
  expect(before.isDamaged()).toBe(false)
  await close()
  const again = follow()
  await again.caughtUp(5000)
  expect([again.isDamaged(), error.mock.calls]).toEqual([false, []])
  await close()
  writeFileSync(path, alter(readFileSync(path, 'utf8')))
  const tail = follow()
  await tail.caughtUp(5000)
  expect(tail.isDamaged()).toBe(true)
  expect(error.mock.calls).toEqual([[expect.stringContaining(damaged)]])
})
it('a server with another account finds it, too', async () => {
  writeFileSync(path, textOf(1, 2))
  store.others.push({ place: textOf(1, 2).length, hash: hashOf(textOf(2).trim()) })
  const good = follow()
  await good.caughtUp(5000)
  expect(good.isDamaged()).toBe(false)
  await close()
  writeFileSync(path, textOf(1))
  const tail = follow()
  await tail.caughtUp(5000)
  expect(tail.isDamaged()).toBe(true)
})
it('the process finds it, too, while it goes on', async () => {
  let time = 0
  writeFileSync(path, textOf(1, 2, 3))
  const tail = follow(undefined, () => time)
  await tail.caughtUp(5000)
  writeFileSync(path, textOf(1, 2, 4))
  await tail.caughtUp(5000)
  expect(tail.isDamaged()).toBe(false)
  time += 600_000
  await tail.caughtUp(5000)
  expect([tail.isDamaged(), error.mock.calls.length]).toEqual([true, 1])
})
it('finds nothing wrong with files that are renamed, copied and emptied, or removed', async () => {
  const tail = follow()
  writeFileSync(path, textOf(1, 2))
  await tail.caughtUp(5000)
  renameSync(path, `${path}.2`)
  writeFileSync(path, textOf(3))
  await tail.caughtUp(5000)
  copyFileSync(path, `${path}.1`)
  truncateSync(path)
  appendFileSync(path, textOf(40))
  await tail.caughtUp(5000)
  rmSync(path)
  appendFileSync(path, textOf(5))
  await tail.caughtUp(5000)
  await close()
  const next = follow()
  await next.caughtUp(5000)
  expect([tail.isDamaged(), next.isDamaged(), sorted()]).toEqual([false, false, ['1', '2', '3', '5', '40']])
})
