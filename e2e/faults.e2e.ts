/** Every page under one fault of each kind: data or a true error, and a way on. The whole matrix is among the long tests. */
import { openBench, runCell, test } from './faults'
import { type Fault, faults, type Row, rows } from './faults.data'
import { expect } from './test'

const kinds = [...new Set(faults.map(({ kind }) => kind))]

/** One of each kind, in turn, so that a page meets others than the page before; one in all where nothing is asked. */
function faultsFor({ isStatic }: Row, nth: number): Fault[] {
  const wanted = isStatic ? kinds.slice(0, 1) : kinds
  return wanted.flatMap((kind) => {
    const short = faults.filter((fault) => fault.kind === kind && !fault.isLong) // a long one takes time of its own
    return short[nth % short.length] ?? []
  })
}

test('every kind has its fault, and every fault but the long ones is met', () => {
  for (const row of rows) expect(faultsFor(row, 0)).toHaveLength(row.isStatic ? 1 : kinds.length)
  const met = new Set(rows.flatMap(faultsFor))
  expect(faults.filter((fault) => !fault.isLong && !met.has(fault)).map(({ name }) => name)).toEqual([])
})

for (const [nth, row] of rows.entries()) {
  test(`${row.route} ${row.ask ?? ''} under a fault of each kind`, async ({ page, gateway, logged }, { testId }) => {
    const bench = await openBench(page, gateway.origin, logged, testId)
    for (const fault of faultsFor(row, nth))
      await test.step(`under “${fault.name}”`, async () => expect(await runCell(bench, row, fault)).toEqual([]))
  })
}
