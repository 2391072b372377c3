/** How the three hosts answered this tab's last request to each, and how the server's own receiver does where it has one. */
import { hostNames } from '../../api/endpoint'
import { useConfig } from '../../core/config'
import { hostTitles, useLamps } from '../../requests/host-status'
import { later } from '../../ui/later'
import { Time } from '../../ui/time'
import { stateText } from '../frame-texts'
import styles from './overview.module.css'
import { Panel } from './panel'
import * as texts from './panel-texts'

/** Nothing of it is loaded where this server receives nothing. */
const ReceiverRow = later(
  () => import('./receiver-row').then((module) => module.ReceiverRow),
  <li className={styles.receiver} />,
)

export function Hosts() {
  const lamps = useLamps()
  const { hosts, hasReceiver } = useConfig()
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
        {hasReceiver && <ReceiverRow />}
      </ul>
      <p className="quiet">{texts.lastCalls}</p>
    </Panel>
  )
}
