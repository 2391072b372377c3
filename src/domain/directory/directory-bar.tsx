/** Where the lists of users and vehicles come from, and what reading the rest costs: said before it is spent. */

import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { CrawlState } from '../../api/crawl/crawl'
import { useConfig } from '../../core/config'
import { Failure } from '../../requests/failure'
import { BucketLine } from '../../requests/rate-bucket-line'
import { Button } from '../../ui/button'
import { Hint } from '../../ui/hint'
import { Notice } from '../../ui/notice'
import { Time } from '../../ui/time'
import { useNow } from '../../ui/use-now'
import {
  cancelCrawl,
  clearPersistedDirectory,
  keepDirectory,
  openDirectory,
  pauseCrawl,
  readMissing,
  readRest,
  refreshDirectory,
  useDirectory,
} from './directory'
import styles from './directory-bar.module.css'
import * as texts from './directory-bar-texts'
import { type Directory, isWhole } from './directory-state'

/** The directory, opened where it is wanted and not open yet. */
export function useOpenDirectory(isWanted = true): Directory {
  const directory = useDirectory()
  const client = useQueryClient()
  useEffect(() => {
    if (isWanted && directory.phase === 'closed') void openDirectory(client)
  }, [isWanted, directory.phase, client])
  return directory
}

/** Where it comes from and what the rest costs, in one line; while it loads, how far it is. */
export function DirectoryBar({ what }: { what: 'user' | 'vehicle' }) {
  const directory = useDirectory()
  const client = useQueryClient()
  const { phase, crawl } = directory
  const { hasTeam } = useConfig()
  if (phase === 'failed') return null
  if (phase === 'closed' || phase === 'opening')
    return (
      <div className={styles.bar}>
        <p role="status" className={styles.words}>
          {hasTeam && phase === 'closed' ? texts.loadingTeam : texts.loading}
        </p>
        {/* As much room as its buttons will take: the list below does not move. */}
        <span className={`${styles.buttons} ${styles.room}`} aria-hidden="true">
          {[texts.loadRest(99), texts.reloadAll].map((text) => (
            <Button key={text} size="compact-sm">
              {text}
            </Button>
          ))}
        </span>
      </div>
    )
  return (
    <section aria-label={texts.label} className={styles.bar}>
      {crawl && (crawl.phase === 'crawling' || crawl.phase === 'paused') ? (
        <Progress crawl={crawl} />
      ) : (
        <span className={styles.words}>
          <Source directory={directory} /> <Hint about={texts.hintAbout}>{texts.hint(what)}</Hint>
        </span>
      )}
      <span className={styles.buttons}>
        {crawl && <WalkButtons crawl={crawl} />}
        {crawl?.phase !== 'crawling' && (
          <Button size="compact-sm" variant="subtle" onClick={() => void refreshDirectory(client)}>
            {texts.reloadAll}
          </Button>
        )}
      </span>
    </section>
  )
}

/** Above the list: why it could not be loaded, or may not be the whole. */
export function DirectoryNotices() {
  const { phase, crawl, error } = useDirectory()
  const client = useQueryClient()
  const refresh = () => void refreshDirectory(client)
  if (phase === 'failed') return <Failure error={error} onRetry={refresh} />
  return crawl && <Remarks crawl={crawl} onRefresh={refresh} />
}

/** Below the list: what loading it took, how old it is, and whether this browser has a copy. */
export function DirectoryFoot() {
  const directory = useDirectory()
  const { crawl } = directory
  return (
    <section aria-label={texts.copy} className={styles.foot}>
      {directory.phase === 'open' && <Keeping directory={directory} />}
      {crawl && (crawl.phase === 'ready' || crawl.phase === 'stopped') && crawl.left > 0 && (
        <BucketLine host="vehicle" requests={crawl.left} />
      )}
      <p role="status" className="quiet">
        {crawl && <Ended crawl={crawl} />}
      </p>
    </section>
  )
}

function Source({ directory }: { directory: Directory }) {
  const { entries, total, persistedAt, crawl } = directory
  return texts.source(
    { read: entries.connections.size, total, isWhole: isWhole(directory) },
    persistedAt !== undefined && !crawl,
  )
}

function Progress({ crawl }: { crawl: CrawlState }) {
  const { read, left, spentMs, phase, waitingUntil } = crawl
  const perSecond = spentMs > 0 ? (read * 1000) / spentMs : 0
  const timeLeft = read > 1 && perSecond > 0 ? texts.timeLeft(duration(left / perSecond)) : undefined
  return (
    <>
      <progress value={read} max={read + left} aria-label={texts.progress} />
      <span className="number">
        {texts.reached(read, read + left, formatRate(perSecond), phase === 'paused' ? texts.paused : timeLeft)}
      </span>
      {waitingUntil !== undefined && <Waiting until={waitingUntil} />}
    </>
  )
}

