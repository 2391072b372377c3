/** Reading the record back: pairs as one, pages without gaps or repeats, broken lines counted, little memory. */
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import type { ActivityRecord } from '../../api/activity'
import { type ActivityQuery, MOST_LINES, readActivity } from './audit-reader'

const folder = mkdtempSync(join(tmpdir(), 'forecourt-reader-'))
afterAll(() => rmSync(folder, { recursive: true }))
const path = join(folder, 'audit.jsonl')

const epoch = Date.parse('2026-01-01T00:00:00Z')
const common = (id: string) => ({
  id,
  client: '127.0.0.1',
  host: 'vehicle',
  operation: 'DELETE /v3/connections/{connectionId}',
  parameters: { connectionId: `connection-${id}` },
})
const line = (event: string, id: string, second: number, more: object = {}) =>
  JSON.stringify({ event, time: new Date(epoch + second * 1000).toISOString(), ...common(id), ...more })
const attempt = (id: string, second: number, more = {}) => line('attempt', id, second, more)
const outcome = (id: string, second: number, seconds: number, status: number | 'unknown' = 204, more = {}) =>
  line('outcome', id, second, { status, durationMs: seconds * 1000, ...more })

const write = (lines: readonly string[]) => writeFileSync(path, lines.map((one) => `${one}\n`).join(''))
async function all(query: Omit<ActivityQuery, 'limit'> & { limit?: number } = {}) {
  const records: ActivityRecord[] = []
  let broken = 0
  let before = query.before
  for (let pages = 0; pages < 10_000; pages += 1) {
    const page = await readActivity(path, { limit: 50, ...query, before })
    records.push(...page.records)
    broken += page.broken
    if (page.next === undefined) return { records, broken }
    before = page.next
  }
  throw new Error('the pages do not end')
}

