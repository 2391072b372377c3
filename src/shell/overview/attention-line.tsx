/** A line of what needs somebody. */
import type { ReactNode } from 'react'
import { Icon } from '../../ui/icon'
import type { IconName } from '../../ui/icon-names'
import styles from './overview.module.css'
import * as texts from './panel-texts'

interface LineProps {
  icon: IconName
  tone?: 'good' | 'amber' | 'danger'
  /** Shown only while nothing stands above it. */
  isCalm?: boolean
  words: ReactNode
  /** The link to where it is mended, where there is one. */
  children: ReactNode
}

export function Line({ icon, tone, isCalm, words, children }: LineProps) {
  return (
    <li className={`${styles.line} ${isCalm ? styles.calm : ''}`}>
      <span className={styles.sign} data-tone={tone}>
        <Icon name={icon} />
      </span>
      <span>
        {children} <span className="quiet">{words}</span>
      </span>
    </li>
  )
}

/** While it isn’t known whether deliveries arrive. */
export function Checking() {
  return (
    <Line icon="hourglass" words="" isCalm>
      {texts.checkingDeliveries}
    </Line>
  )
}
