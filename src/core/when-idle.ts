/** Does what nobody waits for when the browser has nothing else to do; at once after this in one that does not tell. */
export const whenIdle = (work: () => void): void => void (globalThis.requestIdleCallback ?? setTimeout)(work)
