/** What a batch answered: a line for each path, each on its own terms; the whole of it on a click. */
import { memo, useId, useState } from 'react'
import { explain, isAsleep } from '../../../api/errors'
import { masked } from '../../../api/mask'
import { version2Reads } from '../../../api/version2-reads.data'
import { useConfig } from '../../../core/config'
import { shownOf } from '../../../requests/failure'
import { Breakable } from '../../../ui/breakable'
import { ErrorNotice } from '../../../ui/error-notice'
import { cut } from '../../../ui/format'
import { HeaderRow } from '../../../ui/header-row'
import { Icon } from '../../../ui/icon'
import { CopyButton } from '../../../ui/id'
import { NoValue } from '../../../ui/no-value'
import { RawJson } from '../../../ui/raw-json'
import { ReadState, Recorded } from '../../../ui/read-state'
import { asleepNow } from '../request-texts'
import { Age } from './age'
import { sharedFailures } from './failures'
import { fullViewOf } from './full-view'
import { measuresOf } from './measures'
import { MeasuresView } from './measures-view'
import { readOf } from './read-of'
import styles from './responses.module.css'
import * as texts from './run-texts'
import type { Run, RunRow } from './runs'

/** Drawn again only where a row is another one: 100 answers do not slow what is typed beside them. */
export const Responses = memo(function Responses({ rows }: Pick<Run, 'rows'>) {
  const shared = sharedFailures(rows)
  const isShared = new Set(shared.flat())
  return (
    <>
      <table className={styles.table} aria-label={texts.responses}>
        <thead>
          <HeaderRow headers={texts.responseColumns} />
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <Row key={`${index} ${row.path}`} row={row} isSaidBelow={isShared.has(row)} />
          ))}
        </tbody>
      </table>
      {shared.map((items) => (
        <Shared key={items[0].path} items={items} />
      ))}
    </>
  )
})

interface RowProps {
  row: RunRow
  /** True where its failure is others' too, and said once for all of them. */
  isSaidBelow: boolean
}

const Row = memo(function Row({ row, isSaidBelow }: RowProps) {
  const [isOpen, setOpen] = useState(false)
  const details = useId()
  const { path, isExtra, isKept, remarks } = row
  const title = version2Reads.find((read) => read.path === readOf(path))?.title
  return (
    <>
      <tr data-state={row.state} data-extra={isExtra || undefined}>
        <th scope="row">
          <div className={styles.read} data-name={title}>
            <button
              type="button"
              className={styles.toggle}
              aria-expanded={isOpen}
              aria-controls={isOpen ? details : undefined}
              onClick={() => setOpen(!isOpen)}
            >
              <Icon name="chevron-right" size={14} />
              <code translate="no" title={title}>
                <Breakable path={cut(path, 500)} />
              </code>
            </button>
          </div>
        </th>
        <td>
          <Value row={row} />
          {remarks.map((remark) => (
            <p key={remark} className={styles.remark}>
              {remark}
            </p>
          ))}
          {isKept && <p className="quiet">{texts.kept}</p>}
        </td>
        <td>
          <Age row={row} />
        </td>
        <td>
          <Status row={row} />
        </td>
      </tr>
      {isOpen && (
        <tr id={details} className={styles.details}>
          <td colSpan={texts.responseColumns.length}>
            <Details row={row} isSaidBelow={isSaidBelow} />
          </td>
        </tr>
      )}
    </>
  )
})

/** In one line: what was read, or the first thing that is said of why it was not. */
function Value({ row: { path, state, isExtra, status, body, facts, error } }: { row: RunRow }) {
  if (state === 'missing') return <NoValue kind="absent" />
  if (isAsleep(error)) return <ReadState kind="asleep" />
  if (error) {
    const { title, detail, excerpt } = shownOf(error)
    return <p className={styles.line}>{cut(texts.firstLine(title, detail ?? excerpt), 300)}</p>
  }
  if (status === 204 && body === undefined) return <NoValue kind="empty" />
  if (body === null) return <NoValue kind="null" />
  if (isExtra || measuresOf(path, body, facts.unitSystem) === undefined)
    return (
      <code translate="no" className={styles.line}>
        {cut(JSON.stringify(masked(body)) ?? '', 300)}
      </code>
    )
  return <MeasuresView path={path} body={body} unitSystem={facts.unitSystem} />
}

function Status({ row: { state, status, error } }: { row: RunRow }) {
  if (state === 'missing') return <span className={styles.bad}>{texts.missing}</span>
  if (status === undefined) return <span className={styles.odd}>{texts.noStatus}</span>
  return (
    <span className={state === 'answered' ? styles.good : isAsleep(error) ? undefined : styles.bad}>
      <Icon name={isAsleep(error) ? 'moon' : state === 'answered' ? 'check' : 'x'} size={14} /> {status}
    </span>
  )
}

function Details({ row, isSaidBelow }: RowProps) {
  const { docsUrl } = useConfig()
  const { path, state, isExtra, body, facts, error, raw, readAt } = row
  if (state === 'missing') return <p>{texts.nothingCame}</p>
  const full = isExtra || error ? undefined : fullViewOf(path, body)
  const requestId = facts.requestId ?? (error && explain(error).requestId)
  return (
    <div className="stack">
      {isAsleep(error) && <Asleep error={error} />}
      {error && !isAsleep(error) && !isSaidBelow && (
        <ErrorNotice explanation={shownOf(error)} docsUrl={docsUrl} permission={error.endpoint.permission} isSilent />
      )}
      {full}
      <p className={styles.facts}>
        {!error && <Recorded at={facts.dataAge} readAt={readAt} />}
        {facts.unitSystem !== undefined && (
          <span>
            {texts.unitSystem} {cut(facts.unitSystem, 100)}
          </span>
        )}
        {requestId !== undefined && (
          <span>
            {texts.requestIdName} <code translate="no">{cut(requestId, 100)}</code>
            <CopyButton text={requestId} what={texts.requestId} />
          </span>
        )}
      </p>
      <RawJson raw={raw} what={texts.answerTo(path)} mask={masked} isOpenAtFirst={!full && !error} />
    </div>
  )
}

function Asleep({ error }: { error: unknown }) {
  return (
    <p>
      <ReadState kind="asleep" /> {asleepNow(explain(error).detail)}
    </p>
  )
}

/** What several items failed with, once. */
function Shared({ items }: { items: readonly [RunRow, ...RunRow[]] }) {
  const { docsUrl } = useConfig()
  const [{ error }] = items
  const { title, requestId: _, ...rest } = shownOf(error)
  const permissions = [...new Set(items.map((item) => item.error?.endpoint.permission))]
  if (isAsleep(error)) return null
  return (
    <ErrorNotice
      explanation={{ ...rest, title: texts.times(title, items.length) }}
      docsUrl={docsUrl}
      permission={permissions.length === 1 ? permissions[0] : undefined}
      isSilent
    >
      <p>
        {items.map(({ path }, index) => (
          <span key={`${index} ${path}`}>
            {index > 0 && ', '}
            <code translate="no">{cut(path, 200)}</code>
          </span>
        ))}
      </p>
    </ErrorNotice>
  )
}
