/** Whether a permission is granted: an icon and its word. */
import styles from './granted.module.css'
import { Icon } from './icon'

const words = {
  granted: ['check', 'Granted', 'The connection has this permission.'],
  some: ['check', 'Granted by some', 'Some connections have this permission, others don’t.'],
  missing: ['x', 'Not granted', 'The connection doesn’t have this permission.'],
  unknown: ['circle-question-mark', 'Unknown', 'The connection doesn’t list its permissions.'],
  unneeded: ['minus', 'None required', 'The API names no permission for it.'],
} as const

export function Granted({ state }: { state: keyof typeof words }) {
  const [icon, word, explanation] = words[state]
  return (
    <span className={styles.granted} data-state={state} title={explanation}>
      <Icon name={icon} size={14} /> {word}
    </span>
  )
}
