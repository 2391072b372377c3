/** Active trouble codes (2.9), decoded by their structure alone. */
import type { Output } from '../../../api/endpoint'
import type { vehicleData } from '../../../api/vehicle-data'
import { cut } from '../../../ui/format'
import { Icon } from '../../../ui/icon'
import { NoValue } from '../../../ui/no-value'
import { Time } from '../../../ui/time'
import { Card, CardTable } from './card-table'
import * as texts from './codes-texts'
import { decodeTroubleCode } from './trouble-code'
import styles from './views.module.css'

export function CodesView({ value: { activeCodes } }: { value: Output<typeof vehicleData.troubleCodes> }) {
  if (activeCodes === null || activeCodes === undefined)
    return (
      <p className={styles.headline} data-words>
        <NoValue kind={activeCodes === null ? 'null' : 'absent'} />
      </p>
    )
  if (activeCodes.length === 0)
    return (
      <div>
        <p className={styles.headline} data-kind="good" data-words>
          <Icon name="circle-check" size={24} /> {texts.none}
        </p>
        <p className="quiet">{texts.noneMeaning}</p>
      </div>
    )
  return (
    <>
      <p className={styles.headline} data-words>
        {texts.active(activeCodes.length)}
      </p>
      <CardTable name={texts.title} headers={texts.columns}>
        {activeCodes.map(({ code, timestamp }, index) => (
          <Card
            key={index}
            tone="amber"
            cells={[
              <span key="code" className={styles.figure}>
                {code ? (
                  <code translate="no">{cut(code, 120)}</code>
                ) : (
                  <NoValue kind={code === null ? 'null' : 'absent'} />
                )}
              </span>,
              <Structure key="structure" code={code ?? ''} />,
              <span key="since" className="quiet">
                {timestamp
                  ? texts.since(<Time value={timestamp} />)
                  : texts.unknownSince(<NoValue kind={timestamp === null ? 'null' : 'absent'} />)}
              </span>,
            ]}
          />
        ))}
      </CardTable>
      <p className="quiet">{texts.meaning}</p>
    </>
  )
}

function Structure({ code }: { code: string }) {
  const decoded = decodeTroubleCode(code)
  if (!decoded) return <span className="quiet">{texts.notStandard}</span>
  const { system, origin, subsystem, failureType } = decoded
  return (
    <>
      {texts.described(system, subsystem)}
      <span className={styles.note}>
        {texts.definedBy(origin)}
        {failureType && ` · ${texts.failureType(failureType)}`}
      </span>
    </>
  )
}
