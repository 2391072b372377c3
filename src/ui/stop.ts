/** What is drawn shorter than it is, such as a time in one zone: how the keyboard gets to it, and to the rest of it. */

/**
 * Lets an element take the focus, as a `ref`. A time or a number that stands by itself is a stop of the Tab key. In a
 * row it is none: a list has hundreds of them, and the row's link tells of all that are beside it. A row that has no
 * link is reached by its key, or by touch. Within a link or a button it is a part of that.
 */
export function asStop(element: HTMLElement | null): void {
  if (!element || element.closest('a, button, summary')) return
  const isInRow = element.closest('tr') ?? element.closest('li')?.firstElementChild?.matches('a')
  element.tabIndex = isInRow ? -1 : 0
}
