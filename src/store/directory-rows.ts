/** What of a row the store takes in: texts of a size that an index holds, without what PostgreSQL refuses. */
import type { DirectoryRow } from '../api/directory-row'
import { LAST_TIME } from '../api/stored-time'

const MOST_ID = 500
const MOST_TEXT = 1000
const MOST_NAME = 200

/** Half a character, or a NUL, is in no id: cut or mended, it would be another's. */
const isId = (id: string | undefined): id is string =>
  id !== undefined && id !== '' && id.length <= MOST_ID && !id.includes('\0') && id.isWellFormed()

/** Text as it can be stored. */
export const storable = (text: string, most = MOST_TEXT): string =>
  text.replaceAll('\0', '').slice(0, most).toWellFormed()

const textOf = (text: string | undefined, most?: number): string | null => storable(text ?? '', most).trim() || null

export const timeOf = (ms: number | undefined): string | null =>
  ms !== undefined && ms > 0 && ms <= LAST_TIME ? new Date(ms).toISOString() : null

/** E.g. `2021 TESLA Model 3`: without what the model says already. */
function carOf(year: number | null, make: string | null, model: string | null): string {
  const isNew = (part: string) => !` ${model} `.includes(` ${part} `)
  return [...[year && String(year), make].filter((part) => part && isNew(part)), model].filter(Boolean).join(' ')
}

/** One row as the statement takes it, named as its columns are. */
function storedRow(row: DirectoryRow, place: number, readAt: Date) {
  const make = textOf(row.make, MOST_NAME)
  const model = textOf(row.model, MOST_NAME)
  const year =
    row.year !== undefined && Number.isInteger(row.year) && row.year > 0 && row.year < 10_000 ? row.year : null
  return {
    place,
    read_at: readAt,
    id: row.id,
    user_id: isId(row.userId) ? row.userId : null,
    vehicle_id: isId(row.vehicleId) ? row.vehicleId : null,
    external_id: textOf(row.externalId),
    make,
    model,
    year,
    car: carOf(year, make, model),
    powertrain: textOf(row.powertrainType, MOST_NAME),
    mode: textOf(row.mode, MOST_NAME) ?? 'unknown',
    permissions: row.permissions.map((permission) => storable(permission, MOST_NAME)),
    created_at: timeOf(row.createdAt),
    updated_at: timeOf(row.changedAt),
  }
}

/** The rows of pages as JSON, without those whose id is none. @param readAt of all rows, or of each */
export const storedRows = (rows: readonly DirectoryRow[], readAt: Date | readonly Date[]): string =>
  JSON.stringify(
    rows.flatMap((row, place) => {
      const at = readAt instanceof Date ? readAt : readAt[place]
      return at && isId(row.id) ? [storedRow(row, place, at)] : []
    }),
  )
