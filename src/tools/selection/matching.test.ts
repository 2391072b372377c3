/** Rows on their way into a selection: all of them, in their order, in few parts where there are many. */
import { expect, it } from 'vitest'
import { inGrowingParts } from './matching'

it.each([3, 1000])('%i pages of 100', (pages) => {
  const given: number[] = []
  let parts = 0
  let copied = 0
  const { take, flush } = inGrowingParts<number>((rows, before) => {
    expect(before).toBe(given.length)
    given.push(...rows)
    parts += 1
    copied += given.length
  })
  for (let page = 0; page < pages; page += 1) {
    take(Array.from({ length: 100 }, (_, row) => page * 100 + row))
    if (page < 10) expect(given).toHaveLength((page + 1) * 100) // what is small is there at once
  }
  flush()
  expect(given).toEqual(Array.from({ length: pages * 100 }, (_, row) => row))
  expect(parts).toBeLessThanOrEqual(Math.min(pages, 80))
  expect(copied).toBeLessThanOrEqual(given.length * 15)
})
