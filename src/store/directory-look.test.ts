/** A search finds the rows that a comparison of all rows finds, by whichever statements: first what equals it, then the rest. */
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type TeamSort, teamSorts } from '../api/team'
import { createDirectory } from './directory'
import { at, idsOfPages, rowOf } from './directory-harness'
import { formsOf } from './directory-question'
import { type Filters, type Shelf, searchShelf, userShelf, vehicleShelf } from './directory-search'
import { sqlEngines, storeOf } from './harness'
import { openRealm } from './realms'

const Plain = z.object({
  id: z.string(),
  words: z.nullable(z.string()),
  long_words: z.nullable(z.string()),
  name: z.string(),
  connections: z.number(),
  changed_at: z.date(),
  external_id: z.nullable(z.string()),
  make: z.optional(z.nullable(z.string())),
  mode: z.optional(z.string()),
})
type Plain = z.output<typeof Plain>
const Person = z.object({ id: z.string(), external_id: z.nullable(z.string()) })

const words = 'ada AD e u- u-a v-1 c1 c12 tesla bmw i3 2021 021 model zz tes- ž žžž'.split(' ')
const cars = [
  {},
  { make: 'BMW', model: 'i3', year: 2019 },
  { make: 'BMW', model: 'Model X', year: 2021 },
  { make: undefined, model: undefined },
]
const filters: readonly Filters[] = [
  {},
  { make: 'TESLA' },
  { make: 'tesla' },
  { make: 'BMW' },
  { mode: 'simulated' },
  { make: 'BMW', mode: 'live' },
]
/** More than an index along an order takes in. */
const long = `Ada${'Ž'.repeat(900)}`

const rows = Array.from({ length: 90 }, (_, index) => {
  const [user, vehicle] = [index % 23, index % 67]
  return rowOf(`c${index}-${['ada', 'adam', 'bob', 'eve'][user % 4]}${user}-${vehicle}`, {
    ...(user % 5 === 0 ? { externalId: user === 5 ? long : undefined } : {}),
    ...cars[vehicle % cars.length],
    mode: vehicle % 3 === 0 ? 'simulated' : 'live',
    changedAt: index % 7 === 0 ? 0 : at(index % 11).getTime(),
  })
})

const begins = (id: unknown, word: string) => formsOf(word).some((form) => String(id).startsWith(form))
const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

function keyOf({ changed_at: changed, connections, name, id }: Plain, sort: TeamSort): string {
  const key = {
    changed: changed.toISOString(),
    connections: String(connections).padStart(9, '0'),
    name: name || '\uffff',
  }
  return `${key[sort]}\0${id}`
}

describe.each(sqlEngines)('%s', async (engine) => {
  const store = await storeOf(engine)
  let realm: number
  beforeAll(async () => {
    realm = await openRealm(store, 'one')
    await createDirectory(store, realm).save(rows, at(9))
  }, 30_000)

  async function plainly({ table, owner }: Shelf<unknown>) {
    const all = (await store.query(`SELECT * FROM ${table}`)).map((row) => Plain.parse(row))
    const connections = await store.query('SELECT id, user_id, vehicle_id FROM connections')
    const people = (await store.query('SELECT id, external_id FROM users')).map((row) => Person.parse(row))
    const isOwned = (id: string, word: string) =>
      connections.some((row) => row[owner] === id && Object.values(row).some((other) => begins(other, word)))
    const finds = (row: Plain, word: string) =>
      `${row.words ?? row.long_words}`.includes(word.toLowerCase()) ||
      begins(row.id, word) ||
      (word.length > 2 && isOwned(row.id, word))
    const isNamed = (id: unknown, text: string) =>
      people.some((one) => one.id === id && one.external_id?.toLowerCase() === text.toLowerCase())
    const equals = (row: Plain, text: string) =>
      formsOf(text).includes(row.id) ||
      isNamed(row.id, text) ||
      connections.some(
        (one) =>
          one[owner] === row.id &&
          (Object.values(one).some((id) => formsOf(text).includes(String(id))) || isNamed(one.user_id, text)),
      )
    return (asked: readonly string[], { make, mode }: Filters, sort: TeamSort, limit: number) => {
      const text = asked.join(' ')
      const sorted = all
        .filter((row) => make === undefined || row.make === make)
        .filter((row) => mode === undefined || row.mode === mode)
        .toSorted((a, b) => compare(keyOf(a, sort), keyOf(b, sort)) * (sort === 'name' ? 1 : -1))
      const equal = text === '' ? [] : sorted.filter((row) => equals(row, text)).map(({ id }) => id)
      const found = sorted.filter((row) => asked.every((word) => finds(row, word))).map(({ id }) => id)
      if (equal.length > Math.min(limit, 20)) return { equal: [], found }
      const own = equal.filter((id) => formsOf(text).includes(id))
      return { equal, found: [...new Set([...own, ...equal, ...found])] }
    }
  }

  const patience = fc.record({
    rows: fc.integer({ min: 15, max: 40 }),
    mostRows: fc.integer({ min: 15, max: 60 }),
    ms: fc.constantFrom(0, 1000),
    few: fc.constantFrom(0, 5, 40, 99),
    mostJoined: fc.constantFrom(0, 999),
  })

  it.each<[Shelf<{ id: string }>, readonly Filters[]]>([
    [userShelf, [{}]],
    [vehicleShelf, filters],
  ])('finds them %#', async (shelf, filters) => {
    const plain = await plainly(shelf)
    const question = fc.record({
      asked: fc.array(fc.constantFrom(...words), { maxLength: 3 }),
      sort: fc.constantFrom(...teamSorts),
      filter: fc.constantFrom(...filters),
      limit: fc.integer({ min: 5, max: 40 }),
      patience,
    })
    await fc.assert(
      fc.asyncProperty(question, async ({ asked, sort, filter, limit, patience }) => {
        const { equal, found: expected } = plain(asked, filter, sort, limit)
        const read = (after?: string) =>
          searchShelf(store, realm, shelf, { q: asked.join(' '), sort, limit, after }, filter, patience)
        expect(await idsOfPages(read)).toEqual(expected)
        const { count, isEqual = false } = await read()
        expect(isEqual).toBe(equal.length > 0)
        if (count.isExact) expect(count.value).toBe(expected.length)
        else expect(count.value).toBeLessThanOrEqual(expected.length)
      }),
      { numRuns: process.env.SOAK ? 30 : 12 },
    )
  })
})
