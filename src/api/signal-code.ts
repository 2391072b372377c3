/** The code of a signal where it is named as the provider's own lists name it: `TractionBattery.StateOfCharge`. */

/** `TractionBattery`, `StateOfCharge` → `tractionbattery-stateofcharge` */
export const signalCode = (group: string, name: string): string => `${group}-${name}`.toLowerCase()

/** @returns undefined for a text of another form, such as a code */
export function groupAndName(text: string): { group: string; name: string } | undefined {
  const dot = text.indexOf('.')
  if (dot <= 0 || dot === text.length - 1) return undefined
  return { group: text.slice(0, dot), name: text.slice(dot + 1) }
}

/** The code of a signal that is given by one text: what has no dot is the code itself, or `FIRST_DELIVERY`. */
export function codeNamed(text: string): string {
  const named = groupAndName(text)
  return named ? signalCode(named.group, named.name) : text
}
