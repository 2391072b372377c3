/** The whole fault matrix: every page under every fault. FAULT_ROWS and FAULT_NAMES (regular expressions) narrow it. */
import { openBench, runCell, test } from '../faults'
import { faults, rows } from '../faults.data'
import { expect } from '../test'
import { Tally } from './tally'

const wantedRows = new RegExp(process.env.FAULT_ROWS ?? '')
const wantedFaults = new RegExp(process.env.FAULT_NAMES ?? '')
const chosen = faults.filter(({ name }) => wantedFaults.test(name))
const tally = new Tally('cells of the fault matrix')
test.afterAll(() => tally.tell())

for (const row of rows.filter(({ route }) => wantedRows.test(route))) {
  const name = `${row.route} ${row.ask ?? ''}`
  test(`${name} under every fault`, async ({ page, gateway, logged }, { testId }) => {
    const bench = await openBench(page, gateway.origin, logged, testId)
    const failures = await tally.row(
      name,
      chosen,
      (fault) => runCell(bench, row, fault),
      (fault) => `“${fault.name}”`,
    )
    expect(failures).toEqual([])
  })
}
