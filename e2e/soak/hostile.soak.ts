/** Every page with hostile answers. HOSTILE_SEED, HOSTILE_CASES and HOSTILE_ROUTES (a regular expression) choose them. */
import { test } from '../faults'
import { rows } from '../faults.data'
import { openHostileBench, runHostile } from '../hostile'
import { planOf } from '../hostile.data'
import { expect } from '../test'
import { Tally } from './tally'

const seed = Number(process.env.HOSTILE_SEED ?? 20_261)
const cases = Number(process.env.HOSTILE_CASES ?? 8)
const first = Number(process.env.HOSTILE_FIRST ?? 0)
const wanted = new RegExp(process.env.HOSTILE_ROUTES ?? '')
const tally = new Tally(`cases of hostile data (seed ${seed})`)
test.afterAll(() => tally.tell())

for (const [nth, row] of rows.entries()) {
  if (!wanted.test(row.route)) continue
  const name = `${row.route} ${row.ask ?? ''}`
  test(`${name} with hostile answers`, async ({ page, gateway, logged }, { testId }) => {
    const bench = await openHostileBench(page, gateway.origin, logged, testId)
    const failures = await tally.row(
      name,
      Array.from({ length: cases }, (_, number) => first + number),
      (number) => runHostile(bench, row, planOf(seed, nth * 1000 + number)),
      (number) => `case ${number} (${planOf(seed, nth * 1000 + number).kind})`,
    )
    expect(failures).toEqual([])
  })
}
