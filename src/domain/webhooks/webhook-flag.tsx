/** A yes or no of the service, as an icon and its word. */
import { Icon } from '../../ui/icon'
import { NoValue } from '../../ui/no-value'
import * as texts from './shared-texts'
import styles from './webhooks.module.css'

interface Props {
  value: boolean | null | undefined
}

export function Enabled({ value }: Props) {
  return <Flag value={value} yes={texts.isEnabled} no={texts.isDisabled} />
}

export function AutoSubscribe({ value }: Props) {
  return <Flag value={value} yes={texts.yes} no={texts.no} />
}

function Flag({ value, yes, no }: Props & { yes: string; no: string }) {
  if (typeof value !== 'boolean') return <NoValue kind={value === null ? 'null' : 'absent'} />
  return (
    <span className={styles.flag} data-value={value}>
      <Icon name={value ? 'check' : 'circle-slash'} size={14} /> {value ? yes : no}
    </span>
  )
}
