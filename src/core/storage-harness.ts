/** What a browser keeps, for tests in Node: as it has it, and open to be looked into. */
export interface MemoryStorage extends Storage {
  readonly entries: Map<string, string>
}

export function memoryStorage(given: Iterable<readonly [string, string]> = []): MemoryStorage {
  const entries = new Map(given)
  return {
    entries,
    get length() {
      return entries.size
    },
    key: (index) => [...entries.keys()][index] ?? null,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, String(value)),
    removeItem: (key) => void entries.delete(key),
    clear: () => entries.clear(),
  }
}
