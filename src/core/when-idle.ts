/** Work that nobody waits for. */

/** It is done by then, however busy the page is. */
const LATEST_MS = 1000
/** For a browser that does not tell when it has nothing to do. */
const SOON_MS = 200

/** Does it as soon as the browser has nothing else to do. @returns takes it back */
export function whenIdle(work: () => void): () => void {
  if (globalThis.requestIdleCallback === undefined) {
    const timer = setTimeout(work, SOON_MS)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(work, { timeout: LATEST_MS })
  return () => cancelIdleCallback(handle)
}
