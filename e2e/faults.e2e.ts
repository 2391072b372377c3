/** Pages under faults: data or a true error, and a way on. A third of the pages is in the short run; every page under every fault is in the soak. */
import { openBench, runCell, test } from './faults'
import { type Fault, faults, type Row, rows } from './faults.data'
import { expect, longUnless } from './test'

const short = faults.filter(({ isLong }) => !isLong) // a long one takes time of its own

const asking = rows.filter(({ isStatic }) => !isStatic)

/** All faults over the pages that request something, as evenly as can be. */
const chosen = new Map<Row, Fault[]>(
  asking.map((row, nth) => [row, short.filter((_, at) => at % asking.length === nth)]),
)

test('every page that requests something has its faults, and every fault but the long ones is met', () => {
  for (const row of asking) expect(chosen.get(row)?.length).toBeGreaterThan(0)
  const met = new Set(asking.flatMap((row) => chosen.get(row) ?? []))
  expect(short.filter((fault) => !met.has(fault)).map(({ name }) => name)).toEqual([])
})

for (const [nth, [row, its]] of [...chosen].entries()) {
  const name = `${row.route} ${row.ask ?? ''} under ${its.map(({ name }) => `“${name}”`).join(' and ')}`
  // These pages have faults of each kind.
  test(name, longUnless(nth % 3 === 1), async ({ page, gateway, logged }, { testId }) => {
    const bench = await openBench(page, gateway.origin, logged, testId)
    for (const fault of its)
      await test.step(`under “${fault.name}”`, async () => expect(await runCell(bench, row, fault)).toEqual([]))
  })
}

test(
  'pages that request nothing are the same under a refusal of everything',
  { tag: '@long' },
  async ({ page, gateway, logged }, { testId }) => {
    const bench = await openBench(page, gateway.origin, logged, testId)
    const [refusal] = short
    if (!refusal) throw new Error('There is no fault.')
    for (const row of rows.filter(({ isStatic }) => isStatic))
      await test.step(row.route, async () => expect(await runCell(bench, row, refusal)).toEqual([]))
  },
)
