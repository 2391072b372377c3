/** Live or simulated: a filled or a hollow dot, always with its word. Any other word is the service's own. */
import styles from './mode.module.css'
import { NoValue } from './no-value'

export function Mode({ mode }: { mode: string | null | undefined }) {
  if (mode === undefined || mode === null || mode === '') return <NoValue kind={mode === null ? 'null' : 'absent'} />
  return (
    <span className={styles.mode} data-mode={mode === 'simulated' ? 'simulated' : 'live'}>
      {mode}
    </span>
  )
}
