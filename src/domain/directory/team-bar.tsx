/** How old the team's directory is, what is loaded for it and at what price, and what an operator may do about that. */
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { CrawlAction, TeamDirectory } from '../../api/team'
import { shownOf } from '../../requests/failure'
import { useRefusal } from '../../requests/refusal'
import { Button } from '../../ui/button'
import { cut } from '../../ui/format'
import { Hint } from '../../ui/hint'
import { Time } from '../../ui/time'
import { Clock } from './clock'
import styles from './directory-bar.module.css'
import { TEAM_KEY } from './directory-key'
import { orderCrawl } from './directory-requests'
import * as texts from './directory-texts'
import type { What } from './texts'

interface Props {
  state: TeamDirectory
  /** True where it could not be looked at since. */
  isOld: boolean
  what: What
}

export function TeamBar({ state, isOld, what }: Props) {
  const { asOf, crawl, nextCheckAt, estimate } = state
  const { phase } = crawl
  const isBusy = phase === 'crawling' || phase === 'waiting'
  const parts: ReactNode[] = [asOf === null ? texts.notLoaded : texts.asOf(<Time value={asOf} isAge="ago" />)]
  if (isBusy || phase === 'paused') parts.push(<Progress crawl={crawl} />)
  else if (nextCheckAt !== null)
    parts.push(<Clock value={nextCheckAt} at={texts.nextCheckAt} within={texts.nextCheckIn} />)
  if (phase === 'failed') parts.push(<Failed error={crawl.error} />)
  if (asOf === null && !isBusy && phase !== 'paused' && estimate.requests !== null && estimate.seconds !== null)
    parts.push(texts.cost(estimate.requests, duration(estimate.seconds)))
  return (
    <section aria-label={texts.label} className={styles.bar}>
      <span className={styles.words}>
        {parts.map((part, index) => (
          <span key={index}>
            {index > 0 && ' · '}
            {part}
          </span>
        ))}{' '}
        <Hint about={texts.hintAbout}>
          {texts.hint(what, estimate.requestsADay ?? undefined)}
          {estimate.requests !== null &&
            estimate.seconds !== null &&
            ` ${texts.start(null, asOf === null)}: ${texts.cost(estimate.requests, duration(estimate.seconds))}.`}
        </Hint>
        {isOld && <span role="status"> {texts.couldNotRefresh}</span>}
      </span>
      <Orders state={state} />
    </section>
  )
}

function Progress({ crawl }: { crawl: TeamDirectory['crawl'] }) {
  const { phase, kind, read, left, endsAt, waitingUntil, begunBy } = crawl
  const all = read + left
  return (
    <>
      {phase === 'paused' ? texts.paused : texts.doing(kind)}
      {': '}
      {left > 0 && <progress value={read} max={all} aria-label={texts.progress} />}{' '}
      <span className="number">{left > 0 ? texts.reached(read, all) : texts.reachedOpen(read)}</span>
      {phase === 'crawling' && endsAt !== null && (
        <>
          {' · '}
          <Clock value={endsAt} at={texts.endsAt} within={texts.endsIn} />
        </>
      )}
      {phase === 'waiting' && (
        <span className={styles.waiting}>
          {' · '}
          {waitingUntil === null ? texts.waiting : texts.waitingUntil(<Time value={waitingUntil} isAge="ago" />)}
        </span>
      )}
      {begunBy && (
        <span className="quiet">
          {' · '}
          {texts.startedBy(<bdi translate="no">{cut(begunBy, MOST_NAME)}</bdi>)}
        </span>
      )}
    </>
  )
}
const MOST_NAME = 60
const MOST_REASON = 200

function Failed({ error }: { error: string | null }) {
  return (
    <span role="status">
      {error ? texts.failedWith(<bdi translate="no">{cut(error, MOST_REASON)}</bdi>) : texts.failed}
    </span>
  )
}

/** What may be done in each phase; the last crawl that failed goes on where it was or begins anew. */
const ordersIn: Readonly<Record<TeamDirectory['crawl']['phase'], readonly CrawlAction[]>> = {
  idle: ['start'],
  crawling: ['pause', 'stop'],
  waiting: ['pause', 'stop'],
  paused: ['resume', 'stop'],
  failed: ['start'],
}

function Orders({ state: { asOf, crawl, estimate } }: { state: TeamDirectory }) {
  const client = useQueryClient()
  const reason = useRefusal('change')
  const [sent, setSent] = useState<CrawlAction>()
  const [error, setError] = useState<unknown>()
  const send = async (action: CrawlAction) => {
    setSent(action)
    setError(undefined)
    try {
      await orderCrawl(action)
      await client.invalidateQueries({ queryKey: [...TEAM_KEY, 'directory'] })
    } catch (thrown) {
      setError(thrown)
    }
    setSent(undefined)
  }
  const words: Readonly<Record<CrawlAction, string>> = {
    start: texts.start(estimate.requests, asOf === null),
    pause: texts.pause,
    resume: texts.resume(crawl.left),
    stop: texts.stop,
  }
  return (
    <span className={styles.buttons}>
      {ordersIn[crawl.phase].map((action) => (
        <Button
          key={action}
          size="compact-sm"
          variant={action === 'start' ? 'subtle' : 'default'}
          reason={reason}
          loading={sent === action}
          onClick={() => void send(action)}
        >
          {words[action]}
        </Button>
      ))}
      {error !== undefined && (
        <span role="alert">
          {texts.couldNotOrder}: {shownOf(error).title}
        </span>
      )}
    </span>
  )
}

export function duration(seconds: number): string {
  if (seconds < 90) return texts.seconds(Math.max(1, Math.round(seconds)))
  const minutes = Math.round(seconds / 60)
  if (minutes >= 48 * 60) return texts.days(Math.round(minutes / 60 / 24))
  return texts.hoursAndMinutes(Math.floor(minutes / 60), minutes % 60)
}
