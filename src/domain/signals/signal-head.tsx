/** Which signal a page is about, in one line: its name, its code to copy, its unit, what it needs; and its webhooks. */
import type { ReactNode } from 'react'
import { signalOf } from '../../api/signals.data'
import { cut } from '../../ui/format'
import { CopyButton } from '../../ui/id'
import { shortUnit } from '../../ui/measure'
import styles from './signal-head.module.css'
import * as texts from './texts'
import { WebhooksOf } from './webhooks-of'

/** Longer codes are cut on screen; copying takes the whole. */
const MOST_CODE = 200

interface Props {
  code: string
  /** Whether it may be read. */
  children?: ReactNode
}

export function SignalHead({ code, children }: Props) {
  const signal = signalOf(code)
  return (
    <div className={styles.head}>
      {signal && (
        <h2>
          <bdi translate="no">{signal.fullName}</bdi>
        </h2>
      )}
      <span className={styles.code}>
        <code translate="no">{cut(code, MOST_CODE)}</code>
        <CopyButton text={code} what={texts.copiedCode} />
      </span>
      <span className="quiet">{signal ? signal.unit && shortUnit(signal.unit) : texts.notKnown}</span>
      {children}
      <span className={styles.room} />
      <WebhooksOf code={code} />
    </div>
  )
}
