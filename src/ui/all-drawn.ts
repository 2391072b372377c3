/** Rows that nobody looks at: left out while a list is on its way, and there for all who read it otherwise than by eye. */
import { type RefObject, useEffect } from 'react'

/** After what is looked at, in ms. */
const REST_MS = 300

/**
 * Has the browser draw all rows of a table once they are there: what it leaves out is missing from its accessibility
 * tree, too.
 * @param isWhole false while rows are on their way
 */
export function useAllDrawn(frame: RefObject<HTMLElement | null>, isWhole: boolean): void {
  useEffect(() => {
    const table = frame.current?.querySelector('table')
    if (!table || !isWhole) return
    const timer = setTimeout(() => table.toggleAttribute('data-drawn', true), REST_MS)
    return () => {
      clearTimeout(timer)
      table.removeAttribute('data-drawn')
    }
  }, [frame, isWhole])
}
