/** Reading all values of a signal: its price first, then progress, Cancel, and a way on where it stopped. */
import { Button } from '@mantine/core'
import {
  type Collection,
  collect,
  pagesFor,
  stopCollecting,
  useCollection,
  type Wanted,
} from '../../../tools/collection'
import { Failure } from '../../../tools/failure'
import { readSignal } from '../../../tools/recent-signals'
import { formatCount, plural } from '../../../ui/format'
import { Notice } from '../../../ui/notice'

interface Props {
  wanted: Wanted
  /** Requests, where nothing has been collected yet. */
  price: number
  total: number | undefined
  /** How many of them the page already has. */
  shown: number
}

export function ReadAll({ wanted, price, total, shown }: Props) {
  const collection = useCollection(wanted)
  const start = () => {
    readSignal(wanted.signalCode)
    void collect(wanted)
  }
  if (!collection) {
    return total !== undefined && total > shown ? (
      <div>
        <Button size="compact-sm" variant="default" onClick={start}>
          Read all {formatCount(total)} values ({plural(price, 'request')})
        </Button>
      </div>
    ) : null
  }
  const left = Math.max(0, pagesFor(collection.total ?? 0, collection.size) - collection.pages)
  const isRunning = collection.phase === 'reading' || collection.phase === 'waiting'
  return (
    <div className="stack">
      <div className="row">
        <progress value={collection.pages} max={collection.pages + left} aria-label="Pages read" />
        <span className="number" role={isRunning ? undefined : 'status'}>
          {wordsOf(collection, left)}
        </span>
        {isRunning ? (
          <Button size="compact-sm" variant="default" onClick={() => stopCollecting(wanted)}>
            Cancel
          </Button>
        ) : (
          <Button size="compact-sm" variant="default" onClick={start}>
            {collection.phase === 'done'
              ? `Read all again (${plural(price, 'request')})`
              : `Go on (${plural(left, 'request')})`}
          </Button>
        )}
      </div>
      {collection.phase === 'stopped' && (
        <Notice tone="amber">Cancelled. A request that was under way may still be counted.</Notice>
      )}
      {collection.hasFallen && (
        <Notice tone="amber">
          The total fell while it was read: values may have moved to pages that had been read before, and be missing.
        </Notice>
      )}
      {collection.error !== undefined && <Failure error={collection.error} onRetry={start} />}
    </div>
  )
}

function wordsOf({ phase, records, total, pages }: Collection, left: number): string {
  const values = `${formatCount(records.length)} of ${total === undefined ? 'an unknown number of' : formatCount(total)} values`
  if (phase === 'done') return `All ${formatCount(records.length)} values were read, in ${plural(pages, 'request')}.`
  const waiting = phase === 'waiting' ? ' · waiting as the service asked (429)' : ''
  return `${values} · ${plural(left, 'request')} left${waiting}`
}
