/** Every change under every interruption. CHANGE_NAMES and CUT_NAMES (regular expressions) narrow it. */
import { changes, interruptions, openBench, runCell } from '../interrupted'
import { expect, test } from '../test'

const wantedChanges = new RegExp(process.env.CHANGE_NAMES ?? '')
const wantedCuts = new RegExp(process.env.CUT_NAMES ?? '')

test('every change under every interruption', async ({ browser }, { testId }) => {
  const bench = await openBench(browser)
  const began = Date.now()
  const failures: string[] = []
  let cells = 0
  for (const change of changes.filter(({ name }) => wantedChanges.test(name))) {
    for (const cut of interruptions.filter(({ name }) => wantedCuts.test(name))) {
      cells += 1
      const wrong = await runCell(bench, change, cut, `${testId}-${cells}`)
      if (wrong.length === 0) continue
      failures.push(`${change.name}, ${cut.name}: ${wrong.join('; ')}`)
      console.info(`failed: ${failures.at(-1)}`)
    }
  }
  await bench.close()
  console.info(`${cells} cells in ${((Date.now() - began) / 60_000).toFixed(1)} minutes, ${failures.length} failures`)
  expect(failures).toEqual([])
})
