/** What a person does in a sequence, and what the line makes of the requests, drawn at random. */
import fc from 'fast-check'
import type { Fate } from './server'

const n = fc.nat({ max: 11 })
const remove = fc.record({ do: fc.constant('remove' as const), tab: n, thing: n })
const select = fc.record({ do: fc.constant('select' as const), tab: n, thing: n, many: fc.nat({ max: 4 }) })
const open = fc.record({ do: fc.constant('open' as const) })
const wait = (...ms: number[]) => fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(...ms) })
const operation = fc.oneof(
  { weight: 4, arbitrary: remove },
  { weight: 4, arbitrary: select },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('look again' as const), tab: n, thing: n }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('tokens' as const), tab: n, token: n }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('sign out' as const), tab: n }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('sign in' as const), operator: n }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('sign-in ends' as const) }) },
  { weight: 1, arbitrary: open },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('close' as const), tab: n }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reload' as const), tab: n }) },
  { weight: 6, arbitrary: wait(1, 8, 30, 200, 3000, 40_000) },
)
export type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never

const fate: fc.Arbitrary<Fate> = fc.record({
  kind: fc.oneof(
    { weight: 12, arbitrary: fc.constant('answered' as const) },
    { weight: 2, arbitrary: fc.constant('request lost' as const) },
    { weight: 3, arbitrary: fc.constant('answer lost' as const) },
    { weight: 2, arbitrary: fc.constant('refused' as const) },
    { weight: 1, arbitrary: fc.constant('asleep' as const) },
    { weight: 1, arbitrary: fc.constant('held back' as const) },
  ),
  there: fc.constantFrom(1, 5, 60),
  back: fc.constantFrom(1, 5, 60, 900, 12_000),
})
/** Two or three tabs that remove the same few things at the same time. */
const race = fc
  .tuple(
    fc.array(open, { minLength: 1, maxLength: 2 }),
    wait(30),
    fc.array(fc.oneof(remove, remove, select, wait(1, 2, 5, 60, 200, 1000)), { minLength: 2, maxLength: 16 }),
  )
  .map(([opened, first, rest]): Operation[] => [...opened, first, ...rest])

export const sequence = fc.record({
  operations: fc.oneof(
    { weight: 3, arbitrary: fc.array(operation, { minLength: 1, maxLength: 24 }) },
    { weight: 1, arbitrary: race },
  ),
  fates: fc.array(fate, { minLength: 1, maxLength: 30 }),
})
