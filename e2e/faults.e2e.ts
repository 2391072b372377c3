/** Every page under one fault of each kind: data or a true error, and a way on. The whole matrix is among the long tests. */
import { openBench, runCell, test } from './faults'
import { type Fault, faults, rows } from './faults.data'
import { expect } from './test'

const kinds = [...new Set(faults.map(({ kind }) => kind))]
/** Which faults a page meets: by rotation, so that over the pages every fault is met. */
function faultsOf(nth: number): Fault[] {
  const met = kinds.flatMap((kind) => {
    const short = faults.filter((fault) => fault.kind === kind && !fault.isLong)
    const long = faults.filter((fault) => fault.kind === kind && fault.isLong)
    return [short[nth % short.length] ?? [], long[nth - 1] ?? []].flat()
  })
  return rows[nth]?.isStatic ? met.slice(0, 1) : met
}

test('every fault is met, and every kind on every page that asks for anything', () => {
  expect(new Set(rows.flatMap((_, nth) => faultsOf(nth)))).toEqual(new Set(faults))
  for (const [nth, row] of rows.entries()) {
    if (!row.isStatic) expect(new Set(faultsOf(nth).map(({ kind }) => kind))).toEqual(new Set(kinds))
  }
})

for (const [nth, row] of rows.entries()) {
  test(`${row.route} ${row.ask ?? ''} under faults`, async ({ page, gateway, logged }, { testId }) => {
    const bench = await openBench(page, gateway.origin, logged, testId)
    const failures: string[] = []
    for (const fault of faultsOf(nth)) {
      const wrong = await runCell(bench, row, fault)
      failures.push(...wrong.map((one) => `${row.route} under “${fault.name}”: ${one}`))
    }
    expect(failures).toEqual([])
  })
}
