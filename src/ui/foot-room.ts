/** What floats at the foot of the view says how tall it is: what floats above it, and the end of the page, give way. */
import { type RefObject, useLayoutEffect } from 'react'

/** Between two of them, in px. */
const GAP = 8

/** @param name the property of the page that holds the height, and the room below it; it is set as long as this is drawn */
export function useFootRoom(
  name: '--bar' | '--tray' | '--jobs' | '--notices' | '--send',
  element: RefObject<HTMLElement | null>,
): void {
  useLayoutEffect(() => {
    const shown = element.current
    if (!shown) return
    const { style } = document.documentElement
    let isGone = false
    const observer = new ResizeObserver(() =>
      afterPaint(() => !isGone && style.setProperty(name, `${shown.offsetHeight + GAP}px`)),
    )
    observer.observe(shown)
    return () => {
      isGone = true
      observer.disconnect()
      afterPaint(() => style.removeProperty(name))
    }
  }, [name, element])
}

/** All that is on the page takes its style anew for it: the click that made something float is shown first. */
const afterPaint = (act: () => void) => requestAnimationFrame(() => setTimeout(act))
