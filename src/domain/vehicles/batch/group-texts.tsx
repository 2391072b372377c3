/** The texts of a batch for many vehicles, apart: it is loaded when it is asked for. */
import { formatCount, plural } from '../../../ui/format'

export const send = (vehicles: number, requests: number) =>
  `Send to ${plural(vehicles, 'vehicle')} (${plural(requests, 'request')})`
export const nothingChosen = 'Choose reads or add a path first.'
export const price = (vehicles: number, paths: number) =>
  `${plural(vehicles, 'vehicle')} × ${plural(paths, 'path')} = ${plural(vehicles * paths, 'request')}, ${formatCount(paths)} for each vehicle.`
export const file = 'The responses are in a file on the job’s page until a day after the job’s end.'
export const grants = 'Permissions are listed on each vehicle’s page. A rejected read still counts.'
