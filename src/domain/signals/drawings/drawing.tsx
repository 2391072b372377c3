/** What is drawn of a signal beside its chart, by what its values are. */
import { useId, useMemo } from 'react'
import type { TableRow } from '../../../core/table-row'
import { Time } from '../../../ui/time'
import { newestAt, seatsOf } from '../signal-values'
import { carOf } from './car'
import { CarView } from './car-view'
import * as texts from './drawing-texts'
import { SeatGrid } from './seat-grid'
import { StateTimeline } from './state-timeline'
import { lanesOf } from './states'
import { trackOf } from './track'
import { RATIO, TrackView } from './track-view'

interface Props {
  /** As they are shown: masked until they are revealed. The newest first. */
  records: readonly TableRow[]
  code: string
  /** As people call it; its code where it is not known. */
  name: string
}

export function Drawing({ records, code, name }: Props) {
  const seats = useMemo(() => seatsOf(records), [records])
  const track = useMemo(() => trackOf(records, RATIO), [records])
  const lanes = useMemo(() => lanesOf(records), [records])
  if (seats.length > 0) return <Places records={records} code={code} />
  if (track) return <TrackView track={track} code={code} name={name} />
  if (records.some((record) => 'latitude' in record)) return <p>{texts.leftOut(records.length)}</p>
  return lanes.length > 0 ? <StateTimeline lanes={lanes} code={code} name={name} /> : null
}

function Places({ records, code }: Omit<Props, 'name'>) {
  const id = useId()
  const seats = useMemo(() => seatsOf(records), [records])
  const newest = records.find(({ values }) => Array.isArray(values) && values.length > 0)
  const at = newest && newestAt([newest])
  const car = carOf(seats, code)
  return (
    <section className="stack" aria-labelledby={id}>
      <h2 id={id}>{texts.places}</h2>
      {at !== undefined && <p className="quiet">{texts.recorded(<Time value={at} />)}</p>}
      {car ? <CarView car={car} /> : <SeatGrid seats={seats} />}
    </section>
  )
}
