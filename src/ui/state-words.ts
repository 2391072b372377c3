/** Words that the rule would write as nobody does. */
const names: Readonly<Record<string, string>> = { CHADEMO: 'CHAdeMO' }

/** `NOT_CHARGING` reads as “Not charging”. What is not written in capitals stays as it is, and so does `CCS`. */
export function stateWords(state: string): string {
  if (!/^([A-Z]{4,}|[A-Z]+(_[A-Z]+)+)$/.test(state)) return state
  if (Object.hasOwn(names, state)) return names[state] ?? state
  return state.charAt(0) + state.slice(1).toLowerCase().replaceAll('_', ' ')
}
