/** Changes under interruptions: sent once at most, their outcome known or said to be unknown. All pairs are among the long tests. */
import { changes, interruptions, openBench, runCell } from './interrupted'
import { expect, longUnless, test } from './test'

/** Each change meets some of the interruptions: every one is met. */
const chosen = changes.map((_, nth) => interruptions.filter((_, at) => at % changes.length === nth))

test('every interruption is met', () => {
  expect(new Set(chosen.flat())).toEqual(new Set(interruptions))
})

for (const [nth, change] of changes.entries()) {
  test(change.name, longUnless(nth === 0), async ({ browser }, { testId }) => {
    const bench = await openBench(browser)
    const failures: string[] = []
    for (const cut of chosen[nth] ?? []) {
      const wrong = await runCell(bench, change, cut, `${testId}-${cut.name.replace(/\W/g, '-')}`)
      failures.push(...wrong.map((one) => `${change.name}, ${cut.name}: ${one}`))
    }
    await bench.close()
    expect(failures).toEqual([])
  })
}
