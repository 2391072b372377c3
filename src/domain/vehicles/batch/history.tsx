/** The batches of this session, newest first: any of them can be looked at again. */

import { PlainTable } from '../../../ui/plain-table'
import { Time } from '../../../ui/time'
import styles from './history.module.css'
import { countsOf } from './items'
import * as texts from './run-texts'
import type { Run } from './runs'

export const runName = (run: Pick<Run, 'id'>) => texts.run(run.id)

const phases = { sending: texts.runSending, failed: texts.runFailed, cancelled: texts.runCancelled }
export const outcomeOf = (run: Run): string => (run.phase === 'answered' ? countsOf(run.rows) : phases[run.phase])

interface Props {
  runs: readonly Run[]
  shownId: number | undefined
  onShow: (id: number) => void
}

export function History({ runs, shownId, onShow }: Props) {
  if (runs.length < 2) return null
  return (
    <section className="stack" aria-labelledby="runs">
      <h2 id="runs">{texts.runsHeading}</h2>
      <PlainTable name={texts.runs} headers={texts.runColumns}>
        <tbody>
          {runs.map((run) => (
            <tr key={run.id} aria-current={run.id === shownId || undefined}>
              <th scope="row">
                <button type="button" className="plain-button" onClick={() => onShow(run.id)}>
                  {runName(run)}
                </button>
                {run.id === shownId && <span className="quiet"> {texts.shown}</span>}
              </th>
              <td>
                <Time value={run.startedAt} isAge />
              </td>
              <td className={styles.paths} title={run.sent.join(', ')}>
                {texts.pathsOf(run.sent.length, run.paths.length)}
              </td>
              <td>{outcomeOf(run)}</td>
              <td className="number">{run.tookMs === undefined ? '' : texts.seconds(run.tookMs / 1000)}</td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
      <p className="quiet">{texts.keptHere}</p>
    </section>
  )
}
