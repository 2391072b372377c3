/** The texts of a VIN: how it is shown, and what follows from its characters. */
import { formatCount } from '../../../ui/format'

export const vin = 'VIN'
export const show = 'Show VIN'
export const mask = 'Mask VIN'
export const hidden = 'The VIN is masked.'

// What is wrong with it
export const otherLength = (count: number) =>
  `${formatCount(count)} ${count === 1 ? 'character' : 'characters'}; a VIN has 17. It is shown as it was sent.`
export const oddSigns = 'Some of its 17 characters are not allowed in a VIN (I, O, Q or symbols).'

// Its parts
export const parts = 'Parts of the VIN'
export const columns = ['Positions', 'Part', 'Meaning']
export const names = {
  manufacturer: 'Manufacturer',
  vehicle: 'Vehicle',
  check: 'Check',
  year: 'Year',
  plant: 'Plant',
  serial: 'Serial',
}
export const positions = (first: number, last: number) => (first === last ? `${first}` : `${first}–${last}`)
export const regions = {
  africa: 'Africa',
  asia: 'Asia',
  europe: 'Europe',
  northAmerica: 'North America',
  oceania: 'Oceania',
  southAmerica: 'South America',
}
export const madeIn = (region: string | undefined) =>
  region === undefined
    ? 'World manufacturer identifier. Its first character is assigned to no region.'
    : `World manufacturer identifier, assigned in ${region}.`
export const vehicle = 'Model, body and engine, coded by the manufacturer.'
export const checks = {
  matches: 'The check digit matches (not every market uses it).',
  differs: 'The check digit does not match (not every market uses it).',
  unknown: 'The check digit can’t be computed.',
}
export const years = (found: readonly number[]) =>
  found.length === 0 ? 'No model year.' : `Model year ${found.join(' or ')} (not every market uses it).`
export const plant = 'Assembly plant, coded by the manufacturer.'
export const serial = 'Serial number of the vehicle.'
