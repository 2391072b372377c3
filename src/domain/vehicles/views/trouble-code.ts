/** What a diagnostic trouble code says by its structure alone; descriptions of single codes are the makers'. */
import * as texts from './codes-texts'

export interface TroubleCode {
  system: string
  origin: string
  /** Only the powertrain codes of the standard name one. */
  subsystem?: string
  /** The failure type byte, where the code carries one, e.g. `-13`. */
  failureType?: string
}

/** @returns undefined for what is not built as such a code; it is shown as it is */
export function decodeTroubleCode(code: string): TroubleCode | undefined {
  const found = /^([PCBU])([0-3])([0-9A-F])([0-9A-F]{2})(?:[-: ]?([0-9A-F]{2}))?$/i.exec(code.trim())
  if (!found) return undefined
  const [, letter = '', digit = '', third = '', , failureType] = found.map((part) => part?.toUpperCase())
  const origin = originOf(letter, digit, third)
  const subsystem = letter === 'P' && origin !== 'manufacturer' ? texts.subsystems[third] : undefined
  return {
    system: texts.systems[letter] ?? letter,
    origin: texts.origins[origin],
    ...(subsystem && { subsystem }),
    ...(failureType && { failureType }),
  }
}

function originOf(letter: string, digit: string, third: string): keyof typeof texts.origins {
  if (digit === '0') return 'generic'
  if (digit === '1') return 'manufacturer'
  if (letter === 'P' && digit === '2') return 'generic'
  if (letter === 'P' && digit === '3') return third >= '4' ? 'genericReserved' : 'manufacturer'
  if (letter === 'U' && digit === '3') return 'genericReserved'
  return digit === '2' ? 'manufacturer' : 'reserved'
}
