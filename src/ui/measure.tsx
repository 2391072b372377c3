/** Measured numbers as the console writes them: grouped alike everywhere, with the decimals that mean something. */
import { asStop } from './stop'

/** Decimals that are written, counted from the first one that is not 0. */
const DECIMALS = 4
/** No number of JSON means more digits: what lies beyond them is the noise of its binary form. */
const DIGITS = 15

const shapes = new Map<number, Intl.NumberFormat>()
function shapeOf(decimals: number): Intl.NumberFormat {
  const known = shapes.get(decimals)
  if (known) return known
  const made = new Intl.NumberFormat('en-US', { maximumFractionDigits: decimals })
  shapes.set(decimals, made)
  return made
}

/** Nobody counts the digits of such a number: it is written with its exponent. */
const hasExponent = (size: number) => size >= 1e21 || (size > 0 && size < 1e-6)

/** A measured number, grouped; what its last decimals say beyond {@link DECIMALS} is rounded. */
export function formatNumber(value: number): string {
  const size = Math.abs(value)
  if (hasExponent(size)) return String(Number(value.toPrecision(DECIMALS)))
  const fraction = size % 1
  const zeros = fraction === 0 ? 0 : -Math.floor(Math.log10(fraction)) - 1
  const digitsBefore = size < 1 ? 0 : Math.floor(Math.log10(size)) + 1
  return shapeOf(Math.max(0, Math.min(DECIMALS + zeros, DIGITS - digitsBefore))).format(value + 0) // never “-0”
}

/** No number has more digits that tell it from its neighbours. */
const whole = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 17 })
/** Every digit of it, grouped. */
export const formatExact = (value: number): string =>
  hasExponent(Math.abs(value)) ? String(value) : whole.format(value + 0)

/** A place on earth: four decimals of a degree are ten metres. */
const isCoordinate = (name: string) => /(^|\W)(lat|lng|lon)$|latitude$|longitude$/i.test(name)
/** It names something and counts nothing: a year, an id, a code. */
const isName = (name: string) => /(^|\W)(year|id|code)$|(Year|Id|ID|Code)$/.test(name)

/**
 * A number as what its name says that it is.
 * @param isWhole true where nothing may be rounded
 */
export function formatMeasure(name: string, value: number, isWhole = false): string {
  if (isName(name)) return String(value)
  return isWhole || isCoordinate(name) ? formatExact(value) : formatNumber(value)
}

const units: Readonly<Record<string, string>> = {
  ampere: 'A',
  amperes: 'A',
  celsius: '°C',
  fahrenheit: '°F',
  gallons: 'gal',
  kilometers: 'km',
  liters: 'l',
  miles: 'mi',
  minutes: 'min',
  percent: '%',
  volts: 'V',
  watts: 'W',
}
/** A unit as people write it, whatever word of it was sent: kilometers → km. Files keep the word. */
export const shortUnit = (unit: string): string => {
  const key = unit.toLowerCase()
  return (Object.hasOwn(units, key) && units[key]) || unit
}
/** What stands behind a number: its unit, with a space where one belongs. */
export const unitBehind = (unit: string): string => {
  const short = shortUnit(unit)
  return short === '%' ? short : ` ${short}`
}

interface MeasuredProps {
  value: number
  /** What it is called where it was sent, e.g. `latitude`. */
  name?: string
  unit?: string | undefined
}

/** A number with its unit. Where digits of it are rounded away, the exact one is its title, and told on focus. */
export function Measured({ value, name = '', unit }: MeasuredProps) {
  const text = formatMeasure(name, value)
  const exact = formatExact(value)
  const isRounded = text.replaceAll(',', '') !== exact.replaceAll(',', '')
  return (
    <span translate="no" className="number">
      {isRounded ? (
        <data ref={asStop} value={String(value)} title={exact}>
          {text}
        </data>
      ) : (
        text
      )}
      {unit && <span className="quiet">{unitBehind(unit)}</span>}
    </span>
  )
}
