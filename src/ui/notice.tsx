/** A notice in words: `status` for what is so, `alert` for what failed. */
import type { ReactNode } from 'react'
import styles from './notice.module.css'

interface Props {
  tone: 'good' | 'calm' | 'amber' | 'danger'
  children: ReactNode
  actions?: ReactNode
  /** True where it is one of many that are announced as a whole. */
  isSilent?: boolean
}

export function Notice({ tone, children, actions, isSilent = false }: Props) {
  const role = tone === 'danger' ? 'alert' : 'status'
  return (
    <div role={isSilent ? undefined : role} className={styles.notice} data-tone={tone}>
      <div className={styles.words}>{children}</div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}
