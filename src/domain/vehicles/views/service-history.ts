/** Service records, one or many, in the order of time; what does not fit together is said. */
import type { Output } from '../../../api/endpoint'
import { dayOf, parseInstant } from '../../../api/instant'
import type { vehicleData } from '../../../api/vehicle-data'
import type { TableRow } from '../../../core/table-row'

type History = Output<typeof vehicleData.serviceHistory>
type One<T> = T extends readonly (infer Item)[] ? Item : T
export type ServiceRecord = NonNullable<One<NonNullable<History>>>

/** The interface shows one record; services send one or a list. */
export const recordsOf = (history: History): ServiceRecord[] =>
  (Array.isArray(history) ? history : [history]).filter((record) => record !== null && record !== undefined)

export interface DatedRecord {
  record: ServiceRecord
  /** Milliseconds since the epoch; undefined where undated. */
  at: number | undefined
  /** True where an earlier service had a higher odometer. */
  goesBack: boolean
  /** Since the service before it; each is undefined where one of the two does not tell it. */
  since?: { km: number | undefined; days: number | undefined } | undefined
}

const DAY_MS = 86_400_000
/** What lies between two numbers; undefined where one is none, or the distance is beyond numbers. */
function between(before: unknown, after: unknown): number | undefined {
  if (typeof before !== 'number' || typeof after !== 'number') return undefined
  return Number.isFinite(after - before) ? rounded(after - before) : undefined
}

/** Days since the epoch. A service is done on a day, so a day and a time of another day are whole days apart. */
function dayNumber({ record, at = Number.NaN }: Pick<DatedRecord, 'record' | 'at'>): number {
  const day = dayOf(record.serviceDate)
  return Math.floor((day === undefined ? at : Date.parse(day)) / DAY_MS)
}

/** Dated ones newest first, then those without a date. */
export function inOrder(records: readonly ServiceRecord[]): { dated: DatedRecord[]; undated: ServiceRecord[] } {
  const withTime = records.map((record) => ({ record, at: parseInstant(record.serviceDate) }))
  const dated = withTime.filter(({ at }) => at !== undefined).sort((a, b) => (a.at ?? 0) - (b.at ?? 0))
  let highest = Number.NEGATIVE_INFINITY
  const checked = dated.map(({ record, at }, index) => {
    const odometer = record.odometerDistance
    const goesBack = typeof odometer === 'number' && odometer < highest
    if (typeof odometer === 'number') highest = Math.max(highest, odometer)
    const before = dated[index - 1]
    const since = before && {
      km: between(before.record.odometerDistance, odometer),
      days: between(dayNumber(before), dayNumber({ record, at })),
    }
    return { record, at, goesBack, since }
  })
  return {
    dated: checked.reverse(),
    undated: withTime.filter(({ at }) => at === undefined).map(({ record }) => record),
  }
}

/** Totals per currency; costs without a currency apart, under ''. */
export function costsOf(records: readonly ServiceRecord[]): [currency: string, total: number][] {
  const totals = new Map<string, number>()
  for (const { serviceCost } of records) {
    if (typeof serviceCost?.totalCost !== 'number') continue
    const currency = serviceCost.currency ?? ''
    totals.set(currency, (totals.get(currency) ?? 0) + serviceCost.totalCost)
  }
  return [...totals].sort(([a], [b]) => a.localeCompare(b))
}

/** Details as a list, whether the service sent a list or one object; its `type` holds the source (2.8). */
export function detailsOf({ serviceDetails }: ServiceRecord): { type?: string | null; value?: string | null }[] {
  const given: unknown = serviceDetails
  const items: unknown[] = Array.isArray(given) ? given : given ? [given] : []
  return items.flatMap((item) =>
    typeof item === 'object' && item !== null ? [item as { type?: string | null; value?: string | null }] : [],
  ) // read by its schema, as far as it fits
}

export type Unit = 'km' | 'mi'
const KM_PER_MILE = 1.609344
const rounded = (value: number) => (Math.abs(value) < 1e12 ? Math.round(value * 100) / 100 : value)
/** What was converted is no more exact than the kilometers were. */
export const inUnit = (km: number, unit: Unit): number => (unit === 'mi' ? rounded(km / KM_PER_MILE) : km)

/** A record as a row of a file. */
export const rowOf = (record: ServiceRecord): TableRow => ({
  serviceDate: dayOf(record.serviceDate) ?? record.serviceDate,
  odometerDistanceKm: record.odometerDistance,
  serviceTasks: record.serviceTasks?.map(({ taskId, taskDescription }) => taskDescription ?? taskId).join('; '),
  serviceDetails: detailsOf(record)
    .map(({ type, value }) => [type, value].filter(Boolean).join(': '))
    .join('; '),
  totalCost: record.serviceCost?.totalCost,
  currency: record.serviceCost?.currency,
  serviceId: record.serviceId,
})
