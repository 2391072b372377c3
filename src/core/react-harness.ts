/** React for tests in Node: a component would see what a store holds at the moment. */
import { vi } from 'vitest'

/** For `vi.mock('react', …)`: all of it, but that a store is read without a component. */
export const reactOutsideComponents = async () => ({
  ...(await vi.importActual<object>('react')),
  useSyncExternalStore: (_: unknown, get: () => unknown) => get(),
})
