/** When a reading is stale. */

/** It was recorded this long before it was read, in ms. */
export const STALE_MS = 86_400_000
