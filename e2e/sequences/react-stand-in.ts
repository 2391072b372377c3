/** What the console's stores need of React outside of a component: the value of now. */
export const useSyncExternalStore = <T>(_: unknown, get: () => T): T => get()
export const useRef = <T>(current: T) => ({ current })
export const useCallback = <T>(callback: T): T => callback
export const useMemo = <T>(make: () => T): T => make()
export const useEffect = () => undefined
export const useState = <T>(initial: T | (() => T)) => [
  initial instanceof Function ? initial() : initial,
  () => undefined,
]
export const createContext = () => ({ Provider: () => null })
export const useContext = () => undefined
export const memo = <T>(component: T): T => component
export const lazy = () => () => null
export const Component = class {}
