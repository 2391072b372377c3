/** A tiny store: one value, read by components through `useStore`. */
import { useSyncExternalStore } from 'react'

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

export const useStore = <T>(store: Store<T>): T => useSyncExternalStore(store.subscribe, store.get, store.get)

/** Things by an id that a service may have written: none of its names reaches a prototype. */
export type ById<T> = Readonly<Record<string, T>>
export const byId = <T>(entries: Iterable<readonly [string, T]> = []): ById<T> =>
  Object.assign(Object.create(null), Object.fromEntries(entries))
export const withId = <T>(old: ById<T>, id: string, value: T): ById<T> =>
  Object.assign(Object.create(null), old, { [id]: value })
