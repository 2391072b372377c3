/** How the three hosts answered this tab's last request to each, and how the server's own receiver does where it has one. */
import { hostNames } from '../../api/endpoint'
import { useConfig } from '../../core/config'
import { useHasDeliveries } from '../../core/has-deliveries'
import { hostTitles, useLamps } from '../../requests/host-status'
import { later } from '../../ui/later'
import { Time } from '../../ui/time'
import { stateText } from '../frame-texts'
import styles from './overview.module.css'
import { Panel } from './panel'
import * as texts from './panel-texts'

const waiting = <li className={styles.receiver} />
/** Loaded only if this page can read deliveries. */
const ReceiverRow = later(() => import('./receiver-row').then((module) => module.ReceiverRow), waiting)

export function Hosts() {
  const lamps = useLamps()
  const { hosts } = useConfig()
  const hasDeliveries = useHasDeliveries()
  return (
    <Panel title={texts.hosts} id="hosts">
      <ul className={styles.rows}>
        {hostNames.map((host) => {
          const { state, status, at, durationMs } = lamps[host]
          return (
            <li key={host} className={styles.host}>
              <strong>{hostTitles[host]}</strong> <span data-state={state}>{stateText(state, status)}</span>{' '}
              <code translate="no" className="quiet">
                {hosts[host]}
              </code>{' '}
              <span className="quiet">
                {at === undefined ? texts.notAsked : texts.lastCall(status, durationMs, <Time value={at} />)}
              </span>
            </li>
          )
        })}
        {hasDeliveries === undefined ? waiting : hasDeliveries && <ReceiverRow />}
      </ul>
      <p className="quiet">{texts.lastCalls}</p>
    </Panel>
  )
}
