/** Locks for tests in Node. */
import { vi } from 'vitest'

/** Locks as a browser has them: one holder, the others in the order in which they came. */
export function withLocks() {
  const held = new Map<string, Promise<unknown>>()
  const request = async (name: string, ...rest: unknown[]) => {
    const work = rest.at(-1) as (lock: object | null) => Promise<unknown> // the last argument is the work
    const { ifAvailable: isIfAvailable = false } = (rest.length > 1 ? rest[0] : {}) as { ifAvailable?: boolean } // its options
    if (isIfAvailable && held.has(name)) return work(null)
    const turn = (held.get(name) ?? Promise.resolve()).then(() => work({ name }))
    const done: Promise<unknown> = turn.catch(() => undefined)
    held.set(name, done)
    void done.then(() => held.get(name) === done && held.delete(name))
    return turn
  }
  vi.stubGlobal('navigator', { locks: { request } })
}
