/** A database for tests in Node: one store, as far as what is kept of the directory needs it. */

/** Each request ends by itself, a little later. */
export function fakeDatabase() {
  const rows = new Map<unknown, unknown>()
  const request = <T>(work: () => T) => {
    const one: { result?: T; onsuccess?: () => void } = {}
    setTimeout(() => {
      one.result = work()
      one.onsuccess?.()
    })
    return one
  }
  const store = {
    get: (key: unknown) => request(() => structuredClone(rows.get(key))),
    put: (value: unknown, key: unknown) => request(() => void rows.set(key, structuredClone(value))),
    clear: () => request(() => rows.clear()),
  }
  const db = { transaction: () => ({ objectStore: () => store }), close: () => undefined }
  return { rows, indexedDB: { open: () => request(() => db), deleteDatabase: () => request(() => rows.clear()) } }
}
