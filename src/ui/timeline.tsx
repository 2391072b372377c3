/** When things happened, as marks on a line: the table beside it says the same in words. */

import { formatInstant } from './format'
import * as texts from './texts'
import { dateZoneOf, useZone } from './time'
import styles from './timeline.module.css'

interface Props {
  /** What the marks are, for example `5 services`. */
  what: string
  /** Milliseconds since the epoch, in any order; with fewer than two there is nothing to draw. */
  at: readonly number[]
}

export function Timeline({ what, at }: Props) {
  const zone = useZone()
  const first = Math.min(...at)
  const last = Math.max(...at)
  if (at.length < 2 || !(last > first)) return null
  const say = (one: number) => formatInstant(one, dateZoneOf(zone))
  return (
    <div role="img" aria-label={texts.span(what, say(first), say(last))} className={styles.timeline}>
      <div className={styles.line}>
        {at.map((one, index) => (
          <span
            key={index}
            title={say(one)}
            className={styles.mark}
            style={{ left: `${((one - first) / (last - first)) * 100}%` }}
          />
        ))}
      </div>
      <div className={styles.ends}>
        <span>{say(first)}</span>
        <span>{say(last)}</span>
      </div>
    </div>
  )
}
