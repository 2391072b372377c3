/** Copying, wherever it is offered: at once where the browser lets a page write, else by hand, with the text ready for the keys. */
import type { Copied } from './copy-by-hand'

/** @returns whether it was copied: there is no clipboard but on https and on this computer, and a browser may refuse */
export async function copy(copied: Copied): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(copied.text)
    return true
  } catch {
    const code = await import('./copy-by-hand').catch(() => undefined)
    if (code) code.copyByHand(copied)
    else prompt(copied.what, copied.text) // the browser's own, which needs no file
    return false
  }
}
