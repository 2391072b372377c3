/** What was read of a signal: places, a chart, the values as a table, and the same to take away. */

import { type ReactNode, useMemo, useState } from 'react'
import { masked } from '../../api/mask'
import { type FileKind, saveTable } from '../../core/table-file'
import type { TableRow } from '../../core/table-row'
import { Button } from '../../ui/button'
import { CopyButton } from '../../ui/id'
import { later } from '../../ui/later'
import { NoValue } from '../../ui/no-value'
import { Recorded } from '../../ui/read-state'
import type { Wanted } from './all-values'
import { NumberSeries } from './number-series'
import { newestAt, seriesOf } from './signal-values'
import styles from './signal-view.module.css'
import * as texts from './texts'
import { ValuesTable } from './values-table'

export const Drawing = later(() => import('./drawings/drawing').then((module) => module.Drawing))

interface Props {
  wanted: Wanted
  /** The page's. */
  records: readonly TableRow[]
  /** All that was read, where that is more than the page. */
  all: readonly TableRow[] | undefined
  /** Number of the page's first record. */
  first: number
  /** As people call it; undefined of a code that is not known. */
  name: string | undefined
  facts: { code: string; vehicle: string; readAt: string }
  /** When they were read, in milliseconds since the epoch. */
  readAt: number
  /** How many values there are, as far as the service says. */
  total: number | undefined
  /** The way to the values that the page does not have. */
  more?: ReactNode
}

const maskedOf = (records: readonly TableRow[]) => records.map((record) => masked(record) as TableRow) // a record stays one

export function SignalView({ wanted, records, all, first, name, facts, readAt, total, more }: Props) {
  const [isRevealed, setRevealed] = useState(false)
  const hidden = useMemo(() => maskedOf(records), [records])
  const hides = useMemo(() => JSON.stringify(hidden) !== JSON.stringify(records), [hidden, records])
  const shown = isRevealed ? records : hidden
  const taken = all ?? records
  const hasFigures = useMemo(() => newestAt(taken) !== undefined && seriesOf(taken) !== undefined, [taken]) // which say how old the newest is
  if (taken.length === 0 && total) return more // the rest is said beside the pager, with a way out
  if (taken.length === 0) return <p>{texts.noValues(<NoValue kind="empty" />)}</p>
  return (
    <>
      {!hasFigures && <p>{texts.newest(<Recorded at={newestAt(taken)} readAt={readAt} />)}</p>}
      <Drawing records={shown} all={taken} code={facts.code} name={name ?? facts.code} />
      <NumberSeries records={taken} signal={name ?? facts.code} wanted={wanted} readAt={readAt} />
      {(hides || isRevealed) && (
        <div>
          <button type="button" className="plain-button" onClick={() => setRevealed(!isRevealed)}>
            {isRevealed ? texts.mask : texts.reveal}
          </button>
        </div>
      )}
      <section className={styles.values} aria-labelledby="values">
        <div className={styles.bar}>
          <h2 id="values">{texts.valuesHeading}</h2>
          {more}
          <TakeAway records={taken} name={name} facts={facts} readAt={readAt} total={total} isRevealed={isRevealed} />
        </div>
        <ValuesTable records={shown} first={first} />
      </section>
    </>
  )
}

interface TakeAwayProps extends Pick<Props, 'name' | 'facts' | 'records' | 'readAt' | 'total'> {
  isRevealed: boolean
}

function TakeAway({ records, name, facts, readAt, total, isRevealed }: TakeAwayProps) {
  const save = (kind: FileKind) =>
    void saveTable(kind, {
      what: name ?? facts.code,
      parts: [name && facts.code, facts.vehicle, texts.fileCount(records.length, total)],
      at: readAt,
      facts: { ...(name && { signal: name }), ...facts },
      records: isRevealed ? records : maskedOf(records), // only when it is asked for: there may be many
    })
  return (
    <div className="row">
      <Button size="compact-sm" variant="default" onClick={() => save('CSV')}>
        {texts.saveCsv(records.length)}
      </Button>
      {(['JSON', 'XLSX'] as const).map((kind) => (
        <Button key={kind} size="compact-sm" variant="default" onClick={() => save(kind)}>
          {texts.saveAs(kind)}
        </Button>
      ))}
      <span>
        {texts.pageLink} <CopyButton text={() => location.href} what={texts.pageLinkCopied} />
      </span>
    </div>
  )
}
