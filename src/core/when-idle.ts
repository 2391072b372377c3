/** In a browser that is never idle: so late at most, in ms. */
const LATEST_MS = 1_000

/** Does what nobody waits for when the browser has nothing else to do; at once after this in one that does not tell. */
export const whenIdle = (work: () => void): void =>
  void (globalThis.requestIdleCallback?.(work, { timeout: LATEST_MS }) ?? setTimeout(work))
