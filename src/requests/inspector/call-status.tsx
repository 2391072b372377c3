/** How a call ended: its status in a color, and in a shape for those who do not see it. */
import { Icon } from '../../ui/icon'
import { type Call, isFailed } from './calls'
import styles from './inspector.module.css'
import * as texts from './inspector-texts'

/** @param isWhole true where there is room for what kind of failure it was */
export function CallStatus({ call, isWhole = false }: { call: Call; isWhole?: boolean }) {
  const { status, error, isAborted } = call
  if (isAborted)
    return (
      <span className={styles.status}>
        <Icon name="circle-slash" size={12} /> {texts.givenUp}
      </span>
    )
  const tone = isFailed(call) ? 'danger' : error ? undefined : 'good'
  const icon = isFailed(call) ? 'circle-x' : error ? 'minus' : 'check'
  return (
    <span className={styles.status} data-tone={tone}>
      <Icon name={icon} size={12} /> {status ?? texts.noAnswer}
      {isWhole && error && error.kind !== 'http' && ` · ${error.kind}`}
    </span>
  )
}
