/** What fails again and again is said once: until it has succeeded, or fails in another way. */
export function createFailing(warn: (line: string) => void) {
  const said = new Map<string, string>()
  return {
    failed(what: string, words: string): void {
      if (said.get(what) !== words) warn(`${what}: ${words}`)
      said.set(what, words)
    },
    succeeded(what: string): void {
      said.delete(what)
    },
  }
}

export const saidBy = (error: unknown): string => (error instanceof Error ? error.message : 'unknown error')
