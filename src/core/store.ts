/** A tiny store: one value, read by components through `useStore`. */
import { useSyncExternalStore } from 'react'
import { whenIdle } from './when-idle'

/** What of a store is read. */
export interface Told<T> {
  get(): T
  /** What a page that the server drew shows of it, until the browser has taken the page over. */
  first(): T
  subscribe(listener: () => void): () => void
}

export interface Store<T> extends Told<T> {
  set(next: T | ((old: T) => T)): void
}

let isFrozen = false
/** On the server nothing is remembered: one process draws pages for everybody, and what one asked is nobody else's. */
export const freezeStores = (): void => {
  isFrozen = true
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    first: () => initial,
    set(next) {
      if (isFrozen) return
      value = next instanceof Function ? next(value) : next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const useStore = <T>(store: Told<T>): T => useSyncExternalStore(store.subscribe, store.get, store.first)

/**
 * To read a store by what stands beside a page: told when the browser has nothing else to do, and once for all that
 * changed by then, for what has arrived for the page itself is drawn first.
 */
export const tellLater = <T>(store: Told<T>): Told<T> => ({
  ...store,
  subscribe(listener) {
    let isDue = false
    let hasLeft = false
    const stop = store.subscribe(() => {
      if (isDue) return
      isDue = true
      whenIdle(() => {
        isDue = false
        if (!hasLeft) listener()
      })
    })
    return () => {
      hasLeft = true
      stop()
    }
  },
})

/** What a component takes of a store: it is drawn anew only where that has changed. @param of gives a primitive value */
export const useStorePart = <T, P extends string | number | boolean | undefined>(
  store: Store<T>,
  of: (value: T) => P,
): P =>
  useSyncExternalStore(
    store.subscribe,
    () => of(store.get()),
    () => of(store.first()),
  )

/** Things by an id that a service may have written: none of its names reaches a prototype. */
export type ById<T> = Readonly<Record<string, T>>
export const byId = <T>(entries: Iterable<readonly [string, T]> = []): ById<T> =>
  Object.assign(Object.create(null), Object.fromEntries(entries))
export const withId = <T>(old: ById<T>, id: string, value: T): ById<T> =>
  Object.assign(Object.create(null), old, { [id]: value })
