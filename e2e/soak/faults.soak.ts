/** The whole fault matrix: every page under every fault. FAULT_ROWS and FAULT_NAMES (regular expressions) narrow it. */
import { openBench, runCell, test } from '../faults'
import { faults, rows } from '../faults.data'
import { expect } from '../test'

const wantedRows = new RegExp(process.env.FAULT_ROWS ?? '')
const wantedFaults = new RegExp(process.env.FAULT_NAMES ?? '')

test('every page under every fault', async ({ page, gateway, logged }, { testId }) => {
  test.setTimeout(60 * 60_000)
  const bench = await openBench(page, gateway.origin, logged, testId)
  const began = Date.now()
  const failures: string[] = []
  let cells = 0
  for (const row of rows.filter(({ route }) => wantedRows.test(route))) {
    for (const fault of faults.filter(({ name }) => wantedFaults.test(name))) {
      cells += 1
      const wrong = await runCell(bench, row, fault)
      if (wrong.length === 0) continue
      const [first = ''] = wrong
      failures.push(`${row.route} ${row.ask ?? ''} under “${fault.name}”: ${wrong.join('; ')}`)
      console.info(`failed: ${row.route} ${row.ask ?? ''} under “${fault.name}”: ${first}`)
    }
  }
  const minutes = ((Date.now() - began) / 60_000).toFixed(1)
  console.info(`${cells} cells in ${minutes} minutes, ${failures.length} failures`)
  expect(failures).toEqual([])
})
