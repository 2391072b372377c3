/** Reading all values of a signal: its price first, then progress, Cancel, and a way on where it stopped. */

import { type ComponentProps, useState } from 'react'
import { signals } from '../../api/signals'
import { useStartedJobFor } from '../../changes/jobs/started-job-for'
import { useConfig } from '../../core/config'
import { Failure } from '../../requests/failure'
import { Button } from '../../ui/button'
import { later } from '../../ui/later'
import { Notice } from '../../ui/notice'
import * as common from '../vehicles/texts'
import {
  type Collection,
  collect,
  pagesFor,
  stopCollecting,
  targetFor,
  useCollection,
  type Wanted,
} from './collect-values'
import { readSignal } from './recent-signals'
import * as texts from './texts'

/** Loaded where the server has a store: it can read them as well. */
const ReadPlaced = later(() => import('./read-placed').then((module) => module.ReadPlaced))
const StartedWords = later(() => import('../../changes/jobs/started-words').then((module) => module.StartedWords))

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
  const whole = collection ? pagesFor(collection.total ?? collection.records.length, collection.size) : price
  const verb = collection ? texts.readAllAgain(whole) : texts.readAll(total ?? shown, whole, name)
  const start = () => {
    readSignal(wanted.signalCode)
    void collect(wanted, collection?.total ?? total)
  }
  const { reason, ask, asked, begun } = useWhere({ wanted, verb, price: whole, onTab: start })
  if (!collection) {
    return total !== undefined && total > shown ? (
      <div className="row">
        <Button size="compact-sm" variant="default" reason={reason} onClick={ask}>
          {verb}
        </Button>
        {begun}
        {asked}
      </div>
    ) : null
  }
  const left = Math.max(0, whole - collection.pages)
  const isRunning = collection.phase === 'reading' || collection.phase === 'waiting'
  const isDone = collection.phase === 'done'
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
          <Button
            size="compact-sm"
            variant="default"
            reason={isDone ? reason : undefined}
            onClick={isDone ? ask : start}
          >
            {isDone ? verb : texts.goOn(left)}
          </Button>
        )}
        {begun}
        {asked}
      </div>
      {collection.phase === 'stopped' && <Notice tone="amber">{collection.remark ?? texts.cancelled}</Notice>}
      {collection.hasFallen && <Notice tone="amber">{texts.totalFell}</Notice>}
      {collection.error !== undefined && <Failure error={collection.error} onRetry={start} />}
    </div>
  )
}

/** How all of it is read: where the server has a store, it is asked first where that runs. */
function useWhere(props: Omit<ComponentProps<typeof ReadPlaced>, 'onClose'>) {
  const { hasTeam } = useConfig()
  const [isAsking, setAsking] = useState(false)
  const job = useStartedJobFor(signals.values.operation, targetFor(props.wanted))
  return {
    /** Why it can't be read now: each page is billed, and none is to be read twice. */
    reason: job && !job.isOver ? texts.isOnServer(job.id) : undefined,
    ask: () => (hasTeam ? setAsking(true) : props.onTab()),
    asked: isAsking && <ReadPlaced {...props} onClose={() => setAsking(false)} />,
    begun: job && (
      <span>
        <StartedWords id={job.id} />
      </span>
    ),
  }
}

function wordsOf({ phase, records, total, pages }: Collection, left: number): string {
  if (phase === 'done') return texts.allRead(records.length, pages)
  return texts.someRead(records.length, total, left, phase === 'waiting')
}
