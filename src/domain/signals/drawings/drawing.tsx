/** What is drawn of a signal beside its chart, by what its values are. */
import { useMemo } from 'react'
import type { TableRow } from '../../../core/table-row'
import { SeatMap } from '../seat-map'
import { seatsOf } from '../signal-values'

interface Props {
  /** As they are shown: masked until they are revealed. The newest first. */
  records: readonly TableRow[]
  code: string
  /** As people call it; its code where it is not known. */
  name: string
}

export function Drawing({ records }: Props) {
  const seats = useMemo(() => seatsOf(records), [records])
  return seats.length > 0 ? <SeatMap seats={seats} /> : null
}
