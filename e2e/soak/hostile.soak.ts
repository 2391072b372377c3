/** Every page with hostile answers. HOSTILE_SEED, HOSTILE_CASES and HOSTILE_ROUTES (a regular expression) choose them. */
import { test } from '../faults'
import { rows } from '../faults.data'
import { openHostileBench, runHostile } from '../hostile'
import { planOf } from '../hostile.data'
import { expect } from '../test'

const seed = Number(process.env.HOSTILE_SEED ?? 20_261)
const cases = Number(process.env.HOSTILE_CASES ?? 8)
const first = Number(process.env.HOSTILE_FIRST ?? 0)
const wanted = new RegExp(process.env.HOSTILE_ROUTES ?? '')

test('every page with hostile answers', async ({ page, gateway, logged }, { testId }) => {
  test.setTimeout(60 * 60_000)
  const bench = await openHostileBench(page, gateway.origin, logged, testId)
  const began = Date.now()
  const failures: string[] = []
  const chosen = [...rows.entries()].filter(([, { route }]) => wanted.test(route))
  for (const [nth, row] of chosen) {
    for (let number = first; number < first + cases; number += 1) {
      const plan = planOf(seed, nth * 1000 + number)
      const wrong = await runHostile(bench, row, plan)
      if (wrong.length === 0) continue
      failures.push(`${row.route} ${row.ask ?? ''} case ${number} (${plan.kind}): ${wrong.join('; ')}`)
      console.info(`failed: ${failures.at(-1)}`)
    }
  }
  const minutes = ((Date.now() - began) / 60_000).toFixed(1)
  const count = chosen.length * cases
  console.info(
    `seed ${seed}: ${chosen.length} pages, ${count} cases in ${minutes} minutes, ${failures.length} failures`,
  )
  expect(failures).toEqual([])
})
