/** What is known of a vehicle, where it is found under several keys: after these were changed, until it comes anew. */
import { compareStates, compareValues } from '../api/delivery-order'
import type { ErrorRow, ValueRow } from '../store/deliver-rows'

interface Place {
  sequence: number
  sent: number
  eventKey: string
}
const orderOf = ({ sent: sentAt, ...place }: Place) => ({ ...place, sentAt })

function newer<T extends Place>(a: T | null | undefined, b: T | null | undefined): T | undefined {
  if (!a || !b) return a ?? b ?? undefined
  return compareStates(orderOf(a), orderOf(b)) >= 0 ? a : b
}

function joined(a: ValueRow, b: ValueRow): ValueRow {
  const valueOrder = ({ recorded: recordedAt, ...place }: NonNullable<ValueRow['value']>) => ({
    ...orderOf(place),
    recordedAt,
  })
  const isFirst = a.value && (!b.value || compareValues(valueOrder(a.value), valueOrder(b.value)) >= 0)
  // A value opens with the key of its own vehicle's row.
  const { vehicleKey, value } = isFirst ? a : b
  return { ...a, vehicleKey, value, status: newer(a.status, b.status) ?? null }
}

function oneEach<T>(rows: readonly T[], nameOf: (row: T) => string, join: (a: T, b: T) => T): T[] {
  const byName = new Map<string, T>()
  for (const row of rows) {
    const known = byName.get(nameOf(row))
    byName.set(nameOf(row), known === undefined ? row : join(known, row))
  }
  return [...byName].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}

/** By their code. */
export const newestValues = (rows: readonly ValueRow[]): ValueRow[] => oneEach(rows, ({ code }) => code, joined)

export const newestErrors = (rows: readonly ErrorRow[]): ErrorRow[] =>
  oneEach(
    rows,
    ({ type, code }) => JSON.stringify([type, code]),
    (a, b) => newer(a, b) ?? a,
  )
