/** What a batch answered: a row for each path, each on its own terms. */
import { memo } from 'react'
import { explain, isAsleep } from '../../../api/errors'
import { useConfig } from '../../../core/config'
import { masked } from '../../../core/mask'
import { shownOf } from '../../../requests/failure'
import { ErrorNotice } from '../../../ui/error-notice'
import { CopyButton } from '../../../ui/id'
import { NoValue } from '../../../ui/no-value'
import { PlainTable } from '../../../ui/plain-table'
import { RawJson } from '../../../ui/raw-json'
import { Explained, ReadState, Recorded } from '../../../ui/read-state'
import { fullViewOf } from './full-view'
import { MeasuresView } from './measures-view'
import styles from './responses.module.css'
import * as texts from './run-texts'
import type { Run, RunRow } from './runs'

/** Drawn again only where a row is another one: 100 answers do not slow what is typed beside them. */
export const Responses = memo(function Responses({ run }: { run: Run }) {
  return (
    <PlainTable name={texts.responses} headers={texts.responseColumns}>
      <tbody>
        {run.rows.map((row, index) => (
          <Row key={`${index} ${row.path}`} row={row} />
        ))}
      </tbody>
    </PlainTable>
  )
})

const Row = memo(function Row({ row }: { row: RunRow }) {
  const { path, isExtra, isKept, facts, error } = row
  const requestId = facts.requestId ?? (error && explain(error).requestId)
  return (
    <tr data-state={row.state} data-extra={isExtra || undefined}>
      <th scope="row" className={styles.path}>
        <code>{path.slice(0, 500)}</code>
        {row.remarks.map((remark) => (
          <p key={remark} className={styles.remark}>
            {remark}
          </p>
        ))}
        {isKept && <p className="quiet">{texts.kept}</p>}
      </th>
      <td>
        <Status row={row} />
      </td>
      <td className={styles.answer}>
        <Answer row={row} />
      </td>
      <td>
        {row.state === 'missing' ? (
          <NoValue kind="absent" />
        ) : facts.dataAge === undefined ? (
          <span className="quiet">{texts.notTold}</span>
        ) : (
          <Recorded at={facts.dataAge} readAt={row.readAt} />
        )}
      </td>
      <td>{facts.unitSystem ?? <span className="quiet">{texts.notTold}</span>}</td>
      <td>
        {requestId === undefined ? (
          <span className="quiet">{texts.notTold}</span>
        ) : (
          <>
            <code>{requestId.slice(0, 100)}</code>
            <CopyButton text={requestId} what={texts.requestId} />
          </>
        )}
      </td>
    </tr>
  )
})

function Status({ row: { state, status, error } }: { row: RunRow }) {
  if (state === 'missing') return <span className={styles.bad}>{texts.missing}</span>
  if (status === undefined) return <span className={styles.odd}>{texts.noStatus}</span>
  if (state === 'answered') return <span className={styles.good}>{status}</span>
  return isAsleep(error) ? (
    <>
      {status} <ReadState kind="asleep" />
    </>
  ) : (
    <span className={styles.bad}>{status}</span>
  )
}

function Answer({ row }: { row: RunRow }) {
  const { docsUrl } = useConfig()
  const { path, state, isExtra, status, body, facts, error, raw } = row
  if (state === 'missing') return <p>{texts.nothingCame}</p>
  const full = isExtra ? undefined : fullViewOf(path, body)
  return (
    <>
      {error && isAsleep(error) && (
        <>
          <Explained kind="asleep" />
          <p className="quiet">{explain(error).detail}</p>
        </>
      )}
      {error && !isAsleep(error) && (
        <ErrorNotice explanation={shownOf(error)} docsUrl={docsUrl} permission={error.endpoint.permission} isSilent />
      )}
      {!error && !isExtra && (
        <div>
          {status === 204 && body === undefined ? (
            <NoValue kind="empty" />
          ) : (
            <MeasuresView path={path} body={body} unitSystem={facts.unitSystem} />
          )}
        </div>
      )}
      {!error && full !== undefined && (
        <details className={styles.full}>
          <summary>{texts.wholeAnswer}</summary>
          {full}
        </details>
      )}
      <RawJson raw={raw} what={texts.answerTo(path)} mask={masked} />
    </>
  )
}
