/** Behind a number that may not be the whole: more connections may be unread. */
import * as texts from './list-texts'

export function AtLeast() {
  return (
    <span className="quiet" title={texts.whyAtLeast}>
      <span aria-hidden="true">+</span>
      <span className="visually-hidden">{texts.atLeast}</span>
    </span>
  )
}
