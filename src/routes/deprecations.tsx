/** `/deprecations`: every version 2.0 read with its date, its last answer here, and what stands for it in version 3. */
import { createFileRoute, Link } from '@tanstack/react-router'
import { batch } from '../api/batch'
import { counterpartOf } from '../api/counterparts.data'
import { useRecent } from '../core/recent'
import { CounterpartOf } from '../domain/vehicles/counterpart'
import { deprecationPhase, deprecationState, useTodayUtc } from '../domain/vehicles/deprecation'
import { DeprecationDrawing } from '../domain/vehicles/deprecation-drawing'
import { days } from '../domain/vehicles/deprecation-texts'
import { endings } from '../domain/vehicles/deprecations'
import styles from '../domain/vehicles/deprecations.module.css'
import * as texts from '../domain/vehicles/deprecations-texts'
import { useLastAnswers } from '../requests/spent-requests'
import { Hint } from '../ui/hint'
import { IdText } from '../ui/id'
import { Page } from '../ui/page'
import { PlainTable } from '../ui/plain-table'
import { ReadState } from '../ui/read-state'
import { Time } from '../ui/time'

export const Route = createFileRoute('/deprecations')({ component: DeprecationsPage })

function DeprecationsPage() {
  const answers = useLastAnswers()
  const vehicleId = useRecent().find(({ kind }) => kind === 'vehicle')?.id
  const today = useTodayUtc()
  return (
    <Page title={texts.title}>
      <p>
        {texts.announcement(
          <time translate="no" dateTime={today}>
            {days(today)}
          </time>,
        )}{' '}
        <Hint about={texts.theseDates}>{texts.aboutDates}</Hint>
      </p>
      <DeprecationDrawing />
      <div className={styles.table}>
        <PlainTable name={texts.title} headers={texts.columns}>
          <tbody>
            {endings.map(({ endpoint: { operation, path }, deprecation }) => {
              const answer = answers[operation]
              return (
                <tr key={operation}>
                  <th scope="row">
                    <code translate="no">{operation}</code>
                  </th>
                  <td>
                    <span data-phase={deprecationPhase(deprecation, today)} className={styles.state}>
                      {deprecationState(deprecation, today)}
                    </span>
                  </td>
                  <td className={styles.date}>{days(deprecation.from, deprecation.to)}</td>
                  <td>
                    {answer ? (
                      texts.lastAnswer(answer.status, <Time value={answer.at} />)
                    ) : (
                      <ReadState kind="notRead" />
                    )}
                  </td>
                  <td className={styles.counterpart}>
                    {operation === batch.send.operation ? (
                      <span className="quiet">{texts.ofBatch}</span>
                    ) : (
                      <>
                        <CounterpartOf path={path} vehicleId={vehicleId} isBare />
                        <span className={styles.note}>{counterpartOf(path)?.note}</span>
                      </>
                    )}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </PlainTable>
      </div>
      <p className="quiet">
        {texts.scales}{' '}
        {vehicleId === undefined
          ? texts.openFirst(<Link to="/vehicles">{texts.aVehicle}</Link>)
          : texts.codesLead(<IdText id={vehicleId} />)}
      </p>
    </Page>
  )
}
