/** In a line: how long ago a reading was recorded, and whether that was long before it was read. */
import { parseInstant } from '../../../api/instant'
import { ReadState } from '../../../ui/read-state'
import { STALE_MS } from '../../../ui/stale'
import { Time } from '../../../ui/time'
import { notTold } from './run-texts'
import type { RunRow } from './runs'

export function Age({ row: { state, facts, readAt } }: { row: RunRow }) {
  if (facts.dataAge === undefined) return state === 'answered' && <span className="quiet">{notTold}</span>
  const at = parseInstant(facts.dataAge)
  return (
    <>
      {at !== undefined && readAt - at > STALE_MS && <ReadState kind="stale" />} <Time value={facts.dataAge} isAge />
    </>
  )
}
