/**
 * Made when it is first asked for. A schema costs more to build than most that is read by it, and a page reads by a few
 * of those that its files hold.
 */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
