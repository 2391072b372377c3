/** Keys for rows whose names may repeat: a row keeps its key, and with it what is open in it, when others come or go. */

/** @returns each name; for one that came before, with how often it did: an index would change with every row above it */
export function rowKeys(names: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return names.map((name) => {
    const before = seen.get(name) ?? 0
    seen.set(name, before + 1)
    return before === 0 ? name : JSON.stringify([name, before])
  })
}
