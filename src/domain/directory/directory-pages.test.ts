/** Pages by number of a list that is given row after row: a shared address shows its page, in few requests. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MOST_ROWS, MOST_WALKED, type Places, readByNumber } from './directory-pages'

/** A list of so many rows; what `after` says is the row that comes before. */
function listOf(count: number) {
  const asked: [after: string | undefined, limit: number][] = []
  const read = async (after: string | undefined, limit: number) => {
    asked.push([after, limit])
    const from = Number(after ?? 0)
    const rows = Array.from({ length: Math.min(limit, count - from) }, (_, index) => from + index)
    return { rows, next: from + rows.length < count ? String(from + rows.length) : null }
  }
  return { read, asked }
}
const at = (number: number, size = 25) => ({ number, size })

describe('a page by its number', () => {
  it('is one request for the first, and for the one behind a page that was read', async () => {
    const { read, asked } = listOf(60)
    const places: Places = new Map()
    expect((await readByNumber(at(1), places, read)).piece?.rows[0]).toBe(0)
    expect((await readByNumber(at(2), places, read)).piece?.rows[0]).toBe(25)
    const last = await readByNumber(at(3), places, read)
    expect([last.piece?.rows.length, last.total]).toEqual([10, 60])
    expect(asked).toEqual([
      [undefined, 25],
      ['25', 25],
      ['50', 25],
    ])
  })
  it('that somebody shared is reached in the largest steps', async () => {
    const { read, asked } = listOf(1000)
    const { piece, total } = await readByNumber(at(21), new Map(), read)
    expect([piece?.rows[0], total]).toEqual([500, undefined])
    expect(asked.map(([, limit]) => limit)).toEqual([MOST_ROWS, MOST_ROWS, 100, 25])
  })
  it('beyond the end says how many there are', async () => {
    for (const count of [30, 50, 199, 200]) {
      const { piece, total, isTooFar } = await readByNumber(at(9), new Map(), listOf(count).read)
      expect([piece?.rows ?? [], total, isTooFar]).toEqual([[], count, false])
    }
    expect(await readByNumber(at(4), new Map(), listOf(0).read)).toMatchObject({ piece: undefined, total: 0 })
    expect(await readByNumber(at(1), new Map(), listOf(0).read)).toMatchObject({ piece: { rows: [] }, total: 0 })
  })
  it('too far from what is known is not read at all; the next one behind a page always is', async () => {
    const { read, asked } = listOf(1_000_000)
    const far = MOST_WALKED / 25 + 2
    expect(await readByNumber(at(far), new Map(), read)).toEqual({ piece: undefined, total: undefined, isTooFar: true })
    expect(asked).toEqual([])
    const places: Places = new Map([[MOST_WALKED, String(MOST_WALKED)]])
    expect((await readByNumber(at(far - 1), places, read)).piece?.rows[0]).toBe(MOST_WALKED)
    expect((await readByNumber(at(far), places, read)).piece?.rows[0]).toBe(MOST_WALKED + 25)
    expect(asked).toHaveLength(2)
  })
  it('ends with a server that gives nothing and always says that more comes', async () => {
    let requests = 0
    const read = async () => {
      requests += 1
      return { rows: requests > 1 ? [] : [1, 2], next: 'more' }
    }
    expect(await readByNumber(at(3), new Map(), read)).toMatchObject({ piece: undefined, total: 2 })
    expect(requests).toBe(2)
  })
  it('throws what a request throws, and goes on from what it knows', async () => {
    const { read, asked } = listOf(1000)
    const places: Places = new Map()
    const failing = async (after: string | undefined, limit: number) => {
      if (after === '200') throw new Error('away')
      return read(after, limit)
    }
    await expect(readByNumber(at(20), places, failing)).rejects.toThrow('away')
    expect((await readByNumber(at(20), places, read)).piece?.rows[0]).toBe(475)
    expect(asked.filter(([after]) => after === undefined)).toHaveLength(1)
  })
  it('is the same by any way to it', async () => {
    const visits = fc.array(fc.tuple(fc.integer({ min: 1, max: 30 }), fc.constantFrom(25, 50, 100)), { maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 700 }), visits, async (count, pages) => {
        const { read } = listOf(count)
        const places: Places = new Map()
        for (const [number, size] of pages) {
          const { piece, total } = await readByNumber(at(number, size), places, read)
          const offset = (number - 1) * size
          const expected = Array.from({ length: Math.max(0, Math.min(size, count - offset)) }, (_, row) => offset + row)
          expect(piece?.rows ?? []).toEqual(expected)
          if (offset + size >= count) expect(total).toBe(count)
        }
      }),
    )
  })
})
