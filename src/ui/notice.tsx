/** A notice in words: `status` for what is so, `alert` for what failed. */
import type { ReactNode } from 'react'
import styles from './notice.module.css'

interface Props {
  tone: 'good' | 'calm' | 'amber' | 'danger'
  children: ReactNode
  actions?: ReactNode
}

export function Notice({ tone, children, actions }: Props) {
  return (
    <div role={tone === 'danger' ? 'alert' : 'status'} className={styles.notice} data-tone={tone}>
      <div className={styles.words}>{children}</div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}