/** @param until in milliseconds of `performance.now()` */
function Waiting({ until }: { until: number }) {
  const seconds = useNow(1000, () => Math.max(0, Math.ceil((until - performance.now()) / 1000)))
  return <span className={styles.waiting}>{texts.waiting(seconds)}</span>
}

function WalkButtons({ crawl: { phase, left, missing } }: { crawl: CrawlState }) {
  return (
    <>
      {(phase === 'ready' || phase === 'stopped') && (
        <Button size="compact-sm" onClick={readRest}>
          {texts.loadRest(left)}
        </Button>
      )}
      {phase === 'crawling' && (
        <Button size="compact-sm" variant="default" onClick={pauseCrawl}>
          {texts.pause}
        </Button>
      )}
      {phase === 'paused' && (
        <Button size="compact-sm" variant="default" onClick={readRest}>
          {texts.resume(left)}
        </Button>
      )}
      {(phase === 'crawling' || phase === 'paused') && (
        <Button size="compact-sm" variant="default" onClick={cancelCrawl}>
          {texts.cancel}
        </Button>
      )}
      {missing.length > 0 && phase !== 'crawling' && (
        <Button size="compact-sm" variant="default" onClick={readMissing}>
          {texts.loadMissing(missing.length)}
        </Button>
      )}
    </>
  )
}

function Keeping({ directory: { persistedAt, keeping, crawl, readAt } }: { directory: Directory }) {
  if (crawl?.phase === 'crawling') return null
  return (
    <>
      {readAt !== undefined && <span className="quiet">{texts.loadedAt(<Time value={readAt} />)}</span>}
      <Button
        size="compact-sm"
        variant="subtle"
        loading={keeping === 'saving'}
        onClick={() => void keepDirectory()}
        title={texts.keepTitle}
      >
        {persistedAt === undefined ? texts.keep : texts.keepNow}
      </Button>
      {persistedAt !== undefined && (
        <>
          <span className="quiet">{texts.keptAt(<Time value={persistedAt} />)}</span>
          <Button size="compact-sm" variant="subtle" onClick={() => void clearPersistedDirectory()}>
            {texts.clear}
          </Button>
        </>
      )}
      {keeping === 'failed' && <span role="status">{texts.cannotKeep}</span>}
    </>
  )
}

/** What the crawl could not do. */
function Remarks({ crawl, onRefresh }: { crawl: CrawlState; onRefresh: () => void }) {
  const { phase, error, missing, unsure, short, broken } = crawl
  return (
    <>
      {error !== undefined && <Failure error={error} onRetry={readRest} />}
      {broken > 0 && (
        <Notice
          tone="amber"
          actions={
            phase !== 'crawling' && (
              <Button size="compact-sm" variant="default" onClick={onRefresh}>
                {texts.retry}
              </Button>
            )
          }
        >
          {texts.broken(broken)}
        </Notice>
      )}
      {missing.length > 0 && (
        <Notice tone="amber">
          {texts.missing(
            missing.length,
            missing
              .slice(0, 12)
              .map(({ list, page }) => (list === 'all' ? texts.page(page) : texts.pageOf(page, list))),
          )}
        </Notice>
      )}
      {unsure.length > 0 && (
        <Notice tone="amber">{texts.unsure(unsure.slice(0, 12).map(({ page }) => texts.page(page)))}</Notice>
      )}
      {short.map(({ list, total, found }) => (
        <Notice key={list} tone="amber">
          {texts.short(total, found)}
        </Notice>
      ))}
    </>
  )
}

/** What loading it took, and that it is over. */
function Ended({ crawl }: { crawl: CrawlState }) {
  const { phase, moves, rereads, waits } = crawl
  if (phase !== 'done' && phase !== 'stopped') return null
  const did = [
    waits > 0 && texts.waited(waits),
    moves > 0 && texts.moved(moves),
    rereads > 0 && texts.reread(rereads),
  ].filter((one) => one !== false)
  return (
    <>
      {phase === 'done' && <span className="visually-hidden">{texts.ended(gapsOf(crawl))} </span>}
      {did.length > 0 && texts.did(did)}
    </>
  )
}

const gapsOf = ({ missing, unsure, broken, short }: CrawlState) => ({
  missing: missing.length,
  unsure: unsure.length,
  broken,
  unlisted: short.reduce((sum, { total, found }) => sum + total - found, 0),
})

const tenths = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })
const formatRate = (perSecond: number) => tenths.format(perSecond < 10 ? perSecond : Math.round(perSecond))

function duration(seconds: number): string {
  if (seconds < 90) return texts.seconds(Math.max(1, Math.round(seconds)))
  const minutes = Math.round(seconds / 60)
  return minutes < 90 ? texts.minutes(minutes) : texts.hours(Math.round(minutes / 60))
}
