/** One signal of several vehicles: what each is called, how its read stands, and what was read of it. */
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { signals } from '../../api/signals'
import { useConfig } from '../../core/config'
import { useRecentNames } from '../../core/recent'
import { cutMiddle } from '../../ui/format'
import { carOf } from '../connections/connection-names'
import { relatedConnections } from '../connections/related'
import { type Reading, useReadings } from '../vehicles/readings'
import type { Wanted } from './all-values'
import type { ComparedVehicle } from './comparison-choice'
import * as texts from './comparison-texts'
import { firstValues } from './first-values'
import { recordsOf, type Series, seriesOf } from './signal-values'
import { type User, usersOf, whoseOf } from './whose-reading'

export interface Row {
  vehicleId: string
  label: string
  input: ReturnType<typeof firstValues>
  /** Undefined of the page’s own vehicle, whose values are there. */
  reading: Reading<unknown> | undefined
  /** Why it cannot be read yet. */
  reason: string | undefined
  /** Among whom must be chosen; empty where it is known whose reading it is. */
  users: readonly User[]
  user: string | undefined
  /** Undefined where nothing was read, or nothing that can be drawn. */
  series: Series | undefined
}

interface Comparison {
  rows: readonly Row[]
  /** Of each row; the same array as long as nothing else was read. */
  series: readonly (Series | undefined)[]
}

/** @param own the values of the page’s own vehicle */
export function useComparison(wanted: Wanted, others: readonly ComparedVehicle[], own: Series): Comparison {
  const names = useRecentNames()
  const { headerPrefix } = useConfig()
  // Connections cost a vehicle nothing; they are asked for only where a read has to name its user.
  const isNamed = headerPrefix !== null
  const asked = useQueries({
    queries: others.map(({ vehicleId }) => ({
      ...relatedConnections({ 'filter[vehicleId]': vehicleId }),
      enabled: isNamed,
    })),
  })
  const known = others.map(({ vehicleId, user: chosen }, index) => {
    const { data, isPending = false } = asked[index] ?? {}
    const rows = data?.rows ?? []
    const users = isNamed ? usersOf(rows) : []
    const { user, reason } = isNamed ? whoseOf(users, isPending, chosen) : { user: undefined, reason: undefined }
    const car = names.get(vehicleId) ?? carOf(rows.find(({ attributes }) => attributes?.vehicle)?.attributes?.vehicle)
    const input = firstValues({ ...wanted, vehicleId, user })
    return { vehicleId, label: texts.label(car, cutMiddle(vehicleId)), users, user, reason, input }
  })
  const readings = useReadings(
    signals.values,
    known.map(({ input }) => input),
  )
  const series = useMemo(
    () => [own, ...readings.map(({ latest }) => latest && seriesOf(recordsOf(latest.raw), own.name, 1))],
    [readings, own],
  )
  const ownRow = {
    vehicleId: wanted.vehicleId,
    label: texts.label(names.get(wanted.vehicleId), cutMiddle(wanted.vehicleId)),
    input: firstValues(wanted),
    reason: undefined,
    users: [],
    user: wanted.user,
  }
  const rows = [ownRow, ...known].map((row, index) => ({
    ...row,
    reading: readings[index - 1],
    series: series[index],
  }))
  return { rows, series }
}
