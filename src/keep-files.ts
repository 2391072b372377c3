/** Has the browser keep the console's own files for the next visit, once this one asks for nothing more. */

import { ownAddress } from './api/base-path'

/** The service worker: at the base path, above what it serves. */
export const KEPT_FILES = ownAddress('/kept-files.js')

/** After this long a visit is one: what is fetched for the next takes nothing from it, in ms. */
const SETTLED_MS = 5_000

export function keepFiles(): void {
  // Not on plain http beyond this computer, nor where the browser forbids it: nothing depends on it.
  setTimeout(() => void navigator.serviceWorker?.register(KEPT_FILES).catch(() => undefined), SETTLED_MS)
}
