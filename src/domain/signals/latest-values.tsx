/** The latest value of each signal of a vehicle that this tab has read: nothing is asked for it. */

import { masked } from '../../api/mask'
import { positionOf } from '../../api/position'
import { isSameId } from '../../api/same-id'
import { signals } from '../../api/signals'
import { type TableRow, valueIn } from '../../core/table-row'
import { Time } from '../../ui/time'
import { useAnswers } from '../vehicles/readings'
import * as texts from './list-texts'
import { columnsOf, hasUnit, newestAt, recordsOf, seatsOf } from './signal-values'
import { Cell } from './value-cell'

interface Latest {
  records: readonly TableRow[]
  /** Milliseconds since the epoch, where a record says. */
  at: number | undefined
  readAt: number
}

const isNewer = (a: Latest, b: Latest) => (a.at ?? a.readAt) > (b.at ?? b.readAt)

/** By code, in lower case. */
export function useLatestValues(vehicleId: string): ReadonlyMap<string, Latest> {
  const answers = useAnswers(signals.values)
  const latest = new Map<string, Latest>()
  for (const { input, answer } of answers) {
    if (!isSameId(input.path.vehicleId, vehicleId)) continue
    const records = recordsOf(answer.raw)
    const code = input.path.signalCode.toLowerCase()
    const [one, known] = [{ records, at: newestAt(records), readAt: answer.receivedAt }, latest.get(code)]
    if (records.length > 0 && (!known || isNewer(one, known))) latest.set(code, one)
  }
  return latest
}

/** In a row of a list: the value, and its age. */
export function LatestValue({ latest: { records, at } }: { latest: Latest }) {
  return (
    <>
      {summaryOf(records, at)}{' '}
      <span className="quiet">
        <Time value={at} isAge />
      </span>
    </>
  )
}

function summaryOf(records: readonly TableRow[], at: number | undefined) {
  const seats = seatsOf(records)
  if (seats.length > 0) return texts.places(seats.length)
  const record = records.find((one) => newestAt([one]) === at) ?? records[0]
  const position = record && positionOf(record)
  if (!record || position) return position && `${position.latitude}, ${position.longitude}`
  const { columns } = columnsOf([record])
  const column = columns.find(({ name }) => name === 'value') ?? columns.find(({ kind }) => kind !== 'time')
  if (!column) return null
  const { name, kind } = column
  const value = masked(valueIn(record, name), name)
  if (Array.isArray(value)) return texts.items(value.length)
  return <Cell name={name} value={value} kind={kind} unit={hasUnit(name, record) ? record.unit : undefined} />
}
