/** What a diagnostic trouble code says by its structure alone; descriptions of single codes are the makers'. */

export interface TroubleCode {
  system: string
  origin: string
  /** Only the powertrain codes of the standard name one. */
  subsystem?: string
  /** The failure type byte, where the code carries one, e.g. `-13`. */
  failureType?: string
}

const systems: Record<string, string> = { P: 'Powertrain', C: 'Chassis', B: 'Body', U: 'Network' }

/** Third character of a powertrain code. */
const subsystems: Record<string, string> = {
  '0': 'fuel and air metering, auxiliary emission controls',
  '1': 'fuel and air metering',
  '2': 'fuel and air metering, injector circuit',
  '3': 'ignition or misfire',
  '4': 'auxiliary emission controls',
  '5': 'vehicle speed, idle control, auxiliary inputs',
  '6': 'computer and output circuits',
  '7': 'transmission',
  '8': 'transmission',
  '9': 'transmission',
  A: 'hybrid propulsion',
  B: 'hybrid propulsion',
  C: 'hybrid propulsion',
}

/** @returns undefined for what is not built as such a code; it is shown as it is */
export function decodeTroubleCode(code: string): TroubleCode | undefined {
  const found = /^([PCBU])([0-3])([0-9A-F])([0-9A-F]{2})(?:[-: ]?([0-9A-F]{2}))?$/i.exec(code.trim())
  if (!found) return undefined
  const [, letter = '', digit = '', third = '', , failureType] = found.map((part) => part?.toUpperCase())
  const origin = originOf(letter, digit, third)
  const subsystem = letter === 'P' && origin.startsWith('generic') ? subsystems[third] : undefined
  return {
    system: systems[letter] ?? letter,
    origin,
    ...(subsystem && { subsystem }),
    ...(failureType && { failureType }),
  }
}

function originOf(letter: string, digit: string, third: string): string {
  if (digit === '0') return 'generic'
  if (digit === '1') return 'manufacturer'
  if (letter === 'P' && digit === '2') return 'generic'
  if (letter === 'P' && digit === '3') return third >= '4' ? 'generic (reserved)' : 'manufacturer'
  if (letter === 'U' && digit === '3') return 'generic (reserved)'
  return digit === '2' ? 'manufacturer' : 'reserved'
}
