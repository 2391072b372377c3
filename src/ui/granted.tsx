/** Whether a permission is granted: an icon and its word. */
import { Check, CircleHelp, Minus, X } from 'lucide-react'
import styles from './granted.module.css'

const words = {
  granted: [Check, 'granted', 'The connection names the permission.'],
  some: [Check, 'granted by some', 'One connection grants it, another does not.'],
  missing: [X, 'not granted', 'The connection does not name the permission.'],
  unknown: [CircleHelp, 'unknown', 'The connection does not say what it grants.'],
  unneeded: [Minus, 'none needed', 'No permission is named for it.'],
} as const

export function Granted({ state }: { state: keyof typeof words }) {
  const [Icon, word, explanation] = words[state]
  return (
    <span className={styles.granted} data-state={state} title={explanation}>
      <Icon size={14} aria-hidden="true" /> {word}
    </span>
  )
}
