/** Users, vehicles and counts are what the present connections make of them, after whatever came and went. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { DirectoryRow } from '../api/directory-row'
import type { TeamUser, TeamVehicle } from '../api/team'
import { createDirectory, type Directory } from './directory'
import { at } from './directory-harness'
import { engines, newRealm, openTestStore } from './harness'

interface Kept {
  row: DirectoryRow
  read: number
  gone: number | undefined
}

/** The directory in plain code, minutes for times. */
class Model {
  readonly kept = new Map<string, Kept>()
  readonly removed = new Map<string, number>()
  readonly purged = new Map<string, number>()

  save(rows: readonly DirectoryRow[], read: number, isKept: boolean): void {
    for (const row of new Map(rows.map((each) => [each.id, each])).values()) {
      const known = this.kept.get(row.id)
      if (known && (known.read > read || (known.gone ?? 0) > read)) continue
      if ((this.removed.get(row.id) ?? 0) > read) continue
      if ((this.purged.get(row.userId ?? '') ?? 0) > read && !this.#isLater(row)) continue
      const isSame = known && known.gone === undefined && JSON.stringify(known.row) === JSON.stringify(row)
      if (!isSame || !isKept) this.kept.set(row.id, { row, read, gone: undefined })
    }
  }

  gone(ids: readonly string[], minute: number): void {
    for (const [id, kept] of this.kept) {
      if (!ids.includes(id) || kept.gone !== undefined || kept.read > minute) continue
      if (this.purged.has(kept.row.userId ?? '') && !this.#isLater(kept.row)) this.kept.delete(id)
      else kept.gone = minute
    }
  }

  remove(id: string, minute: number): void {
    this.gone([id], minute)
    this.removed.set(id, Math.max(minute, this.removed.get(id) ?? 0))
    const kept = this.kept.get(id)
    if (kept?.gone !== undefined) kept.gone = Math.max(kept.gone, minute)
  }

  purge(userId: string, minute: number): void {
    this.purged.set(userId, Math.max(minute, this.purged.get(userId) ?? 0))
    for (const [id, { row }] of this.kept) {
      if (row.userId !== userId) continue
      this.kept.delete(id)
      this.removed.delete(id)
    }
  }

  sweep(before: number, minute: number): void {
    this.gone(
      [...this.kept].filter(([, { read }]) => read < before).map(([id]) => id),
      minute,
    )
  }

  forget(before: number): void {
    for (const [id, { gone }] of this.kept) if (gone !== undefined && gone < before) this.kept.delete(id)
    for (const tombstones of [this.removed, this.purged])
      for (const [id, minute] of tombstones) if (minute < before) tombstones.delete(id)
  }

  #isLater = ({ userId, createdAt }: DirectoryRow) =>
    createdAt !== undefined && createdAt > at(this.purged.get(userId ?? '') ?? 0).getTime()

  get present(): DirectoryRow[] {
    const rows = [...this.kept.values()].filter(({ gone }) => gone === undefined).map(({ row }) => row)
    return rows.sort((a, b) => b.changedAt - a.changedAt || (a.id < b.id ? -1 : 1))
  }
}

const distinct = <T>(values: readonly (T | undefined)[]) => [...new Set(values.filter((value) => value !== undefined))]
const timeOf = (rows: readonly DirectoryRow[]) => {
  const last = Math.max(...rows.map(({ changedAt }) => changedAt))
  return last === 0 ? null : new Date(last).toISOString()
}
const modes = (rows: readonly DirectoryRow[]) => ({
  live: rows.filter(({ mode }) => mode === 'live').length,
  simulated: rows.filter(({ mode }) => mode === 'simulated').length,
})

function expectedUsers(present: readonly DirectoryRow[]): TeamUser[] {
  return distinct(present.map(({ userId }) => userId)).map((id) => {
    const rows = present.filter(({ userId }) => userId === id)
    return {
      id,
      externalId: rows.find(({ externalId }) => externalId !== undefined)?.externalId ?? null,
      ...modes(rows),
      vehicles: distinct(rows.map(({ vehicleId }) => vehicleId)).length,
      cars: distinct(rows.map(({ make, model }) => [make, model].filter(Boolean).join(' ') || undefined)).sort(),
      changedAt: timeOf(rows),
    }
  })
}

function expectedVehicles(present: readonly DirectoryRow[]): TeamVehicle[] {
  return distinct(present.map(({ vehicleId }) => vehicleId)).flatMap((id) => {
    const rows = present.filter(({ vehicleId }) => vehicleId === id)
    const latest = rows.find(({ userId }) => userId !== undefined) ?? rows[0]
    if (!latest) return []
    const { make = null, model = null, userId = null, externalId = null, mode } = latest
    const users = distinct(rows.map((row) => row.userId)).length
    const changedAt = timeOf(rows)
    const rest = { year: null, powertrainType: null, connections: rows.length }
    return [{ id, make, model, ...rest, mode, users, userId, externalId, changedAt }]
  })
}

const numberOf = <T>(rows: readonly DirectoryRow[], of: (row: DirectoryRow) => T) =>
  distinct(rows.map(of)).map((name) => {
    const simulated = rows.filter((row) => of(row) === name && row.mode === 'simulated').length
    return { name, live: rows.filter((row) => of(row) === name).length - simulated, simulated }
  })
const byName = <T extends { name: string }>(counts: readonly T[]) =>
  counts.toSorted((a, b) => (a.name < b.name ? -1 : 1))

/** All that are known of are within the two lists. */
function expectedFleet(present: readonly DirectoryRow[]) {
  const { live, simulated } = numberOf(present, ({ make }) => make ?? '').find(({ name }) => name === '') ?? {
    ...{ live: 0, simulated: 0 },
  }
  return {
    makes: byName(numberOf(present, ({ make }) => make)),
    ...{ otherMakes: { count: 0, live: 0, simulated: 0 }, noMake: { live, simulated } },
    months: byName(numberOf(present, ({ createdAt = 0 }) => new Date(createdAt).toISOString().slice(0, 7))),
    ...{ before: 0, undated: 0 },
  }
}

const minute = fc.integer({ min: 1, max: 9 })
const connectionId = fc.constantFrom('c1', 'c2', 'c3', 'c4', 'c5', 'c6')
const maybe = (...values: string[]) => fc.constantFrom(undefined, ...values)
const row = fc.record({
  id: connectionId,
  userId: maybe('u1', 'u2', 'u3'),
  externalId: maybe('ada', 'Bob'),
  vehicleId: maybe('v1', 'v2', 'v3'),
  make: maybe('BMW', 'TESLA'),
  model: maybe('i3', 'S'),
  year: fc.constant(undefined),
  powertrainType: fc.constant(undefined),
  mode: fc.constantFrom('live', 'live', 'simulated', 'unknown'),
  changedAt: fc.nat(3).map((count) => count && at(count).getTime()),
  // Over a month’s end.
  createdAt: minute.map((count) => at(count).getTime() + (count % 2) * 31 * 86_400_000),
  permissions: fc.constantFrom([], ['read_odometer']),
})

interface Step {
  onDirectory(directory: Directory): Promise<unknown>
  onModel(model: Model): void
  toString(): string
}
const step = (name: string, onDirectory: Step['onDirectory'], onModel: Step['onModel']): Step => ({
  onDirectory,
  onModel,
  toString: () => name,
})
const save = fc.tuple(fc.array(row, { maxLength: 8 }), minute, fc.boolean()).map(([rows, read, isKept]) =>
  step(
    `save ${JSON.stringify(rows)} as of ${read}, kept ${isKept}`,
    (directory) => directory.save(rows, at(read), undefined, isKept),
    (model) => model.save(rows, read, isKept),
  ),
)
const gone = fc.tuple(fc.array(connectionId), minute).map(([ids, when]) =>
  step(
    `gone ${ids} at ${when}`,
    (directory) => directory.gone(ids, at(when)),
    (model) => model.gone(ids, when),
  ),
)
const removed = fc.tuple(connectionId, minute).map(([id, when]) =>
  step(
    `removed ${id} at ${when}`,
    (directory) => directory.removed(id, at(when)),
    (model) => model.remove(id, when),
  ),
)
const purged = fc.tuple(fc.constantFrom('u1', 'u2', 'u3'), minute).map(([id, when]) =>
  step(
    `purged ${id} at ${when}`,
    (directory) => directory.purgeUser(id, at(when)),
    (model) => model.purge(id, when),
  ),
)
const swept = fc.tuple(minute, minute).map(([before, when]) =>
  step(
    `swept before ${before} at ${when}`,
    (directory) => directory.sweep(at(before), at(when)),
    (model) => model.sweep(before, when),
  ),
)
const forgotten = minute.map((before) =>
  step(
    `forgotten before ${before}`,
    (directory) => directory.forget(at(before)),
    (model) => model.forget(before),
  ),
)
const steps = fc.array(
  fc.oneof({ weight: 4, arbitrary: save }, gone, removed, purged, swept, { weight: 1, arbitrary: forgotten }),
  { minLength: 2, maxLength: 10 },
)

const byId = <T extends { id: string }>(rows: readonly T[]) => rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))

