/** A yes or no of the service, as an icon and its word. */
import { Check, CircleSlash } from 'lucide-react'
import { NoValue } from '../../ui/no-value'
import styles from './webhooks.module.css'

interface Props {
  value: boolean | null | undefined
  yes: string
  no: string
}

export function Flag({ value, yes, no }: Props) {
  if (typeof value !== 'boolean') return <NoValue kind={value === null ? 'null' : 'absent'} />
  return (
    <span className={styles.flag} data-value={value}>
      {value ? <Check size={13} aria-hidden="true" /> : <CircleSlash size={13} aria-hidden="true" />} {value ? yes : no}
    </span>
  )
}
