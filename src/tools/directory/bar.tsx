/** Where the lists of users and vehicles come from, and what reading the rest costs: said before it is spent. */
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { formatCount, plural } from '../../ui/format'
import { Hint } from '../../ui/hint'
import { Notice } from '../../ui/notice'
import { Time } from '../../ui/time'
import { BucketLine } from '../bucket-line'
import { useConfig } from '../config'
import { Failure } from '../failure'
import styles from './bar.module.css'
import {
  cancelWalk,
  clearKeptDirectory,
  type Directory,
  isWhole,
  keepDirectory,
  openDirectory,
  pauseWalk,
  readMissing,
  readRest,
  refreshDirectory,
  useDirectory,
} from './directory'
import type { WalkState } from './walk'

/** The directory, opened where it is not yet. */
export function useOpenDirectory(): Directory {
  const directory = useDirectory()
  const client = useQueryClient()
  const { hosts } = useConfig()
  useEffect(() => {
    if (directory.phase === 'closed') void openDirectory(client, hosts.vehicle)
  }, [directory.phase, client, hosts.vehicle])
  return directory
}

export function DirectoryBar({ what }: { what: 'user' | 'vehicle' }) {
  const directory = useDirectory()
  const client = useQueryClient()
  const { phase, walk, error } = directory
  const refresh = () => void refreshDirectory(client)
  if (phase === 'closed' || phase === 'opening')
    return (
      <div className={styles.bar}>
        <p role="status" className={styles.words}>
          Reading the first connections…
        </p>
        {/* As much room as its buttons will take: the list below does not move. */}
        <div className={`row ${styles.room}`} aria-hidden="true">
          {['Read the rest (99 requests)', 'Read again from the start', 'Keep in this browser'].map((text) => (
            <span key={text}>{text}</span>
          ))}
        </div>
      </div>
    )
  if (phase === 'failed') return <Failure error={error} onRetry={refresh} />
  return (
    <section aria-label="Where this list comes from" className={styles.bar}>
      <div className={styles.words}>
        <Source directory={directory} what={what} />{' '}
        <Hint about="derived lists">
          The interface can be asked for connections, not for {what}s. So connections are read page by page, and each{' '}
          {what} that they name is put together here. Who has no connection cannot appear, and what is not read yet is
          missing. The price is counted in requests to the service: no vehicle is asked, and nothing is read unasked
          beyond the first page.
        </Hint>
      </div>
      {walk && (walk.phase === 'walking' || walk.phase === 'paused') && <Progress walk={walk} />}
      <div className="row">
        {walk && <WalkButtons walk={walk} />}
        {walk?.phase !== 'walking' && (
          <Button size="compact-sm" variant="subtle" onClick={refresh}>
            Read again from the start
          </Button>
        )}
        <Keeping directory={directory} />
      </div>
      {walk && (walk.phase === 'ready' || walk.phase === 'stopped') && walk.left > 0 && (
        <BucketLine host="vehicle" requests={walk.left} />
      )}
      {walk && <Remarks walk={walk} onRefresh={refresh} />}
    </section>
  )
}

function Source({ directory, what }: { directory: Directory; what: string }) {
  const { entries, total, readAt, keptAt, walk } = directory
  const read = entries.connections.size
  const reach = isWhole(directory)
    ? `from all ${plural(read, 'connection')}`
    : `from ${formatCount(read)} of ${total === undefined ? 'an unknown number of' : formatCount(total)} connections`
  return (
    <>
      The API lists no {what}s: these follow {reach}
      {readAt !== undefined && (
        <>
          , read <Time value={readAt} />
        </>
      )}
      {keptAt !== undefined && !walk && ' and kept in this browser'}.
    </>
  )
}

function Progress({ walk }: { walk: WalkState }) {
  const { read, left, spentMs, phase, waitingUntil } = walk
  const perSecond = spentMs > 0 ? (read * 1000) / spentMs : 0
  const timeLeft = read > 1 && perSecond > 0 ? ` · about ${duration(left / perSecond)} left` : ''
  return (
    <div className={styles.progress}>
      <progress value={read} max={read + left} aria-label="Requests answered" />
      <span className="number">
        {formatCount(read)} of {plural(read + left, 'request')} · {formatRate(perSecond)} per second
        {phase === 'paused' ? ' · paused' : timeLeft}
      </span>
      {waitingUntil !== undefined && <Waiting until={waitingUntil} />}
    </div>
  )
}

/** @param until in milliseconds of `performance.now()` */
function Waiting({ until }: { until: number }) {
  const [now, setNow] = useState(() => performance.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <span className={styles.waiting}>
      The service asked to wait (429): goes on in {plural(Math.max(0, Math.ceil((until - now) / 1000)), 'second')}
    </span>
  )
}

