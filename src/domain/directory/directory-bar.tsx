/** How old the directory is, what is loaded for it and at what price, and what an operator may do about that. */
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { mutation } from '../../api/console/client'
import { directory as endpoints } from '../../api/console/directory'
import type { CrawlAction, TeamDirectory } from '../../api/team'
import { useConfig } from '../../core/config'
import { useAddedVersion3 } from '../../core/session'
import { shownOf } from '../../requests/failure'
import { useRefusal } from '../../requests/refusal'
import { Button } from '../../ui/button'
import { useIsHydrated } from '../../ui/first-render'
import { cut } from '../../ui/format'
import { Hint } from '../../ui/hint'
import { Time } from '../../ui/time'
import { largestPage } from '../connections/load-connection-page'
import { Clock } from './clock'
import styles from './directory-bar.module.css'
import { type DirectoryQuery, isEmpty } from './directory-queries'
import * as texts from './directory-texts'

interface Props {
  directory: DirectoryQuery
  what: texts.What
  /** Connections that the API counts, if that is known. */
  total?: number | undefined
  /** How many of them are shown while nothing was loaded. */
  newest?: number | undefined
  /** True while the newest connections are loading, from which the text and the price follow. */
  isWaiting?: boolean
  /** True if the checks for changes can be stopped here. */
  mayStopChecks?: boolean
}

/** Requests that tell which lists there are to load. */
const COUNTING = 3

/** Connections in one request of a load: as configured until hydration, because server and tab learn of refusals apart. */
function useLargestPage(): number {
  const { pageSizes, defaultPageSizes } = useConfig()
  return useIsHydrated() ? largestPage() : (pageSizes.connections?.at(-1) ?? defaultPageSizes.connections)
}

/** The price of loading all connections; undefined while it is unknown. @param read connections in one request */
function priceOf({ estimate }: TeamDirectory, total: number | undefined, read: number): number | undefined {
  if (estimate.requests !== null) return estimate.requests
  return total === undefined ? undefined : Math.max(1, Math.ceil(total / read)) + COUNTING
}

/** A number with as many digits as the one that is loading, to lay out the bar with; it is not shown. */
const expectedTotal = ({ estimate: { requests } }: TeamDirectory, read: number) =>
  Math.max(2, (requests ?? 25) - COUNTING) * read

/** True if the checks for changes were stopped: a start resumes them. */
const isCheckStopped = ({ crawl: { phase, kind } }: TeamDirectory) =>
  phase === 'idle' && kind !== null && kind !== 'whole'

const isResting = ({ crawl: { phase } }: TeamDirectory) => phase === 'idle' || phase === 'failed'

export function DirectoryBar({ directory, isWaiting = false, ...props }: Props) {
  const { state } = directory
  const read = useLargestPage()
  /** With an added token mostly nothing has been loaded yet. */
  const isAdded = useAddedVersion3() !== undefined
  if (state && isWaiting) {
    const total = expectedTotal(state, read)
    return (
      <div className={styles.waitingBar}>
        <p role="status" className={styles.words}>
          {texts.loading}
        </p>
        <div aria-hidden="true" className={styles.room}>
          <LoadedBar {...props} state={state} isOld={directory.isOld} newest={read} total={total} />
        </div>
      </div>
    )
  }
  const { newest, total } = props
  if (!state)
    return (
      <div className={styles.waitingBar}>
        <p role="status" className={styles.words}>
          {newest !== undefined && `${texts.fromNewest(newest, total)} · `}
          {texts.loading}
        </p>
        {/* As much room as is most likely needed: the list below does not move. */}
        <div className={`${styles.bar} ${styles.room}`} aria-hidden="true">
          {isAdded && (
            <span className={styles.words}>
              {texts.fromNewest(read, 25 * read)} <Hint about={texts.hintAbout}>{null}</Hint>
            </span>
          )}
          <span className={styles.buttons}>
            <Button size="compact-sm">{isAdded ? texts.loadRest(99) : texts.reloadAll(99)}</Button>
          </span>
          {isAdded && <Keeping estimate={{ seconds: 9, requestsADay: null }} />}
        </div>
      </div>
    )
  return <LoadedBar {...props} state={state} isOld={directory.isOld} />
}

interface LoadedProps extends Omit<Props, 'directory' | 'isWaiting'> {
  state: TeamDirectory
  isOld: boolean
}

