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

/** A browser's databases, of which the deletion alone is looked at: by the names of those that were deleted. */
export function deletedDatabases() {
  const deleted: string[] = []
  const deleteDatabase = (name: string) => {
    deleted.push(name)
    const request: { onsuccess?: () => void } = {}
    queueMicrotask(() => request.onsuccess?.())
    return request
  }
  return { deleted, indexedDB: { deleteDatabase } }
}
