/** The texts of a batch for many vehicles, apart: it is loaded when it is asked for. */
import { formatCount, plural } from '../../../ui/format'

export const job = (paths: number, vehicles: number) =>
  `Batch of ${plural(paths, 'path')} for ${plural(vehicles, 'vehicle')}`
export const send = (vehicles: number, requests: number) =>
  `Send to ${plural(vehicles, 'vehicle')} (${plural(requests, 'request')})`
export const nothingChosen = 'Choose reads or add a path first.'
export const price = (vehicles: number, paths: number, walkers: number) =>
  `${plural(vehicles, 'vehicle')} × ${plural(paths, 'path')} = ${plural(vehicles * paths, 'request')}, ${formatCount(paths)} of each vehicle’s. Each batch is sent once, ${walkers} at a time.`
export const noToken =
  'The server is configured without a version 2.0 token: vehicles for which this browser has handed over none are refused.'
export const grants = 'What each vehicle’s connections grant, its own page shows; what is refused still counts.'
export const cancelled = 'Cancelled; it may still be counted.'
export const sum = (counts: string) => `Of all paths: ${counts}.`
export const answered = 'answered'
export const answers = (vehicleId: string) => (
  <>
    Its answers<span className="visually-hidden"> in full: {vehicleId}</span>
  </>
)
