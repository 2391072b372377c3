/** The search for what is gone: exact, and in few requests. */
import { describe, expect, it } from 'vitest'
import { randomOf } from './random-harness'
import { type Placed, Surprise, seek } from './seek'

const listOf = (count: number, msApart = 1000): Placed[] =>
  Array.from({ length: count }, (_, index) => ({ id: `c${index}`, createdAt: 1e12 - Math.floor(index * msApart) }))

/** What was found, and how many pages were read for it beyond the first. */
async function search(known: readonly Placed[], listed: readonly Placed[], size = 100) {
  const found: string[] = []
  const read: number[] = []
  const pageOf = (page: number) => listed.slice((page - 1) * size, page * size)
  await seek({
    order: { length: known.length, slice: async (from, to) => known.slice(from, to).map(({ id }) => id) },
    total: listed.length,
    size,
    pages: new Map([[1, pageOf(1)]]),
    read: async (page) => {
      read.push(page)
      return pageOf(page)
    },
    onGone: (ids) => found.push(...ids),
  })
  expect(new Set(read).size).toBe(read.length)
  expect(read).not.toContain(1)
  return { found: found.sort(), requests: read.length + 1 }
}

function without(known: readonly Placed[], count: number, random: () => number) {
  const gone = new Set<number>()
  while (gone.size < count) gone.add(Math.floor(random() * known.length))
  const listed = known.filter((_, index) => !gone.has(index))
  return { listed, gone: known.flatMap(({ id }, index) => (gone.has(index) ? id : [])).sort() }
}

describe('among 100,000 connections', () => {
  const known = listOf(100_000)
  it.each([
    [0, 1, 1],
    [1, 10.5, 11],
    [5, 36, 45],
    [20, 102, 115],
    [100, 290, 310],
  ])('%i removals cost about %i requests, and never more than %i', async (removals, usual, most) => {
    const costs: number[] = []
    for (let seed = 1; seed <= 10; seed += 1) {
      const { listed, gone } = without(known, removals, randomOf(seed * 7919))
      const { found, requests } = await search(known, listed)
      expect(found).toEqual(gone)
      costs.push(requests)
    }
    expect(costs.reduce((sum, cost) => sum + cost, 0) / costs.length).toBeLessThanOrEqual(usual)
    expect(Math.max(...costs)).toBeLessThanOrEqual(most)
  })
})

describe('connections of one moment', () => {
  it('may stand in another order in the list: none is taken for gone that is there', async () => {
    for (let seed = 1; seed <= 60; seed += 1) {
      const random = randomOf(seed)
      const known = listOf(400, 0.4) // three or two of each moment
      const { listed, gone } = without(known, seed % 7, random)
      const mixed = listed
        .map((row) => ({ row, rank: random() }))
        .sort((a, b) => b.row.createdAt - a.row.createdAt || a.rank - b.rank)
        .map(({ row }) => row)
      const { found } = await search(known, mixed, 10)
      expect(found).toEqual(gone)
    }
  })
  it('that fill pages are read as a whole', async () => {
    const known = [...listOf(40), ...listOf(40, 0).map(({ id }) => ({ id: `same ${id}`, createdAt: 5e11 }))]
    const listed = known.filter(({ id }) => id !== 'same c17')
    expect((await search(known, listed, 10)).found).toEqual(['same c17'])
  })
})

describe('a list that is not what it was taken for', () => {
  const known = listOf(200)
  it.each([
    ['is in another order', known.slice(1).reverse()],
    [
      'has a row that is not known',
      [...known.slice(0, 100), { id: 'other', createdAt: 1e12 - 100_000 }, ...known.slice(103)],
    ],
    ['has more than is known', [...known, { id: 'other', createdAt: 0 }]],
    ['repeats its first page', [...known.slice(0, 10), ...known.slice(0, 10), ...known.slice(21)]],
  ])('that %s is told', async (_, listed) => {
    await expect(search(known, listed, 10)).rejects.toThrow(Surprise)
  })
})
