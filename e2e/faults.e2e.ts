/** Every page under a fault, another one on each: data or a true error, and a way on. The whole matrix is among the long tests. */
import { openBench, runCell, test } from './faults'
import { faults, rows } from './faults.data'
import { expect } from './test'

/** Those that take no time of their own; by rotation, so that a page meets another kind than the page before. */
const short = faults.filter(({ isLong }) => !isLong)
const faultFor = (nth: number) => short[(nth * 7) % short.length]

test('as many faults as there are pages are met', () => {
  const met = new Set(rows.map((_, nth) => faultFor(nth)))
  expect(met.size).toBe(Math.min(rows.length, short.length))
})

for (const [nth, row] of rows.entries()) {
  const fault = faultFor(nth)
  if (!fault) throw new Error('no fault is left')
  test(`${row.route} ${row.ask ?? ''} under “${fault.name}”`, async ({ page, gateway, logged }, { testId }) => {
    expect(await runCell(await openBench(page, gateway.origin, logged, testId), row, fault)).toEqual([])
  })
}
