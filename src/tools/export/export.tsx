/** Taking a list away: this page, or everything that matches for its price in requests; as CSV, or as it was sent. */
import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { saveBlob } from '../../ui/download'
import { formatCount, plural } from '../../ui/format'
import { Failure } from '../failure'
import type { ListPage, ReadListPage } from '../service-list/list-file'
import type { Facts } from '../table-text'
import { steadily } from '../waiting'
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

  const factsOf = (count: number, state: string, of: number | undefined) => ({
    what: name,
    service,
    filter: question || 'none',
    written: new Date().toISOString(),
    rows: String(count),
    total: of === undefined ? 'not given' : String(of),
    state,
    ...facts,
  })
  const fileName = (kind: FileKind, isPartial: boolean) =>
    `${name}${isPartial ? ' partial' : ''} ${new Date().toISOString().replace(/[:.]/g, '-')}.${kind.toLowerCase()}`

  const savePage = async (kind: FileKind) => {
    const writer = new FileWriter(kind, columns)
    await writer.add(page)
    saveBlob(
      fileName(kind, false),
      await writer.end(
        factsOf(writer.count, part === 'this page' ? 'one page of the list' : 'the selected rows', total),
      ),
    )
    setSaid(`Saved ${plural(writer.count, 'row')}.`)
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
    let state = 'complete'
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
      if (hasDrifted) state = 'complete as far as is known: the list moved while it was read, so rows may be missing'
    } catch (reason) {
      state = signal.aborted ? 'partial: it was cancelled' : 'partial: a page could not be read'
      if (!signal.aborted) setError(reason)
    }
    setProgress(undefined)
    // A page that was left saves nothing; what was cancelled or failed is saved as what it is.
    if (running.current !== controller || (signal.aborted && signal.reason === LEFT)) return
    const isPartial = state.startsWith('partial')
    saveBlob(fileName(kind, isPartial), await writer.end(factsOf(writer.count, state, now.total)))
    setSaid(`Saved ${plural(writer.count, 'row')}, ${state}.`)
  }
  useEffect(() => () => running.current?.abort(LEFT), [])

  return (
    <div className="stack">
      <div className="row">
        <span>{part === 'this page' ? 'This page' : 'The selection'}</span>
        <Kinds what={part} isBusy={progress !== undefined} onSave={(kind) => void savePage(kind)} />
        {pages && (
          <>
            <span>
              Everything that matches{' '}
              {price !== undefined && <span className="quiet">({plural(price, 'request')})</span>}
            </span>
            <Kinds what="everything" isBusy={progress !== undefined} onSave={(kind) => void saveAll(kind, pages())} />
          </>
        )}
      </div>
      {progress && (
        <p className="row">
          <progress value={progress.count} max={progress.total ?? progress.count + 1} aria-label="Rows exported" />
          <span className="number">
            {formatCount(progress.count)} of{' '}
            {progress.total === undefined ? 'an unknown number' : formatCount(progress.total)}
            {progress.isWaiting && '; the service asks to wait'}
          </span>
          <Button size="compact-xs" variant="default" onClick={() => running.current?.abort()}>
            Cancel
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
    <Button key={kind} size="compact-xs" variant="default" disabled={isBusy} onClick={() => onSave(kind)}>
      {kind}
      <span className="visually-hidden"> of {what}</span>
    </Button>
  ))
}
