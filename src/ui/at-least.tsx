/** Behind a number that may not be the whole: more connections may be unread. */
export function AtLeast() {
  return (
    <span className="quiet" title="At least: from the connections that were read so far">
      <span aria-hidden="true">+</span>
      <span className="visually-hidden"> at least</span>
    </span>
  )
}