describe('readActivity', () => {
  it('ends where nobody waits any more: among the lines of a page, and of those after it', async () => {
    write([attempt('a', 0), ...Array.from({ length: 2000 }, (_, nth) => outcome(`${nth}`, nth, 1))])
    const { size } = statSync(path)
    const first = Buffer.byteLength(`${attempt('a', 0)}\n`)
    for (const before of [size, first]) {
      const waiting = new AbortController()
      const search = readActivity(path, { limit: 50, text: 'not there', before }, waiting.signal)
      waiting.abort(new Error('nobody waits'))
      await expect(search).rejects.toThrow('nobody waits')
    }
  })
  it('makes one record of attempt and outcome, dated when it began', async () => {
    write([
      attempt('a', 0),
      outcome('a', 3, 3, 204, { requestId: 'r-1', operator: 'op' }),
      line('read', 'b', 5, { requests: 3 }),
    ])
    expect((await all()).records).toEqual([
      { ...common('b'), requests: 3, kind: 'read', time: '2026-01-01T00:00:05.000Z', status: 'unknown' },
      {
        ...common('a'),
        kind: 'change',
        time: '2026-01-01T00:00:00.000Z',
        status: 204,
        durationMs: 3000,
        requestId: 'r-1',
        operator: 'op',
      },
    ])
  })
  it('an attempt without an outcome is unknown; an outcome without its attempt, in a file that was moved, is whole', async () => {
    write([outcome('moved', 1, 1), attempt('lost', 2)])
    expect((await all()).records.map(({ id, status }) => [id, status])).toEqual([
      ['lost', 'unknown'],
      ['moved', 204],
    ])
  })
  it('makes one record of the two lines of a vehicle read, too, and one of a lost one', async () => {
    const read = { kind: 'read', requests: 2, credential: { source: 'vehicle', fingerprint: 'f' }, previous: 'h' }
    write([
      attempt('a', 0, read),
      outcome('a', 2, 2, 200, read),
      line('token added', 's', 3, { previous: 'h' }),
      attempt('b', 4, read),
    ])
    const known = { kind: 'read', requests: 2 }
    expect(await all({ kind: 'read' })).toEqual({
      broken: 0,
      records: [
        { ...common('b'), ...known, time: '2026-01-01T00:00:04.000Z', status: 'unknown' },
        { ...common('a'), ...known, time: '2026-01-01T00:00:00.000Z', status: 200, durationMs: 2000 },
      ],
    })
    expect((await all({ kind: 'change' })).records).toEqual([])
  })
  it('a change that never left is a failure, not an unknown outcome', async () => {
    write([attempt('a', 0), line('outcome', 'a', 1, { status: 'not sent', durationMs: 1000 })])
    expect(await all({ outcome: 'failure' })).toMatchObject({ broken: 0, records: [{ id: 'a', status: 'not sent' }] })
    expect((await all({ outcome: 'unknown' })).records).toEqual([])
  })
  it('skips and counts broken lines, and passes over events of another kind', async () => {
    write([
      attempt('a', 0),
      '{"event":"att',
      '',
      'null',
      '{"event":"sign-in"}',
      outcome('a', 1, 1),
      '{"event":"outcome"}',
    ])
    const { records, broken } = await all()
    expect(records.map(({ id }) => id)).toEqual(['a'])
    expect(broken).toBe(3)
  })
  it('reads a last line that has no end yet only where it is whole', async () => {
    writeFileSync(path, `${attempt('a', 0)}\n${outcome('a', 1, 1).slice(0, 60)}`)
    expect(await all()).toMatchObject({ broken: 1, records: [{ id: 'a', status: 'unknown' }] })
    writeFileSync(path, `${attempt('a', 0)}\n${outcome('a', 1, 1)}`)
    expect(await all()).toMatchObject({ broken: 0, records: [{ id: 'a', status: 204 }] })
  })
  it('drops a line too long for the record, and reads those around it', async () => {
    write([outcome('a', 1, 1), 'x'.repeat(3_000_000), outcome('b', 2, 1)])
    const { records, broken } = await all()
    expect([records.map(({ id }) => id), broken]).toEqual([['b', 'a'], 1])
  })
  it('filters by what is asked for', async () => {
    write([
      attempt('a', 0),
      outcome('a', 1, 1, 204, { operator: 'ann@x', requestId: 'R-Seven' }),
      attempt('b', 10),
      outcome('b', 11, 1, 404, { client: '10.0.0.9' }),
      line('read', 'c', 20, { operation: 'GET /v2.0/vehicles/{id}/vin', parameters: { id: 'ümlaut' }, status: 200 }),
      attempt('d', 30),
    ])
    const ids = async (query: Omit<ActivityQuery, 'limit'>) => (await all(query)).records.map(({ id }) => id)
    expect(await ids({})).toEqual(['d', 'c', 'b', 'a'])
    expect(await ids({ operation: 'GET /v2.0/vehicles/{id}/vin' })).toEqual(['c'])
    expect(await ids({ operator: 'ann@x' })).toEqual(['a'])
    expect(await ids({ outcome: 'success' })).toEqual(['c', 'a'])
    expect(await ids({ outcome: 'failure' })).toEqual(['b'])
    expect(await ids({ outcome: 'unknown' })).toEqual(['d'])
    expect(await ids({ since: '2026-01-01T00:00:10Z' })).toEqual(['d', 'c', 'b'])
    expect(await ids({ until: '2026-01-01T00:00:10Z' })).toEqual(['a'])
    expect(await ids({ text: 'r-seven' })).toEqual(['a'])
    expect(await ids({ text: '10.0.0.9' })).toEqual(['b'])
    expect(await ids({ text: 'ÜMLAUT' })).toEqual(['c'])
    expect(await ids({ text: 'connection-D' })).toEqual(['d'])
  })
  it('a file that is not there yet is empty; a position past the end is the end', async () => {
    expect(await readActivity(join(folder, 'none'), { limit: 10 })).toEqual({ records: [], next: undefined, broken: 0 })
    write([outcome('a', 1, 1)])
    expect((await all({ before: 1e9 })).records).toHaveLength(1)
  })
  it('pages of any size hold every change once, and only what has no outcome as unknown', async () => {
    const change = fc.record({ at: fc.nat(100), seconds: fc.nat(60), isLost: fc.boolean(), isRead: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 40 }), fc.integer({ min: 1, max: 7 }), async (changes, limit) => {
        const events = changes.flatMap(({ at, seconds, isLost, isRead }, index) => {
          const id = `id${index}`
          if (isRead) return [{ at: at + seconds, text: line('read', id, at + seconds, { status: 200 }) }]
          const begin = { at, text: attempt(id, at) }
          return isLost ? [begin] : [begin, { at: at + seconds, text: outcome(id, at + seconds, seconds) }]
        })
        write(events.sort((a, b) => a.at - b.at).map(({ text }) => text)) // a stable sort: an attempt stays first
        const { records, broken } = await all({ limit })
        const expected = changes.map(({ isLost, isRead }, index) => [
          `id${index}`,
          isRead ? 200 : isLost ? 'unknown' : 204,
        ])
        expect(records.map(({ id, status }) => [id, status]).sort()).toEqual(expected.sort())
        expect(broken).toBe(0)
      }),
      { numRuns: 60 },
    )
  })
  it('of a million lines is read from the end in little memory, and looks at so many lines at a time', async () => {
    const block = (name: string) =>
      Array.from({ length: 1000 }, (_, index) => {
        const id = `${name}-${index}`
        return `${attempt(id, 0)}\n${outcome(id, 1, 1)}\n`
      }).join('')
    const file = openSync(path, 'w')
    const filler = Buffer.from(block('filler'))
    for (let count = 1; count < 500; count += 1) writeSync(file, filler)
    writeSync(file, block('last'))
    closeSync(file)
    const before = process.memoryUsage()
    const first = await readActivity(path, { limit: 100 })
    expect(first.records.map(({ id }) => id)).toEqual(Array.from({ length: 100 }, (_, index) => `last-${999 - index}`))
    const rare = await readActivity(path, { limit: 100, text: 'nobody' })
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    expect(rare.records).toEqual([])
    expect(rare.next).toBeGreaterThan(0)
    expect(heapUsed + arrayBuffers - before.heapUsed - before.arrayBuffers).toBeLessThan(120_000_000) // of 250 MB
    const second = await readActivity(path, { limit: 100, before: first.next })
    expect(second.records[0]?.id).toBe('last-899')
    expect(MOST_LINES).toBeLessThan(1_000_000)
  }, 30_000)
})
