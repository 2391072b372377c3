/** For tests of the record's tail: lines of a record, and a store that keeps what the tail gives it. */
import { vi } from 'vitest'
import type { ActivityPart, RecordCheckpoint } from '../../store/activity'
import { StoreError, type StoreFailure } from '../../store/store'

export const epoch = Date.parse('2026-01-01T00:00:00Z')
export const lineOf = (id: number | string, more = {}) => ({
  ...{ event: 'outcome', time: new Date(epoch).toISOString(), id: String(id), host: 'vehicle', status: 204 },
  ...{ operation: 'DELETE /v3/users/{userId}', parameters: { userId: 'u' }, durationMs: 0, ...more },
})
export const textOf = (...ids: (number | string)[]) => ids.map((id) => `${JSON.stringify(lineOf(id))}\n`).join('')

/** A store that keeps what the tail gives it, and fails on demand. */
export function createStore() {
  const places = new Map<string, RecordCheckpoint>()
  /** Of other realms. */
  const others: RecordCheckpoint[] = []
  const kept: ActivityPart[] = []
  let failure: ((part: ActivityPart | undefined) => StoreFailure | undefined) | undefined
  const may = (part?: ActivityPart) => {
    const why = failure?.(part)
    if (why) throw new StoreError(why)
  }
  return {
    places: async (files: readonly string[]) => {
      may()
      return new Map([...places].filter(([file]) => files.includes(file)))
    },
    checkpoints: async (file: string) => {
      may()
      return [...(places.has(file) ? [places.get(file)] : []), ...others].flatMap((one) => one ?? [])
    },
    take: async (part: ActivityPart) => {
      may(part)
      if ((places.get(part.file)?.place ?? 0) !== part.from) return false
      places.set(part.file, { place: part.to, hash: part.hash ?? null })
      kept.push(part)
      return true
    },
    forget: vi.fn(async () => 0),
    others,
    ids: () => kept.flatMap(({ entries }) => entries.map(({ record }) => record.id)),
    broken: () => kept.reduce((sum, { broken }) => sum + broken, 0),
    fail(how: typeof failure) {
      failure = how
    },
  }
}
