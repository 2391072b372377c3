/** Every page under a fault, all of them in turn; data or a true error, and a way on. Every page under each is among the long tests. */
import { openBench, runCell, test } from './faults'
import { type Fault, faults, type Row, rows } from './faults.data'
import { expect } from './test'

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

for (const [row, its] of chosen) {
  test(`${row.route} ${row.ask ?? ''} under ${its.map(({ name }) => `“${name}”`).join(' and ')}`, async ({
    page,
    gateway,
    logged,
  }, { testId }) => {
    const bench = await openBench(page, gateway.origin, logged, testId)
    for (const fault of its)
      await test.step(`under “${fault.name}”`, async () => expect(await runCell(bench, row, fault)).toEqual([]))
  })
}

test('pages that request nothing are the same under a refusal of everything', async ({ page, gateway, logged }, {
  testId,
}) => {
  const bench = await openBench(page, gateway.origin, logged, testId)
  const [refusal] = short
  if (!refusal) throw new Error('There is no fault.')
  for (const row of rows.filter(({ isStatic }) => isStatic))
    await test.step(row.route, async () => expect(await runCell(bench, row, refusal)).toEqual([]))
})
