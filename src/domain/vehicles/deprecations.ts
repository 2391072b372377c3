/** The operations of version 2.0 whose end is announced, and where their ends stand in twelve months around today. */
import { batch } from '../../api/batch'
import type { Deprecation, Endpoint } from '../../api/endpoint'
import { vehicleData } from '../../api/vehicle-data'
import * as texts from './texts'

interface Ending {
  title: string
  endpoint: Endpoint
  deprecation: Deprecation
}

const titled: readonly (readonly [title: string, endpoint: Endpoint])[] = [
  [texts.battery, vehicleData.batteryCapacity],
  [texts.service, vehicleData.serviceHistory],
  [texts.troubleCodes, vehicleData.troubleCodes],
  [texts.systemStatus, vehicleData.systemStatus],
  [texts.vin, vehicleData.vin],
  [texts.batch, batch.send],
]

/** Soonest first. */
export const endings: readonly Ending[] = titled
  .flatMap(([title, endpoint]) =>
    endpoint.deprecation ? [{ title, endpoint, deprecation: endpoint.deprecation }] : [],
  )
  .sort((a, b) => a.deprecation.to.localeCompare(b.deprecation.to))

const MONTHS = 12
/** How many of them may lie before the current one: what is to come needs the room. */
const MOST_BEFORE = 8

/** A day in months, counted from year 0. */
function monthsOf(day: string, partOfDay: number): number {
  const date = new Date(day)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  const daysInMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return year * 12 + month + (date.getUTCDate() - 1 + partOfDay) / daysInMonth
}

export interface Plot {
  /** The first day of each month that is drawn, in milliseconds since the epoch. */
  months: readonly number[]
  /** Where a day stands, from 0 to 1; less or more where its month is not drawn. */
  placeOf: (day: string, partOfDay?: number) => number
}

/** @param today `YYYY-MM-DD` in UTC */
export function plotOf(deprecations: readonly Deprecation[], today: string): Plot {
  const now = Math.floor(monthsOf(today, 0))
  const earliest = Math.min(now - 1, ...deprecations.map(({ from }) => Math.floor(monthsOf(from, 0))))
  const first = Math.max(earliest, now - MOST_BEFORE)
  return {
    months: Array.from({ length: MONTHS }, (_, index) =>
      Date.UTC(Math.floor((first + index) / 12), (first + index) % 12),
    ),
    placeOf: (day, partOfDay = 0.5) => (monthsOf(day, partOfDay) - first) / MONTHS,
  }
}
