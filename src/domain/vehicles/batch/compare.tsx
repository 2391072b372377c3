/** Two runs of one vehicle side by side: what changed, and what is the same reading and not a newer one. */
import { useState } from 'react'
import { masked } from '../../../api/mask'
import { NoValue } from '../../../ui/no-value'
import { PlainRow, PlainTable } from '../../../ui/plain-table'
import { Recorded } from '../../../ui/read-state'
import { changesBetween, valueAt } from '../json-diff'
import styles from './history.module.css'
import { MeasuresView } from './measures-view'
import * as texts from './run-texts'
import type { Run, RunRow } from './runs'
import { notAskedFor } from './texts'
import { verdictOf } from './verdict'

export function Compare({ runs, shown }: { runs: readonly Run[]; shown: Run }) {
  const others = runs.filter((run) => run.id !== shown.id && run.rows.length > 0)
  const [chosen, setChosen] = useState<number>()
  const before = others.find(({ id }) => id === chosen) ?? others.find(({ id }) => id < shown.id) ?? others[0]
  if (!before || shown.rows.length === 0) return null
  const rowsBefore = new Map(before.rows.filter(({ isExtra }) => !isExtra).map((row) => [row.path, row]))
  const rows = shown.rows.filter(({ isExtra }) => !isExtra)
  const gone = [...rowsBefore.values()].filter(({ path }) => !rows.some((row) => row.path === path))
  return (
    <>
      <label className="row">
        {texts.comparedWith}{' '}
        <select value={before.id} onChange={(event) => setChosen(Number(event.currentTarget.value))}>
          {others.map((run) => (
            <option key={run.id} value={run.id}>
              {texts.run(run.id)}
            </option>
          ))}
        </select>
      </label>
      <PlainTable name={texts.comparison} headers={texts.comparedColumns(texts.run(before.id), texts.run(shown.id))}>
        <tbody>
          {[
            ...rows.map((row) => [rowsBefore.get(row.path), row] as const),
            ...gone.map((row) => [row, undefined] as const),
          ].map(([old, now]) => (
            <PlainRow
              key={(now ?? old)?.path}
              cells={[
                <code translate="no">{(now ?? old)?.path}</code>,
                <Reading row={old} />,
                <Reading row={now} />,
                <Verdict before={old} after={now} />,
              ]}
            />
          ))}
        </tbody>
      </PlainTable>
    </>
  )
}

function Reading({ row }: { row: RunRow | undefined }) {
  if (!row) return <span className="quiet">{notAskedFor}</span>
  if (row.state !== 'answered') return <span>{row.status ?? row.state}</span>
  return (
    <>
      <MeasuresView path={row.path} body={row.body} unitSystem={row.facts.unitSystem} />
      <br />
      <span className="quiet">
        <Recorded at={row.facts.dataAge} readAt={row.readAt} />
      </span>
    </>
  )
}

function Verdict({ before, after }: { before: RunRow | undefined; after: RunRow | undefined }) {
  if (!before || !after) return <NoValue kind="absent" />
  const verdict = verdictOf(before, after)
  if (verdict !== 'changed') return <span>{texts.verdicts[verdict]}</span>
  return (
    <ul className={styles.changes}>
      {changesBetween(masked(before.body), masked(after.body)).map(({ place, before: old, after: now }) => (
        <li key={place}>
          <code translate="no">{place}</code>: {valueAt(place, old) ?? texts.absent} →{' '}
          {valueAt(place, now) ?? texts.absent}
        </li>
      ))}
    </ul>
  )
}
