/** The receiver among the overview's hosts: what arrived last, what was refused, and whether it has become quiet. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { counted } from '../../domain/deliveries/deliveries-texts'
import { refusedList } from '../../domain/deliveries/delivery-queries'
import { useReceiver } from '../../domain/deliveries/receiver-row'
import * as texts from '../../domain/deliveries/receiver-row-texts'
import { Time } from '../../ui/time'
import styles from './overview.module.css'

export function ReceiverRow() {
  const { state, arrivals, words } = useReceiver()
  const refused = useQuery(refusedList).data?.rows.length
  return (
    <li className={`${styles.host} ${styles.receiver}`}>
      <strong>
        <Link to="/deliveries">{texts.receiver}</Link>
      </strong>{' '}
      <span data-state={state}>{texts.states[state]}</span>{' '}
      <span className={`quiet ${styles.whole}`}>
        {arrivals && (
          <>
            {texts.lastDelivery(<Time value={arrivals.last} isAge="ago" />)}
            {texts.inDay(counted(arrivals.day.value, arrivals.day.isExact))}
            {refused !== undefined && texts.refused(refused)}
          </>
        )}
        {words && <span className={styles.remark}>{words}</span>}
      </span>
    </li>
  )
}
