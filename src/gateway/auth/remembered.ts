/** A bounded memory of ids that must not be taken again. */

interface Remembered {
  /** @param until milliseconds since 1970; what is remembered longer than that would be refused anyway */
  add(id: string, until: number): void
  has(id: string): boolean
}

/**
 * Lives in this process: another instance, or this one after a restart, knows nothing of it. Past `limit` ids the
 * oldest is forgotten, so that nobody can fill the memory.
 */
export function createRemembered(limit: number, now: () => number): Remembered {
  const until = new Map<string, number>()
  return {
    add(id, end) {
      for (const [one, ends] of until) {
        if (ends > now() && until.size < limit) break // in the order of adding, which is nearly that of ending
        until.delete(one)
      }
      until.set(id, end)
    },
    has: (id) => (until.get(id) ?? 0) > now(),
  }
}
