/** Deliveries as they arrive (`/deliveries/tail`): one stream for all tabs of a browser. */
import * as z from 'zod/mini'
import { deliveries } from '../../api/console/deliveries'
import { parseJson } from '../../api/json'
import { TeamDelivery } from '../../api/team-deliveries'
import { openShared } from '../../requests/shared-stream'

export interface DeliveryListener {
  /** New ones, and those of which something is known by now that wasn't. */
  rows: (rows: readonly TeamDelivery[]) => void
  /** Some may have come that weren't told of: the list is to be loaded again. */
  missed: () => void
}

const Rows = z.array(TeamDelivery)
const listeners = new Set<DeliveryListener>()
let close = () => {}

/** @returns what ends it; the stream ends with the last one */
export function followDeliveries(listener: DeliveryListener): () => void {
  listeners.add(listener)
  if (listeners.size === 1) close = open()
  return () => {
    if (listeners.delete(listener) && listeners.size === 0) close()
  }
}

function missed(): void {
  for (const listener of [...listeners]) listener.missed()
}

function open(): () => void {
  return openShared({
    purpose: 'deliveries',
    path: deliveries.tail.path,
    events: ['rows', 'missed'],
    said(event, data) {
      const { data: rows } = Rows.safeParse(parseJson(data))
      if (event !== 'rows' || !rows) return missed()
      for (const listener of [...listeners]) listener.rows(rows)
    },
    missed,
    lost: () => undefined, // the browser connects again, and says what was missed
  })
}
