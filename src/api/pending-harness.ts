/** What does not end, in tests, until they say so. */

/** Something that ends when a test says so. */
export function untilEnded() {
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  return { ended, end }
}

/** A `fetch` whose requests nobody answers: each ends when it is given up. */
export const unanswered = (_: unknown, { signal }: RequestInit = {}) =>
  new Promise<Response>((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason))
  })
