/** The export of a list: the page on screen and the selection at once, everything that matches as a file of the server. */
import { type ReactNode, useState } from 'react'
import type { ExportFormat } from '../../api/export-formats'
import type { JobDraft } from '../../changes/jobs/job-draft'
import { type FileKind, fileKinds, formatOf } from '../../core/table-file'
import { Button } from '../../ui/button'
import { saveFile } from '../../ui/download'
import { later } from '../../ui/later'
import { question as selectedAs } from '../selection/texts'
import styles from './export.module.css'
import { type About, type Exported, type Row, saveRows } from './save-rows'
import * as texts from './texts'

/** Each is loaded if the list has it. */
const ExportJob = later(() => import('./export-job').then((module) => module.ExportJob))
const saveFromServer = async (address: string) => (await import('./save-from-server')).saveFromServer(address)

interface Props extends Exported {
  /** The rows on screen, or the selected ones. */
  page: readonly Row[]
  part?: 'this page' | 'the selection'
  /** The selected rows beside this page, and the name of one of them. */
  selected?: { rows: readonly Row[]; one: string }
  total: number | undefined
  /** Requests that everything takes; absent if none is sent, or their number is unknown. */
  price?: number | undefined
  /** The job that exports everything that matches. */
  draft?: JobDraft | undefined
  /** The address of everything that matches, if no job is required. */
  fileAt?: (format: ExportFormat) => string
}

export function Export(props: Props) {
  const { page, part = 'this page', selected, total, price, draft, fileAt } = props
  const [saved, setSaved] = useState<{ count: number; about: About | undefined }>()
  const isPage = part === 'this page'
  const save = async (kind: FileKind, rows: readonly Row[], what: Exported, isSelected: boolean) => {
    const about = await saveRows(
      kind,
      what,
      rows,
      isSelected ? 'selected' : 'onePage',
      isSelected ? rows.length : total,
    )
    setSaved({ count: rows.length, about })
  }
  const everything = texts.everything(price !== undefined && <span className="quiet">{texts.price(price)}</span>)
  return (
    <div className={`stack ${styles.export}`}>
      <table>
        <tbody>
          <Kinds
            title={isPage ? texts.thisPage : texts.selection}
            what={isPage ? texts.ofThisPage : texts.ofSelection}
            onSave={(kind) => void save(kind, page, props, !isPage)}
          />
          {selected && selected.rows.length > 0 && (
            <Kinds
              title={texts.selection}
              what={texts.ofSelection}
              onSave={(kind) => {
                const question = selectedAs(selected.rows.length, selected.one)
                void save(kind, selected.rows, { ...props, question }, true)
              }}
            />
          )}
          {draft && (
            <ExportJob draft={draft}>
              {(reason, onSave) => (
                <Kinds title={everything} what={texts.ofEverything} reason={reason} onSave={onSave} />
              )}
            </ExportJob>
          )}
          {fileAt && (
            <Kinds
              title={everything}
              what={texts.ofEverything}
              onSave={(kind) => void saveFromServer(fileAt(formatOf(kind)))}
            />
          )}
        </tbody>
      </table>
      <p className="quiet">
        {texts.xlsxIs} {texts.csvGuards}
      </p>
      <p role="status">{saved && texts.saved(saved.count)}</p>
      {saved?.about && <SaveAbout {...saved.about} />}
    </div>
  )
}

/** On a click of its own, because a browser asks about, or refuses, a second file that a page saves. */
function SaveAbout({ file, facts }: About) {
  return (
    <div>
      <Button
        size="compact-xs"
        variant="default"
        onClick={() => saveFile(file, 'application/json', JSON.stringify(facts, null, 2))}
      >
        {texts.saveAbout}
      </Button>
    </div>
  )
}

interface KindsProps {
  title: ReactNode
  what: string
  /** Why nothing can be saved now. */
  reason?: string | undefined
  onSave: (kind: FileKind) => void
}

function Kinds({ title, what, reason, onSave }: KindsProps) {
  return (
    <tr>
      <th scope="row">{title}</th>
      {fileKinds.map((kind) => (
        <td key={kind}>
          <Button size="compact-sm" variant="default" reason={reason} onClick={() => onSave(kind)}>
            {texts.kindOf(kind, what)}
          </Button>
        </td>
      ))}
    </tr>
  )
}
