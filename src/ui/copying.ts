/** Copying, wherever it is offered: at once where the browser lets a page write, else by hand, with the text ready for the keys. */
import type { Copied } from './copy-by-hand'

/** @returns whether it was copied: there is no clipboard but on https and on this computer, and a browser may refuse */
export async function copy(copied: Copied): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(copied.text)
    return true
  } catch {
    const { copyByHand } = await import('./copy-by-hand')
    copyByHand(copied)
    return false
  }
}
