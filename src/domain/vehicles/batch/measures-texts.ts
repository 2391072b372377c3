/** The words for what a version 2.0 body says, apart: a vehicle’s first page says it too. */
import { plural } from '../../../ui/format'

// The names of measures
/** Read between two of them, which the look alone tells apart. */
export const between = ', '
export const wheels = [
  ['frontLeft', 'front left'],
  ['frontRight', 'front right'],
  ['backLeft', 'back left'],
  ['backRight', 'back right'],
] as const
export const latitude = 'latitude'
export const longitude = 'longitude'
/** @param position 0, 0, which a device reports that has no fix */
export const noPosition = (position: string) => `${position} (no position)`
export const level = 'level'
export const amount = 'amount'
export const range = 'range'
export const pluggedIn = 'plugged in'
export const state = 'state'
export const lifeLeft = 'life left'
export const locked = 'locked'
export const make = 'make'
export const model = 'model'
export const year = 'year'

// Their values
export const open = (count: number, all: number) => (count === 0 ? 'none open' : `${count} of ${all} open`)
export const activeCodes = (count: number) => plural(count, 'active code')
export const systems = (count: number) => plural(count, 'system')
export const alerts = (count: number, all: number) =>
  `${count === 0 ? 'none' : count} of ${systems(all)} ${count > 1 ? 'report' : 'reports'} a problem`
export const permissions = (count: number) => plural(count, 'permission')
export const records = (count: number) => plural(count, 'record')
export const yes = 'yes'
export const no = 'no'
export const absent = 'not in response'
export const nothing = 'null'
export const openMap = 'Open map'

// Bodies of another shape
export const listCame = 'The response is a list; an object was expected.'
export const noObject = 'The response is not an object.'
export const noRecords = 'The response has no records.'
