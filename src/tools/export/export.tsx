/** Taking a list away: this page, or everything that matches for its price in requests; as CSV, or as it was sent. */
import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { saveBlob, saveFile } from '../../ui/download'
import { formatCount } from '../../ui/format'
import * as uiTexts from '../../ui/texts'
import { Failure } from '../failure'
import type { ListPage, ReadListPage } from '../service-list/list-file'
import { type FileKind, nameOf } from '../table-file'
import type { Facts } from '../table-text'
import { steadily } from '../waiting'
import * as texts from './texts'
import { FileWriter, type Row } from './writer'

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
  const [about, setAbout] = useState<About>()
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
  const save = async (kind: FileKind, writer: FileWriter, state: keyof typeof texts.states, of: number | undefined) => {
    const facts = factsOf(writer.count, texts.states[state], of)
    const filter = isPage ? texts.filterIn(question) : undefined // which rows are selected, no word tells
    const file = nameOf(name, [filter, texts.rows(writer.count), texts.stateIn(state)], Date.now(), kind)
    saveBlob(file, await writer.end(facts))
    setAbout(kind === 'CSV' ? { file: texts.aboutFile(file), facts } : undefined)
  }

  const savePage = async (kind: FileKind) => {
    const writer = new FileWriter(kind, columns)
    await writer.add(page)
    await save(kind, writer, isPage ? 'onePage' : 'selected', total)
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
    setAbout(undefined)
    say({})
    let state: keyof typeof texts.states = 'complete'
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
      if (hasDrifted) state = 'drifted'
    } catch (reason) {
      state = signal.aborted ? 'cancelled' : 'failed'
      if (!signal.aborted) setError(reason)
    }
    setProgress(undefined)
    // A page that was left saves nothing; what was cancelled or failed is saved as what it is.
    if (running.current !== controller || (signal.aborted && signal.reason === LEFT)) return
    await save(kind, writer, state, now.total)
    setSaid(texts.savedAs(writer.count, texts.states[state]))
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
      {about && (
        <div>
          <Button size="compact-xs" variant="default" onClick={() => saveAbout(about)}>
            {texts.saveAbout}
          </Button>
        </div>
      )}
      {error !== undefined && <Failure error={error} />}
    </div>
  )
}

/** What a CSV that was saved is, where its name is too short for it. */
interface About {
  file: string
  facts: Facts
}

/** On a click of its own: a browser asks, or refuses, where a page saves a second file unasked. */
const saveAbout = ({ file, facts }: About) => saveFile(file, 'application/json', JSON.stringify(facts, null, 2))

/** The page was left: nobody waits for the file. */
const LEFT = 'left'

interface KindsProps {
  what: string
  isBusy: boolean
  onSave: (kind: FileKind) => void
}

function Kinds({ what, isBusy, onSave }: KindsProps) {
  return (['CSV', 'JSON'] as const).map((kind) => (
    <Button key={kind} size="compact-xs" variant="default" disabled={isBusy} onClick={() => onSave(kind)}>
      {texts.kindOf(kind, what)}
    </Button>
  ))
}
