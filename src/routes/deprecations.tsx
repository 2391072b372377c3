/** `/deprecations`: every version 2.0 read with its date, its last answer here, and what stands for it in version 3. */
import { createFileRoute, Link } from '@tanstack/react-router'
import { batch } from '../api/batch'
import { counterpartOf } from '../api/counterparts.data'
import type { Endpoint } from '../api/endpoint'
import { vehicles } from '../api/vehicles'
import { deprecationPhase, deprecationState, todayUtc } from '../tools/deprecation'
import { useLastAnswers } from '../tools/meter'
import { useRecent } from '../tools/recent'
import { Hint } from '../ui/hint'
import { IdText } from '../ui/id'
import { NoValue } from '../ui/no-value'
import { Page } from '../ui/page'
import { PlainTable } from '../ui/plain-table'
import { Time } from '../ui/time'
import styles from './deprecations.module.css'
import { CounterpartOf } from './vehicles/-counterpart'

export const Route = createFileRoute('/deprecations')({ component: DeprecationsPage })

/** Soonest first. */
const reads: readonly Endpoint[] = [...Object.values(vehicles), batch.send].sort((a, b) =>
  (a.deprecation?.to ?? '').localeCompare(b.deprecation?.to ?? ''),
)

function DeprecationsPage() {
  const answers = useLastAnswers()
  const vehicleId = useRecent().find(({ kind }) => kind === 'vehicle')?.id
  const today = todayUtc()
  return (
    <Page title="Deprecations">
      <p>
        Version 2.0 is announced as deprecated; that is not the same as switched off, so nothing here is disabled for
        its date. A read that answers 404 VERSION or 410 may have been switched off. Days are counted in UTC; today is{' '}
        <time dateTime={today}>{today}</time>.{' '}
        <Hint about="these dates">
          The service has announced either a day or a quarter. A quarter is a range: the read may end on any day of it,
          so days are counted to its last one, and it is marked from its first. What stands for a read in version 3 is
          named as far as it is publicly known.
        </Hint>
      </p>
      <PlainTable
        name="Deprecations"
        headers={['Operation', 'State', 'Announced', 'Last answer in this tab', 'In version 3']}
      >
        <tbody>
          {reads.map(({ operation, path, deprecation }) => {
            const answer = answers[operation]
            return (
              <tr key={operation}>
                <th scope="row">
                  <code>{operation}</code>
                </th>
                <td>
                  {deprecation && (
                    <span data-phase={deprecationPhase(deprecation, today)} className={styles.state}>
                      {deprecationState(deprecation, today)}
                    </span>
                  )}
                </td>
                <td className={styles.date}>
                  {deprecation &&
                    (deprecation.from === deprecation.to ? deprecation.to : `${deprecation.from} to ${deprecation.to}`)}
                </td>
                <td>
                  {answer ? (
                    <>
                      {answer.status ?? 'no answer'}, <Time value={answer.at} />
                    </>
                  ) : (
                    <NoValue kind="notRead" />
                  )}
                </td>
                <td className={styles.counterpart}>
                  {operation === batch.send.operation ? (
                    <span className="quiet">each path’s own signal; there is no subset of signals in one request</span>
                  ) : (
                    <>
                      <CounterpartOf path={path} vehicleId={vehicleId} />
                      <span className={styles.note}>{counterpartOf(path)?.note}</span>
                    </>
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </PlainTable>
      <p className="quiet">
        Percentages change scale between the versions (0 to 1 in version 2.0, 0 to 100 in version 3): the console never
        puts values of the two side by side.{' '}
        {vehicleId === undefined ? (
          <>
            To read a signal, open <Link to="/vehicles">a vehicle</Link> first: the codes above then lead to its
            history.
          </>
        ) : (
          <>
            The codes lead to the signals of the vehicle that was looked at last, <IdText id={vehicleId} />.
          </>
        )}
      </p>
    </Page>
  )
}
