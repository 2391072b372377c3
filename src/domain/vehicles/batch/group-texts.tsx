/** The texts of a batch for many vehicles, apart: it is loaded when it is asked for. */
import { formatCount, plural } from '../../../ui/format'

export const job = (paths: number, vehicles: number) =>
  `Batch of ${plural(paths, 'path')} for ${plural(vehicles, 'vehicle')}`
export const send = (vehicles: number, requests: number) =>
  `Send to ${plural(vehicles, 'vehicle')} (${plural(requests, 'request')})`
export const nothingChosen = 'Choose reads or add a path first.'
export const price = (vehicles: number, paths: number) =>
  `${plural(vehicles, 'vehicle')} × ${plural(paths, 'path')} = ${plural(vehicles * paths, 'request')}, ${formatCount(paths)} for each vehicle.`
export const course = (walkers: number) => `Runs ${walkers} at a time.`
export const noToken =
  'No v2.0 token is set on the server. Reads fail for vehicles without a token set in this browser.'
export const grants = 'Permissions are listed on each vehicle’s page. A rejected read still counts.'
export const cancelled = 'Canceled. It may still be counted.'
export const sum = (counts: string) => `All paths: ${counts}.`
export const answered = 'succeeded'
export const answers = (vehicle: string) => (
  <>
    View responses<span className="visually-hidden"> of {vehicle}</span>
  </>
)
