/** What is drawn of a signal beside its chart, by what its values are. */
import { useId, useMemo, useState } from 'react'
import type { TableRow } from '../../../core/table-row'
import { Segments } from '../../../ui/segments'
import { Time } from '../../../ui/time'
import { newestAt, seatsOf } from '../signal-values'
import * as common from '../texts'
import { carOf } from './car'
import { CarView } from './car-view'
import * as texts from './drawing-texts'
import { daysOf, recentOf } from './recent'
import { SeatGrid } from './seat-grid'
import { StateTimeline } from './state-timeline'
import { lanesOf } from './states'
import { trackOf } from './track'
import { RATIO, TrackView } from './track-view'

interface Props {
  /** The page’s, as they are shown: masked until they are revealed. The newest first. */
  records: readonly TableRow[]
  /** All that was read. What is drawn of them over time is never what has to be masked. */
  all: readonly TableRow[]
  code: string
  /** As people call it; its code where it is not known. */
  name: string
}

export function Drawing({ records, all, code, name }: Props) {
  const hasSeats = useMemo(() => seatsOf(records).length > 0, [records])
  return hasSeats ? <Places records={records} code={code} /> : <OverTime records={all} code={code} name={name} />
}

function Places({ records, code }: Pick<Props, 'records' | 'code'>) {
  const id = useId()
  const seats = useMemo(() => seatsOf(records), [records])
  const newest = records.find(({ values }) => Array.isArray(values) && values.length > 0)
  const at = newest && newestAt([newest])
  const car = carOf(seats, code)
  return (
    <section className="stack" aria-labelledby={id}>
      <h2 id={id}>{texts.partTitles[car?.part ?? 'place']}</h2>
      {at !== undefined && <p className="quiet">{texts.recorded(<Time value={at} />)}</p>}
      {car ? <CarView car={car} /> : <SeatGrid seats={seats} />}
    </section>
  )
}

/** Days before the latest value that are drawn. */
const spans = [
  ['1', common.lastDay],
  ['7', common.lastDays(7)],
  ['30', common.lastDays(30)],
  ['', common.allTime],
] as const

function OverTime({ records, code, name }: Omit<Props, 'all'>) {
  const id = useId()
  const [span, setSpan] = useState<(typeof spans)[number][0]>('')
  const isPlaced = useMemo(() => trackOf(records, RATIO) !== undefined, [records])
  const isOfStates = useMemo(() => !isPlaced && lanesOf(records).length > 0, [records, isPlaced])
  const recent = useMemo(() => recentOf(records, Number(span)), [records, span])
  const track = useMemo(() => (isPlaced ? trackOf(recent, RATIO) : undefined), [isPlaced, recent])
  const lanes = useMemo(() => (isOfStates ? lanesOf(recent) : []), [isOfStates, recent])
  const isLong = useMemo(() => daysOf(records) > 1, [records])
  if (!isPlaced && !isOfStates)
    return records.some((record) => 'latitude' in record) ? <p>{texts.leftOut(records.length)}</p> : null
  return (
    <section className="stack" aria-labelledby={id}>
      <div className="row">
        <h2 id={id}>{isPlaced ? texts.track : texts.overTime}</h2>
        {isLong && <Segments label={texts.timeField} value={span} choices={spans} onChoose={setSpan} />}
      </div>
      {track && <TrackView track={track} code={code} name={name} />}
      {lanes.length > 0 && <StateTimeline lanes={lanes} code={code} name={name} />}
      {!track && lanes.length === 0 && <p className="quiet">{common.noneInTime}</p>}
    </section>
  )
}
