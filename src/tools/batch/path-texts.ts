/** Why a path cannot be asked for in a batch. */
import { formatCount } from '../../ui/format'

export const empty = 'Enter a path, for example /odometer.'
export const long = (characters: number) => `A path of ${formatCount(characters)} characters is no known read.`
export const characters = 'A path holds no spaces, control characters or backslashes.'
export const host = 'A path names no host: write it as it stands behind the vehicle, for example /odometer.'
export const hash = 'A path holds no “#”.'
export const queries = 'A path holds one “?” at most.'
export const otherVehicle = 'A batch asks one vehicle: write the path as it stands behind it, for example /odometer.'
export const version = 'A batch takes reads of version 2.0, without the version before them.'
export const nested = 'A batch holds no other batch.'
export const hidden = 'A path hides no separator behind an escape.'
export const brokenEscape = 'A “%” in it is no complete escape.'
export const up = 'A path does not lead up: “.” and “..” are not taken.'
export const slashes = 'A path holds no “//”.'
export const query = 'The query behind “?” holds what cannot stand in one.'
export const queryUp = 'The query behind “?” leads up.'
