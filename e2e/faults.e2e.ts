/**
 * Every page under two faults: a body that is wrong, and one of the other kinds in turn; data or a true error, and a way
 * on. Every page under every fault is among the long tests.
 */
import { openBench, runCell, test } from './faults'
import { type Fault, faults, type Row, rows } from './faults.data'
import { expect } from './test'

const short = faults.filter(({ isLong }) => !isLong) // a long one takes time of its own
/** A list has the most ways to be wrong beside the bodies. */
const others = ['list', 'refused', 'list', 'silent'] as const
const asking = rows.filter(({ isStatic }) => !isStatic)

/** The next one of a kind each time, so that all are met; one in all where nothing is asked. */
function* faultsInTurn(kind: Fault['kind']): Generator<Fault> {
  const all = short.filter((fault) => fault.kind === kind)
  while (all.length > 0) yield* all
}
const next = {
  body: faultsInTurn('body'),
  list: faultsInTurn('list'),
  refused: faultsInTurn('refused'),
  silent: faultsInTurn('silent'),
}
const nextOf = (kind: Fault['kind']): Fault[] => {
  const { value } = next[kind].next()
  return value ? [value] : []
}
const chosen = new Map<Row, Fault[]>(
  rows.map((row) => {
    const nth = asking.indexOf(row)
    const other = others[nth % others.length] ?? 'refused' // where nothing is asked
    return [row, nth < 0 ? nextOf(other) : [...nextOf('body'), ...nextOf(other)]]
  }),
)

test('every page has its faults, and every fault but the long ones is met', () => {
  for (const row of rows) expect(chosen.get(row)).toHaveLength(row.isStatic ? 1 : 2)
  const met = new Set([...chosen.values()].flat())
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
