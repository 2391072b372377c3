/** The texts of a VIN: how it is shown, and what follows from its signs. */
import { formatCount } from '../../../ui/format'

export const vin = 'VIN'
export const show = 'Show VIN'
export const mask = 'Mask VIN'

// How long it is
export const otherLength = (count: number) => `${formatCount(count)} characters; a VIN has 17`
export const goodLength = '17 characters, as a VIN has'
export const oddSigns = '17 characters, some of which no VIN has (I, O, Q or signs)'

// Its check digit
export const checkDigit = (verdict: string) => `Check digit ${verdict} (advice: not every market uses it).`
export const agrees = 'agrees'
export const disagrees = 'disagrees'
export const notComputed = 'cannot be computed'

// Its model year
export const noYear = 'No model year can be read from position 10.'
export const years = (found: readonly number[]) =>
  `Model year by position 10: ${found.join(' or ')} (advice: not every market uses it).`