const runsOf = (engine: (typeof engines)[number]) => Number(process.env.DRIFT_RUNS ?? (engine === 'embedded' ? 2 : 6))

it.each(engines)(
  'never drift: %s',
  async (engine) => {
    const store = await openTestStore(engine)
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const directory = createDirectory(store, await newRealm(store))
        const model = new Model()
        for (const one of all) {
          await one.onDirectory(directory)
          one.onModel(model)
          const { present } = model
          const users = expectedUsers(present)
          const vehicles = expectedVehicles(present)
          expect(byId((await directory.users({ limit: 99 })).rows)).toEqual(byId(users))
          expect(byId((await directory.vehicles({ limit: 99 })).rows)).toEqual(byId(vehicles))
          const counts = { ...modes(present), users: users.length, vehicles: vehicles.length }
          expect(await directory.counts()).toEqual(counts)
          const { makes, ...fleet } = await directory.fleet()
          expect({ makes: byName(makes), ...fleet }).toEqual(expectedFleet(present))
          const ids = (await (await directory.order()).slice(0, 99)) ?? []
          expect(ids.toSorted()).toEqual(byId(present).map(({ id }) => id))
        }
      }),
      { numRuns: runsOf(engine) },
    )
    await store.close()
  },
  60_000 + Math.max(...engines.map(runsOf)) * 500,
)
