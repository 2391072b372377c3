/** The texts of a VIN: how it is shown, and what follows from its characters. */
import { formatCount } from '../../../ui/format'

export const vin = 'VIN'
export const show = 'Show VIN'
export const mask = 'Mask VIN'

// How long it is
export const otherLength = (count: number) => `${formatCount(count)} characters; a VIN has 17`
export const goodLength = '17 characters, as expected'
export const oddSigns = '17 characters, some not allowed in a VIN (I, O, Q or symbols)'

// Its check digit
export const checkDigit = (verdict: string) => `Check digit ${verdict} (not every market uses it).`
export const agrees = 'is valid'
export const disagrees = 'is not valid'
export const notComputed = 'can’t be computed'

// Its model year
export const noYear = 'Position 10 gives no model year.'
export const years = (found: readonly number[]) =>
  `Model year from position 10: ${found.join(' or ')} (not every market uses it).`
