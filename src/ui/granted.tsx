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

interface Props {
  state: keyof typeof words
  /** In long lists: what is as it should be is a sign alone, its word for who listens. */
  isBrief?: boolean
}

export function Granted({ state, isBrief = false }: Props) {
  const [icon, word, explanation] = words[state]
  const isSeen = !isBrief || state === 'missing' || state === 'some'
  return (
    <span className={styles.granted} data-state={state} title={explanation}>
      <Icon name={icon} size={14} /> <span className={isSeen ? undefined : 'visually-hidden'}>{word}</span>
    </span>
  )
}
