/** The batches of this session, newest first: any of them can be looked at again, and compared with the one that is shown. */

import { PlainTable } from '../../../ui/plain-table'
import { Time } from '../../../ui/time'
import { Compare } from './compare'
import styles from './history.module.css'
import { countsOf } from './items'
import * as texts from './run-texts'
import type { Run } from './runs'

const phases = { sending: texts.runSending, failed: texts.runFailed, cancelled: texts.runCancelled }
const outcomeOf = (run: Run): string => (run.phase === 'answered' ? countsOf(run.rows) : phases[run.phase])

interface Props {
  runs: readonly Run[]
  shown: Run
  onShow: (id: number) => void
}

export function History({ runs, shown, onShow }: Props) {
  return (
    <details className={styles.history}>
      <summary>{texts.runsHeading(runs.length)}</summary>
      <div className="stack">
        <PlainTable name={texts.runs} headers={texts.runColumns}>
          <tbody>
            {runs.map((run) => (
              <tr key={run.id} aria-current={run.id === shown.id || undefined}>
                <th scope="row">
                  <button type="button" className="plain-button" onClick={() => onShow(run.id)}>
                    {texts.run(run.id)}
                  </button>
                  {run.id === shown.id && <span className="quiet"> {texts.shown}</span>}
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
        <Compare runs={runs} shown={shown} />
      </div>
    </details>
  )
}
