/** The texts of the readings on a vehicle’s first page. */
import type { ReactNode } from 'react'
import { formatCount, plural } from '../../../ui/format'

export const title = 'Latest readings'

// The reads: what a tile is called, and what its button reads
export const battery = { label: 'Battery', name: 'battery level' }
export const charging = { label: 'Charging', name: 'charging' }
export const odometer = { label: 'Odometer', name: 'odometer' }
export const location = { label: 'Location', name: 'location' }
export const fuel = { label: 'Fuel', name: 'fuel' }
export const chargeLimit = { label: 'Charge limit', name: 'charge limit' }
export const engineOil = { label: 'Engine oil', name: 'engine oil' }
export const tires = { label: 'Tire pressure', name: 'tire pressure' }
export const locks = { label: 'Locks and doors', name: 'locks' }

// A tile
export const read = 'Read'
export const readAgain = 'Read again'
export const price = '1 request'
/** Between the button’s word and its price: heard, not seen. */
export const of = (name: string) => ` ${name} (`
export const closing = ')'
export const cancel = 'Cancel'
export const cancelOf = (name: string) => ` reading ${name}`
export const cancelled = 'Canceled. The request may still be counted.'
export const missing = (path: string) => `The response has no item for ${path}.`
export const underWay = (seconds: number, most: number): ReactNode => (
  <>
    <span className="number">{formatCount(seconds)} s</span> <span>of at most {formatCount(most)} s</span>
  </>
)
/** A measure that is a yes or no, without the question: Plugged in. */
export const yesOrNo = (name: string, isSo: boolean) =>
  isSo ? name.charAt(0).toUpperCase() + name.slice(1) : `Not ${name}`
export const notCapable = 'Not capable'
export const unknownAge = 'Age unknown'
/** Behind a dot, before the age. */
export const stale = 'Stale · '
/** The same, where a delivery told the value. */
export const delivered = 'Delivered · '
export const revealPlace = 'Reveal location'

// All of them
export const readAll = (requests: number) => `Read all tiles (${plural(requests, 'request')})`
export const more = 'More reads'
export const withPermission = (label: string, permission: string) => `${label} (${permission})`
/** Which reads failed alike. */
export const alike = (labels: readonly string[]) =>
  labels.length === 1 ? labels.join() : `${labels.join(', ')}: the same error for ${plural(labels.length, 'read')}.`
