/** Whether a permission is granted: an icon and its word. */
import { Check, CircleHelp, Minus, X } from 'lucide-react'
import styles from './granted.module.css'

const words = {
  granted: [Check, 'Granted', 'The connection has this permission.'],
  some: [Check, 'Granted by some', 'Some connections have this permission, others don’t.'],
  missing: [X, 'Not granted', 'The connection doesn’t have this permission.'],
  unknown: [CircleHelp, 'Unknown', 'The connection doesn’t list its permissions.'],
  unneeded: [Minus, 'None required', 'The API names no permission for it.'],
} as const

export function Granted({ state }: { state: keyof typeof words }) {
  const [Icon, word, explanation] = words[state]
  return (
    <span className={styles.granted} data-state={state} title={explanation}>
      <Icon size={14} aria-hidden="true" /> {word}
    </span>
  )
}
