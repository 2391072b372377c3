/** What is drawn shorter than it is, such as a time in one zone: how the keyboard gets to it, and to the rest of it. */

/** Where no stop of the Tab key stands: in rows, whose link tells of all that are beside it, and in what is a stop itself. */
const HELD = 'tr, a, button, summary, li:has(> a:first-child)'

/**
 * Lets an element take the focus, as a `ref`: by itself it is a stop of the Tab key. In a row it is none, for a list has
 * hundreds of them; where the row has no link, its key goes to it.
 */
export function asStop(element: HTMLElement | null): void {
  if (element) element.tabIndex = element.closest(HELD) ? -1 : 0
}
