/** Where the focus goes when a dialog or a panel is gone: back to where it came from, never to nowhere. */
import { useLayoutEffect } from 'react'

/** Parts of a page that have a name. */
const NAMED =
  'section[aria-label], section[aria-labelledby], aside[aria-label], form[aria-label], nav[aria-label], search[aria-label]'

const isNowhere = () => document.activeElement === null || document.activeElement === document.body

/** Gives the focus back once this is gone, where nothing else has taken it by then. Called before anything in it takes the focus. */
export function useFocusBack(): void {
  useLayoutEffect(() => {
    const from = document.activeElement instanceof HTMLElement ? document.activeElement : document.body
    const parts: HTMLElement[] = []
    for (
      let part = from.closest<HTMLElement>(NAMED);
      part;
      part = part.parentElement?.closest<HTMLElement>(NAMED) ?? null
    )
      parts.push(part)
    return () =>
      // What is drawn with its end is drawn by then: what had the focus before may go with it.
      queueMicrotask(() => {
        if (!isNowhere()) return
        if (from !== document.body) from.focus()
        for (const part of [...parts, document.querySelector<HTMLElement>('main h1')]) {
          if (!isNowhere()) return
          if (part && !part.hasAttribute('tabindex')) part.tabIndex = -1
          part?.focus({ preventScroll: true })
        }
      })
  }, [])
}
