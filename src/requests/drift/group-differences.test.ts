/** However many answers come, and whatever is in them: counts add up, memory is bounded, and nothing masked is shown. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { connections } from '../../api/connections'
import { type Difference, MAX_DIFFERENCES, read } from '../../api/read'
import { tableBlob } from '../../core/table-file'
import { driftTable } from './drift-file'
import { exampleOf, short } from './example'
import { DifferenceGroups, type Group, MOST_LINES, placeOf } from './group-differences'

const groupOf = (fold: DifferenceGroups): Group => {
  const [group] = fold.groups.values()
  if (!group) throw new Error('no group')
  return group
}
const VIN = 'WVWZZZ1KZAW000001'
const sum = (numbers: Iterable<number>) => [...numbers].reduce((total, one) => total + one, 0)

const key = fc.oneof(
  fc.nat(200),
  fc.constantFrom('data', 'attributes', '__proto__', 'constructor', 'vin', 'url', VIN),
  fc.string({ unit: 'binary', maxLength: 90 }),
)
const difference: fc.Arbitrary<Difference> = fc.record({
  path: fc.array(key, { maxLength: 5 }),
  expected: fc.constantFrom('text', 'a number', 'a whole record', 'live or simulated'),
  got: fc.oneof(fc.constant(undefined), fc.jsonValue(), fc.constant('x'.repeat(5000)), fc.constant(VIN)),
})
const answers = fc.array(
  fc.record({
    differences: fc.array(difference, { maxLength: 12 }),
    isError: fc.boolean(),
    at: fc.nat(1e6),
    requestId: fc.option(fc.string({ unit: 'binary', maxLength: 300 }), { nil: undefined }),
  }),
  { maxLength: 30 },
)
type Given = typeof answers extends fc.Arbitrary<infer T> ? T : never
const folded = (given: Given) => {
  const fold = new DifferenceGroups()
  for (const { isError, differences, at, requestId } of given)
    fold.add(connections.list, isError, differences, at, requestId)
  return fold
}

describe('any answers', () => {
  it('counts add up: every place, every kind, every answer', () => {
    fc.assert(
      fc.property(answers, (given) => {
        const fold = folded(given)
        const lines = [...fold.groups.values()].flatMap((group) => [...group.lines.values()])
        const beyond = sum([...fold.groups.values()].map((group) => group.beyond))
        return (
          fold.answers === given.length &&
          sum(lines.map(({ places }) => places)) + beyond === sum(given.map(({ differences }) => differences.length)) &&
          lines.every(
            ({ got, places, answers: seen, first, last }) =>
              sum(Object.values(got)) === places && seen >= 1 && seen <= places && first <= last,
          )
        )
      }),
    )
  })
  it('what is kept has a fixed size, and holds no VIN', () => {
    fc.assert(
      fc.property(answers, (given) => {
        const { groups } = folded(given)
        return [...groups.values()].every(
          ({ lines }) =>
            lines.size <= MOST_LINES &&
            [...lines.values()].every(
              ({ place, example, requestId }) =>
                place.length < 600 &&
                example.length < 250 &&
                (requestId?.length ?? 0) < 90 &&
                !`${place} ${example}`.includes(VIN),
            ),
        )
      }),
    )
  })
  it('make a file of both kinds, each readable', async () => {
    await fc.assert(
      fc.asyncProperty(answers, async (given) => {
        const fold = folded(given)
        const json = JSON.parse(await (await tableBlob('JSON', driftTable(fold, fold, 0))).text())
        const csv = await (await tableBlob('CSV', driftTable(fold, undefined, 0))).text()
        return json.rows.length >= fold.size * 2 && /^operation,host,|^$/.test(csv) && !csv.includes(VIN)
      }),
      { numRuns: 40 },
    )
  })
  it('beyond the room for fields are counted, with the first ones still growing', () => {
    const fold = new DifferenceGroups()
    for (let turn = 0; turn < 3; turn += 1)
      for (let name = 0; name < 1000; name += 1)
        fold.add(connections.list, false, [{ path: ['headers', `x-${name}`], expected: 'text', got: 1 }], turn)
    const { lines, beyond, answers: all } = groupOf(fold)
    expect([lines.size, beyond, all]).toEqual([MOST_LINES, 3 * (1000 - MOST_LINES), 3000])
    expect([...lines.values()].every(({ places }) => places === 3)).toBe(true)
  })
})

describe('a line', () => {
  it('is one for a hundred broken rows, in as many answers as had one', () => {
    const fold = new DifferenceGroups()
    const row = { id: 'a', attributes: { vehicle: { year: 'new' } } }
    const broken = read(connections.list.response, { data: Array.from({ length: 100 }, () => row) }).differences
    expect(broken.length).toBe(MAX_DIFFERENCES)
    fold.add(connections.list, false, broken, 1000, 'r-1')
    fold.add(connections.list, false, [], 2000, 'r-2')
    fold.add(connections.list, false, [{ path: ['data', 7, 'type'], expected: 'connection', got: null }], 3000, 'r-3')
    const { lines, answers: all, cut } = groupOf(fold)
    expect([all, cut, lines.size < 20]).toEqual([3, 1, true])
    const type = [...lines.values()].find(({ place }) => place === 'data[].type')
    expect(type).toMatchObject({ expected: 'connection', answers: 2, first: 1000, last: 3000, requestId: 'r-3' })
    expect(type?.got).toMatchObject({ nothing: expect.any(Number), null: 1 })
  })
  it('says where: names apart, indexes folded', () => {
    expect(placeOf([])).toBe('(the body)')
    expect(placeOf(['responses', 3, 'headers', 'x-age'])).toBe('responses[].headers.x-age')
    expect(placeOf([0, 'a.b', '[2]'])).toBe('[]["a.b"]["[2]"]')
    expect(placeOf(['data', VIN])).not.toContain(VIN)
  })
})

describe('an example', () => {
  it.each([
    ['data.vin', 'AB-12', '•••••'],
    ['data.vin', 12345, '•••••'],
    ['x', `seen ${VIN} here`, 'seen ••••••••••••••••• here'],
    ['capacity.url', 'weird:x?token=SECRET', 'weird:x?…'],
    ['x', 'look at https://c.example/x?token=SECRET now', 'look at https://c.example/x?… now'],
    ['x', 'Authorization: Bearer abc.def', 'Authorization: Bearer …'],
    ['x', 'eyJhbGciOiJI.eyJzdWIiOiIx.sig now', '… now'],
    ['x', { vin: VIN, password: 'SECRET', a: 1 }, '{vin, password, a}'],
    ['x', Object.fromEntries([...'abcdefgh'].map((name) => [name, 1])), '{a, b, c, d, e, f, …}'],
    ['x', [VIN, VIN], '[2]'],
    ['x', true, 'true'],
    ['x', undefined, ''],
    ['x', 'a\n\tb\u0000c', 'a b c'],
  ])('of %s for %j is %j', (place, got, example) => {
    expect(exampleOf(place, got)).toBe(example)
  })
  it('cut anywhere shows no part of a VIN', () => {
    fc.assert(
      fc.property(fc.nat(1000), fc.constantFrom(' ', '-', 'https://e.example/?', '\n'), (before, between) => {
        const text = `${'a b '.repeat(before / 4)}${between}${VIN} ${'c '.repeat(300)}`
        return !/WVWZ/.test(exampleOf('x', text)) && !/WVWZ/.test(short(text))
      }),
    )
  })
})
