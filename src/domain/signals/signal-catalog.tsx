/** The catalog of all known signals: what each is, what it needs, what it replaces, and which webhooks include it. */
import { Link } from '@tanstack/react-router'
import { type ComponentProps, useState } from 'react'
import type { KnownSignal } from '../../api/signals.data'
import { later } from '../../ui/later'
import { PathsOf } from '../vehicles/counterpart'
import * as common from '../vehicles/texts'
import { readCatalogue } from '../webhooks/catalogue'
import * as texts from './list-texts'
import { useRecentSignals } from './recent-signals'
import { SignalList } from './signal-list'
import styles from './signal-list.module.css'

/** Loaded when it is asked for. */
const WithSignal = later(
  () => import('../webhooks/with-signal').then((module) => module.WithSignal),
  <p role="status">{common.webhooksPending}</p>,
)

interface Props extends Pick<ComponentProps<typeof SignalList>, 'q' | 'group' | 'onShow'> {
  /** Whose signals the names lead to; '' where none was entered. */
  vehicleId: string
  /** Called with a signal that is chosen before a vehicle is. */
  onChoose: (code: string) => void
}

export function SignalCatalog({ vehicleId, onChoose, ...list }: Props) {
  const [asked, setAsked] = useState<string>()
  const ask = (code: string) => {
    setAsked(code === asked ? undefined : code)
    void readCatalogue()
  }
  const webhooksOf = ({ code, fullName }: KnownSignal) => (
    <button type="button" className="plain-button" aria-expanded={code === asked} onClick={() => ask(code)}>
      {texts.webhooksWith(fullName)}
    </button>
  )
  return (
    <SignalList
      {...list}
      shownText={texts.cataloged}
      read={useRecentSignals()}
      onOpen={onChoose}
      linkOf={({ code, name }) =>
        vehicleId ? (
          <Link to="/vehicles/$vehicleId/signals/$signalCode" params={{ vehicleId, signalCode: code }}>
            {name}
          </Link>
        ) : (
          <Link to="." hash={code} search={true} onClick={() => onChoose(code)}>
            {name}
          </Link>
        )
      }
      permissionOf={({ permission, isAssumed }) => (
        <>
          {permission ? <code translate="no">{permission}</code> : <span className="quiet">{common.noPermission}</span>}
          {isAssumed && <span className="quiet"> ({common.assumed})</span>}
        </>
      )}
      columns={[
        {
          header: texts.version2,
          cell: ({ code }) => <PathsOf code={code} />,
        },
        { header: texts.webhooks, cell: webhooksOf },
      ]}
      detailOf={({ code }) =>
        code === asked && (
          <tr className={styles.detail}>
            <td colSpan={texts.columns.length + 2}>
              <WithSignal code={code} />
            </td>
          </tr>
        )
      }
    />
  )
}