function WalkButtons({ walk: { phase, left, missing } }: { walk: WalkState }) {
  const price = `(${plural(left, 'request')})`
  return (
    <>
      {(phase === 'ready' || phase === 'stopped') && (
        <Button size="compact-sm" onClick={readRest}>
          Read the rest {price}
        </Button>
      )}
      {phase === 'walking' && (
        <Button size="compact-sm" variant="default" onClick={pauseWalk}>
          Pause
        </Button>
      )}
      {phase === 'paused' && (
        <Button size="compact-sm" variant="default" onClick={readRest}>
          Resume {price}
        </Button>
      )}
      {(phase === 'walking' || phase === 'paused') && (
        <Button size="compact-sm" variant="default" onClick={cancelWalk}>
          Cancel
        </Button>
      )}
      {missing.length > 0 && phase !== 'walking' && (
        <Button size="compact-sm" variant="default" onClick={readMissing}>
          Read the missing {plural(missing.length, 'page')} ({plural(missing.length, 'request')})
        </Button>
      )}
    </>
  )
}

function Keeping({ directory: { keptAt, keeping, walk } }: { directory: Directory }) {
  if (walk?.phase === 'walking') return null
  return (
    <>
      <Button
        size="compact-sm"
        variant="subtle"
        loading={keeping === 'saving'}
        onClick={() => void keepDirectory()}
        title="Ids, external ids, makes and models, in this browser’s storage, until cleared or the tokens change"
      >
        {keptAt === undefined ? 'Keep in this browser' : 'Keep what is here now'}
      </Button>
      {keptAt !== undefined && (
        <>
          <span className="quiet">
            Kept <Time value={keptAt} />
          </span>
          <Button size="compact-sm" variant="subtle" onClick={() => void clearKeptDirectory()}>
            Clear what is kept
          </Button>
        </>
      )}
      {keeping === 'failed' && <span role="status">This browser does not let the page keep it.</span>}
    </>
  )
}

/** What the walk had to do, and what it could not. */
function Remarks({ walk, onRefresh }: { walk: WalkState; onRefresh: () => void }) {
  const { phase, error, missing, unsure, moves, rereads, waits, broken } = walk
  const isOver = phase === 'done' || phase === 'stopped'
  const did = [
    waits > 0 && `waited ${plural(waits, 'time')} as the service asked (429)`,
    moves > 0 && `saw the totals move ${plural(moves, 'time')}`,
    rereads > 0 && `read ${plural(rereads, 'page')} again so that no connection slipped through`,
  ].filter(Boolean)
  return (
    <>
      {error !== undefined && <Failure error={error} onRetry={readRest} />}
      {broken > 0 && (
        <Notice
          tone="amber"
          actions={
            phase !== 'walking' && (
              <Button size="compact-sm" variant="default" onClick={onRefresh}>
                Retry
              </Button>
            )
          }
        >
          {plural(broken, 'connection')} cannot be read as the interface shows them: who and what they name is missing
          here.
        </Notice>
      )}
      {missing.length > 0 && (
        <Notice tone="amber">
          {missing.length === 1 ? 'A page' : `${formatCount(missing.length)} pages`} failed twice and{' '}
          {missing.length === 1 ? 'is' : 'are'} missing:{' '}
          {missing
            .slice(0, 12)
            .map(({ list, page }) => (list === 'all' ? `page ${page}` : `page ${page} of the ${list} ones`))
            .join(', ')}
          {missing.length > 12 && ' and others'}.
        </Notice>
      )}
      {unsure.length > 0 && (
        <Notice tone="amber">
          The list moved faster than it could be read: before{' '}
          {unsure
            .slice(0, 12)
            .map(({ page }) => `page ${page}`)
            .join(', ')}{' '}
          connections may be missing.
        </Notice>
      )}
      <p role="status" className="quiet">
        {phase === 'done' && <span className="visually-hidden">All connections were read. </span>}
        {isOver && did.length > 0 && `The walk ${did.join(', ')}.`}
      </p>
    </>
  )
}

const tenths = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })
const formatRate = (perSecond: number) => tenths.format(perSecond < 10 ? perSecond : Math.round(perSecond))

function duration(seconds: number): string {
  if (seconds < 90) return plural(Math.max(1, Math.round(seconds)), 'second')
  const minutes = Math.round(seconds / 60)
  return minutes < 90 ? plural(minutes, 'minute') : plural(Math.round(minutes / 60), 'hour')
}
