/** Taking a list away: this page, or everything that matches for its price in requests; as CSV, or as it was sent. */
import { type ReactNode, useEffect, useState } from 'react'
import type { JobDraft } from '../../changes/jobs/job-requests'
import { useConfig } from '../../core/config'
import type { FileKind } from '../../core/table-file'
import { isRunning, useTask } from '../../core/task'
import { Failure } from '../../requests/failure'
import { Button } from '../../ui/button'
import { saveFile } from '../../ui/download'
import { formatCount } from '../../ui/format'
import { later } from '../../ui/later'
import * as uiTexts from '../../ui/texts'
import type { ReadListPage } from '../load-pages'
import { question as selectedAs } from '../selection/texts'
import styles from './export.module.css'
import { type About, type Exported, exportAll, exporting, saveRows } from './exporting'
import * as texts from './texts'
import { FileWriter, type Row } from './writer'

/** Loaded where the server has a store. */
const OnServer = later(() => import('./on-server').then((module) => module.OnServer))

interface Props extends Exported {
  /** The rows on screen, or the selected ones. */
  page: readonly Row[]
  part?: 'this page' | 'the selection'
  /** The selected rows beside this page, and what one of them is called. */
  selected?: { rows: readonly Row[]; one: string }
  total: number | undefined
  /** Requests that everything takes; absent where none is sent, or nobody knows how many. */
  price?: number | undefined
  /** Begins to read everything that matches; absent where the part is all there is. */
  pages?: () => ReadListPage<Row>
  /** The same as a job of the server; absent of what the server can't read itself. */
  draft?: JobDraft
}

export function Export(props: Props) {
  const { name, columns, page, part = 'this page', selected, total, price, question, pages, draft } = props
  const { hasTeam } = useConfig()
  const [said, setSaid] = useState('')
  const [ofPart, setAbout] = useState<About>()
  const task = useTask(exporting, name)
  const all = pages ? task : undefined
  const isPage = part === 'this page'
  const isBusy = isRunning(all)
  const about = said ? ofPart : all?.about
  const priced = price !== undefined && <span className="quiet">{texts.price(price)}</span>

  const save = async (kind: FileKind, rows: readonly Row[], what: Exported, isSelected: boolean) => {
    const writer = new FileWriter(kind, columns)
    await writer.add(rows)
    setAbout(await saveRows(kind, what, writer, isSelected ? 'selected' : 'onePage', isSelected ? rows.length : total))
    setSaid(texts.saved(writer.count))
  }
  // What has ended was said; what goes on is found again.
  const hasAll = pages !== undefined
  useEffect(() => () => void (hasAll && exporting.settle(name)), [name, hasAll])

  return (
    <div className="stack">
      <table>
        <tbody>
          <Kinds
            title={isPage ? texts.thisPage : texts.selection}
            what={isPage ? texts.ofThisPage : texts.ofSelection}
            isBusy={isBusy}
            onSave={(kind) => void save(kind, page, props, !isPage)}
          />
          {selected && selected.rows.length > 0 && (
            <Kinds
              title={texts.selection}
              what={texts.ofSelection}
              isBusy={isBusy}
              onSave={(kind) =>
                void save(
                  kind,
                  selected.rows,
                  { ...props, question: selectedAs(selected.rows.length, selected.one) },
                  true,
                )
              }
            />
          )}
          {pages && (
            <Kinds
              title={texts.everything(priced)}
              what={texts.ofEverything}
              isBusy={isBusy}
              onSave={(kind) => {
                setSaid('')
                setAbout(undefined)
                exportAll(kind, props, total, pages())
              }}
            />
          )}
        </tbody>
      </table>
      <p className="quiet">
        {texts.csvIs} {texts.csvGuards}
      </p>
      {hasTeam && draft && (
        <div className={`stack ${styles.server}`}>
          <OnServer draft={draft} price={priced} />
        </div>
      )}
      {all && all.question !== question && <p className="quiet">{texts.startedWith(all.question)}</p>}
      {all && isBusy && (
        <p className="row">
          <progress value={all.count} max={all.total ?? all.count + 1} aria-label={texts.exported} />
          <span className="number">
            {texts.read(uiTexts.countOf(formatCount(all.count), all.total), all.phase === 'waiting')}
          </span>
          <Button size="compact-xs" variant="default" onClick={() => exporting.stop(name)}>
            {uiTexts.cancel}
          </Button>
        </p>
      )}
      <p role="status">{said || all?.said}</p>
      {about && (
        <div>
          <Button size="compact-xs" variant="default" onClick={() => saveAbout(about)}>
            {texts.saveAbout}
          </Button>
        </div>
      )}
      {all?.phase === 'failed' && <Failure error={all.error} />}
    </div>
  )
}

/** On a click of its own: a browser asks, or refuses, where a page saves a second file unasked. */
const saveAbout = ({ file, facts }: About) => saveFile(file, 'application/json', JSON.stringify(facts, null, 2))

interface KindsProps {
  title: ReactNode
  what: string
  isBusy: boolean
  onSave: (kind: FileKind) => void
}

/** What is saved, and beside it the kinds of file. */
function Kinds({ title, what, isBusy, onSave }: KindsProps) {
  return (
    <tr>
      <th scope="row">{title}</th>
      {(['CSV', 'JSON'] as const).map((kind) => (
        <td key={kind}>
          <Button
            size="compact-sm"
            variant="default"
            reason={isBusy ? texts.isWriting : undefined}
            onClick={() => onSave(kind)}
          >
            {texts.kindOf(kind, what)}
          </Button>
        </td>
      ))}
    </tr>
  )
}
