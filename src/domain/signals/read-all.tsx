/** Reading all values of a signal: its price first, then progress, Cancel, and a way on where it stopped. */

import { Failure } from '../../requests/failure'
import { Button } from '../../ui/button'
import { Notice } from '../../ui/notice'
import * as common from '../vehicles/texts'
import { type Collection, collect, pagesFor, stopCollecting, useCollection, type Wanted } from './collect-values'
import { readSignal } from './recent-signals'
import * as texts from './texts'

interface Props {
  wanted: Wanted
  /** Requests, where nothing has been collected yet. */
  price: number
  total: number | undefined
  /** How many of them the page already has. */
  shown: number
  /** What the signal is called, where it is not the page’s own. */
  name?: string
}

export function ReadAll({ wanted, price, total, shown, name }: Props) {
  const collection = useCollection(wanted)
  const start = () => {
    readSignal(wanted.signalCode)
    void collect(wanted, collection?.total ?? total)
  }
  if (!collection) {
    return total !== undefined && total > shown ? (
      <div>
        <Button size="compact-sm" variant="default" onClick={start}>
          {texts.readAll(total, price, name)}
        </Button>
      </div>
    ) : null
  }
  const whole = pagesFor(collection.total ?? collection.records.length, collection.size)
  const left = Math.max(0, whole - collection.pages)
  const isRunning = collection.phase === 'reading' || collection.phase === 'waiting'
  return (
    <div className="stack">
      <div className="row">
        <progress value={collection.pages} max={collection.pages + left} aria-label={texts.pagesRead} />
        <span className="number" role={isRunning ? undefined : 'status'}>
          {wordsOf(collection, left)}
        </span>
        {isRunning ? (
          <Button size="compact-sm" variant="default" onClick={() => stopCollecting(wanted)}>
            {common.cancel}
          </Button>
        ) : (
          <Button size="compact-sm" variant="default" onClick={start}>
            {collection.phase === 'done' ? texts.readAllAgain(whole) : texts.goOn(left)}
          </Button>
        )}
      </div>
      {collection.phase === 'stopped' && <Notice tone="amber">{collection.remark ?? texts.cancelled}</Notice>}
      {collection.hasFallen && <Notice tone="amber">{texts.totalFell}</Notice>}
      {collection.error !== undefined && <Failure error={collection.error} onRetry={start} />}
    </div>
  )
}

function wordsOf({ phase, records, total, pages }: Collection, left: number): string {
  if (phase === 'done') return texts.allRead(records.length, pages)
  return texts.someRead(records.length, total, left, phase === 'waiting')
}
