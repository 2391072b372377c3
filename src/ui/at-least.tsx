/** A number that may not be the whole, for more connections may be unread: “1+”, read out as “At least 1”. */
import { formatCount } from './format'
import * as texts from './list-texts'

export function AtLeast({ count, isWhole }: { count: number; isWhole: boolean }) {
  if (isWhole) return formatCount(count)
  return (
    <span title={texts.whyAtLeast}>
      <span className="visually-hidden">{texts.atLeast}</span>
      {formatCount(count)}
      <span className="quiet" aria-hidden="true">
        +
      </span>
    </span>
  )
}
