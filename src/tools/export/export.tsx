/** Taking a list away: this page, or everything that matches for its price in requests; as CSV, or as it was sent. */
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button'
import { saveBlob } from '../../ui/download'
import { formatCount } from '../../ui/format'
import * as uiTexts from '../../ui/texts'
import { Failure } from '../failure'
import type { ListPage, ReadListPage } from '../service-list/list-file'
import type { Facts } from '../table-text'
import { steadily } from '../waiting'
import * as texts from './texts'
import { type FileKind, FileWriter, type Row } from './writer'

interface Props {
  /** What is exported, e.g. `connections`. */
  name: string
  /** The columns of a CSV. */
  columns: readonly string[]
  /** The rows on screen, or the selected ones. */
  page: readonly Row[]
  part?: 'this page' | 'the selection'
  total: number | undefined
  /** Requests that everything takes; absent where none is sent, or nobody knows how many. */
  price?: number | undefined
  /** What is asked for, in words: the filters. */
  question: string
  service: string
  /** More that the file says of itself. */
  facts?: Facts
  /** Begins to read everything that matches; absent where the part is all there is. */
  pages?: () => ReadListPage<Row>
}

interface Progress {
  kind: FileKind
  count: number
  total: number | undefined
  isWaiting: boolean
}

export function Export(props: Props) {
  const { name, columns, page, part = 'this page', total, price, question, service, facts, pages } = props
  const [progress, setProgress] = useState<Progress>()
  const [said, setSaid] = useState('')
  const [error, setError] = useState<unknown>()
  const running = useRef<AbortController>(undefined)
  const isPage = part === 'this page'

  const factsOf = (count: number, state: string, of: number | undefined) => ({
    what: name,
    service,
    filter: question || texts.noFilter,
    written: new Date().toISOString(),
    rows: String(count),
    total: of === undefined ? texts.noTotal : String(of),
    state,
    ...facts,
  })
  const fileName = (kind: FileKind, isPartial: boolean) =>
    `${name}${isPartial ? ' partial' : ''} ${new Date().toISOString().replace(/[:.]/g, '-')}.${kind.toLowerCase()}`

  const savePage = async (kind: FileKind) => {
    const writer = new FileWriter(kind, columns)
    await writer.add(page)
    const state = isPage ? texts.onePage : texts.selectedRows
    saveBlob(fileName(kind, false), await writer.end(factsOf(writer.count, state, total)))
    setSaid(texts.saved(writer.count))
  }

  const saveAll = async (kind: FileKind, readPage: ReadListPage<Row>) => {
    const controller = new AbortController()
    running.current = controller
    const { signal } = controller
    const writer = new FileWriter(kind, columns)
    let now: Progress = { kind, count: 0, total, isWaiting: false }
    const say = (change: Partial<Progress>) => {
      now = { ...now, ...change }
      setProgress(now)
    }
    const totals = new Set<number | undefined>()
    setError(undefined)
    setSaid('')
    say({})
    let state: string = texts.complete
    let isPartial = false
    try {
      for (let number = 1; ; number += 1) {
        const read = () => readPage(number, signal)
        const answer: ListPage<Row> = await steadily(read, signal, () => say({ isWaiting: true }))
        const { rows, total: counted, isLast } = answer
        await writer.add(rows)
        totals.add(counted)
        say({ count: writer.count, total: counted, isWaiting: false })
        if (isLast || rows.length === 0) break
      }
      const hasDrifted = totals.size > 1 || (now.total !== undefined && now.total !== writer.count)
      if (hasDrifted) state = texts.drifted
    } catch (reason) {
      isPartial = true
      state = signal.aborted ? texts.cancelled : texts.failed
      if (!signal.aborted) setError(reason)
    }
    setProgress(undefined)
    // A page that was left saves nothing; what was cancelled or failed is saved as what it is.
    if (running.current !== controller || (signal.aborted && signal.reason === LEFT)) return
    saveBlob(fileName(kind, isPartial), await writer.end(factsOf(writer.count, state, now.total)))
    setSaid(texts.savedAs(writer.count, state))
  }
  useEffect(() => () => running.current?.abort(LEFT), [])

  return (
    <div className="stack">
      <div className="row">
        <span>{isPage ? texts.thisPage : texts.selection}</span>
        <Kinds
          what={isPage ? texts.ofThisPage : texts.ofSelection}
          isBusy={progress !== undefined}
          onSave={(kind) => void savePage(kind)}
        />
        {pages && (
          <>
            <span>{texts.everything(price !== undefined && <span className="quiet">{texts.price(price)}</span>)}</span>
            <Kinds
              what={texts.ofEverything}
              isBusy={progress !== undefined}
              onSave={(kind) => void saveAll(kind, pages())}
            />
          </>
        )}
      </div>
      {progress && (
        <p className="row">
          <progress value={progress.count} max={progress.total ?? progress.count + 1} aria-label={texts.exported} />
          <span className="number">
            {texts.read(uiTexts.countOf(formatCount(progress.count), progress.total), progress.isWaiting)}
          </span>
          <Button size="compact-xs" variant="default" onClick={() => running.current?.abort()}>
            {uiTexts.cancel}
          </Button>
        </p>
      )}
      <p role="status">{said}</p>
      {error !== undefined && <Failure error={error} />}
    </div>
  )
}

/** The page was left: nobody waits for the file. */
const LEFT = 'left'

interface KindsProps {
  what: string
  isBusy: boolean
  onSave: (kind: FileKind) => void
}

function Kinds({ what, isBusy, onSave }: KindsProps) {
  return (['CSV', 'JSON'] as const).map((kind) => (
    <Button
      key={kind}
      size="compact-xs"
      variant="default"
      reason={isBusy ? texts.isWriting : undefined}
      onClick={() => onSave(kind)}
    >
      {texts.kindOf(kind, what)}
    </Button>
  ))
}
