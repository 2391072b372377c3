/** A tiny store: one value, kept in web storage where asked, read by components through `useStore`. */
import { useSyncExternalStore } from 'react'
import type * as z from 'zod/mini'

export interface Store<T> {
  get(): T
  set(next: T | ((old: T) => T)): void
  subscribe(listener: () => void): () => void
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      value = next instanceof Function ? next(value) : next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/**
 * A store that outlives the page. What is stored is parsed by `schema` on reading; what does not fit is dropped.
 * Tabs that share a storage share the value. A storage that is full or forbidden is no reason to fail: the value then lives in memory.
 * @param kept what of the value is stored, where that is not all of it
 */
export function createKeptStore<T>(
  key: string,
  schema: z.ZodMiniType<T>,
  initial: T,
  storage: () => Storage,
  kept: (value: T) => T = (value) => value,
): Store<T> {
  const store = createStore(load())
  // Another tab has changed it: what it kept is not written over from here.
  globalThis.addEventListener?.('storage', (event) => {
    if (event.key === key && event.storageArea === storage()) store.set(load())
  })
  return {
    ...store,
    set(next) {
      store.set(next)
      try {
        storage().setItem(key, JSON.stringify(kept(store.get())))
      } catch {
        // kept in memory only
      }
    },
  }

  function load(): T {
    try {
      const text = storage().getItem(key)
      const parsed = text === null ? undefined : schema.safeParse(JSON.parse(text))
      return parsed?.success ? parsed.data : initial
    } catch {
      return initial
    }
  }
}

export const useStore = <T>(store: Store<T>): T => useSyncExternalStore(store.subscribe, store.get)

/** Things by an id that a service may have written: none of its names reaches a prototype. */
export type ById<T> = Readonly<Record<string, T>>
export const byId = <T>(entries: Iterable<readonly [string, T]> = []): ById<T> =>
  Object.assign(Object.create(null), Object.fromEntries(entries))
export const withId = <T>(old: ById<T>, id: string, value: T): ById<T> =>
  Object.assign(Object.create(null), old, { [id]: value })