function LoadedBar({ state, isOld, what, total, newest, mayStopChecks = false }: LoadedProps) {
  const { asOf, nextCheckAt, estimate, crawl } = state
  const price = priceOf(state, total, useLargestPage())
  const isAtRest = isResting(state)
  const parts: ReactNode[] = []
  if (asOf !== null) parts.push(texts.asOf(<Time value={asOf} isAge="ago" />))
  else if (isAtRest && newest !== undefined) parts.push(texts.fromNewest(newest, total))
  else if (isAtRest) parts.push(isEmpty(state) ? texts.notLoaded : texts.partLoaded)
  if (!isAtRest) parts.push(<Progress crawl={crawl} />)
  else if (nextCheckAt !== null)
    parts.push(<Clock value={nextCheckAt} at={texts.nextCheckAt} within={texts.nextCheckIn} />)
  else if (asOf !== null) parts.push(texts.notChecked)
  if (crawl.phase === 'failed') parts.push(<Failed error={crawl.error} />)
  return (
    <section aria-label={texts.label} className={styles.bar}>
      {/* Other words for a load and its result, and not the same ones that have moved. Their buttons are others, too. */}
      <span key={`words ${isAtRest}`} className={styles.words}>
        {parts.map((part, index) => (
          <span key={index}>
            {index > 0 && ' · '}
            {part}
          </span>
        ))}{' '}
        <Hint about={texts.hintAbout}>
          {texts.hint(what, estimate.requestsADay ?? undefined)}
          {price !== undefined &&
            estimate.seconds !== null &&
            ` ${asOf === null ? texts.loadRest(price) : texts.reloadAll(price)}: ${texts.cost(price, duration(estimate.seconds))}.`}
        </Hint>
        {isOld && <span role="status"> {texts.couldNotRefresh}</span>}
      </span>
      <Orders key={`orders ${isAtRest}`} state={state} price={price} mayStopChecks={mayStopChecks} />
      {asOf === null && isAtRest && <Keeping estimate={estimate} />}
    </section>
  )
}

/** How long a load takes, how long its rows stay, and what keeping them fresh costs. Its price is on the button. */
function Keeping({ estimate }: { estimate: Pick<TeamDirectory['estimate'], 'seconds' | 'requestsADay'> }) {
  const { seconds, requestsADay } = estimate
  const { store } = useConfig()
  const added = useAddedVersion3()
  const perDay = requestsADay ?? undefined
  return (
    <span className={`quiet ${styles.keeping}`}>
      {seconds !== null && texts.takes(duration(seconds))}
      {added
        ? texts.endsWithToken(added.endsAt && <Clock value={added.endsAt} at={(time) => time} within={(age) => age} />)
        : store.kind === 'memory'
          ? texts.keptInMemory(perDay)
          : texts.keptFresh(perDay)}
    </span>
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

/** Actions of each phase. After a failure, a start resumes the last crawl or begins another. */
const ordersIn: Readonly<Record<TeamDirectory['crawl']['phase'], readonly CrawlAction[]>> = {
  idle: ['start'],
  crawling: ['pause', 'stop'],
  waiting: ['pause', 'stop'],
  paused: ['resume', 'stop'],
  failed: ['start'],
}

const crawl = mutation(endpoints.crawl, [endpoints.read])

interface OrdersProps {
  state: TeamDirectory
  price: number | undefined
  mayStopChecks: boolean
}

function Orders({ state, price, mayStopChecks }: OrdersProps) {
  const { asOf, nextCheckAt } = state
  const { phase, left } = state.crawl
  const orders = ordersIn[phase]
  const hasChecks = mayStopChecks && phase === 'idle' && nextCheckAt !== null
  const reason = useRefusal('change')
  const { mutate, variables, isPending, error } = useMutation(crawl)
  const words: Readonly<Record<CrawlAction, string>> = {
    start: asOf === null ? texts.loadRest(price) : isCheckStopped(state) ? texts.resumeChecks : texts.reloadAll(price),
    pause: texts.pause,
    resume: texts.resume(left),
    stop: hasChecks ? texts.stopChecks : texts.cancel,
  }
  return (
    <span className={styles.buttons}>
      {(hasChecks ? [...orders, 'stop' as const] : orders).map((action) => (
        <Button
          key={action}
          size="compact-sm"
          variant={action !== 'start' ? 'default' : asOf === null ? 'filled' : 'subtle'}
          reason={reason}
          loading={isPending && variables.body.action === action}
          onClick={() => mutate({ body: { action } })}
        >
          {words[action]}
        </Button>
      ))}
      {error && (
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
