/** `/`: the overview: how the three hosts do, what there is, what ends soon, what was done and looked at here. */
import { Button } from '@mantine/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { createFileRoute, Link, type LinkProps } from '@tanstack/react-router'
import { useEffect, useId, useMemo } from 'react'
import { endpoints } from '../api/api'
import type { Answer } from '../api/client'
import { query } from '../api/client'
import { hostNames } from '../api/endpoint'
import { webhooks } from '../api/webhooks'
import { useLeftOut, useReceipts } from '../changes/receipts'
import { useAccount } from '../core/account'
import { useConfig, useMaySeeActivity } from '../core/config'
import { totalOf } from '../domain/connections/totals'
import { deprecationState, useTodayUtc } from '../domain/vehicles/deprecation'
import { announced } from '../domain/vehicles/deprecation-texts'
import { Failure } from '../requests/failure'
import { hostTitles, useLamps } from '../requests/host-status'
import { stateText } from '../shell/frame-texts'
import { lastVisit, noteTotal } from '../shell/last-visit'
import { Lookup } from '../shell/lookup/lookup'
import styles from '../shell/overview/overview.module.css'
import { Panel, Recent, SavedViews } from '../shell/overview/overview-panels'
import * as texts from '../shell/overview/texts'
import { formatCount } from '../ui/format'
import { later } from '../ui/later'
import { Notice } from '../ui/notice'
import { Page } from '../ui/page'
import { Time } from '../ui/time'

const webhookTotal = query(webhooks.list, { query: { 'page[size]': '1' } })
const counts = [totalOf('live'), totalOf('simulated')] as const

export const Route = createFileRoute('/')({
  loader: ({ context, preload }) => {
    if (preload) return
    for (const count of counts) void context.queryClient.prefetchQuery(count)
    void context.queryClient.prefetchQuery(webhookTotal)
  },
  component: Overview,
})

function Overview() {
  const { epoch } = useAccount() // what was looked up of another account is gone with it
  return (
    <Page title={texts.title}>
      <Lookup key={epoch} />
      <Counts />
      <div className={styles.grid}>
        <div className={styles.column}>
          <Hosts />
          <Recent />
          <SavedViews />
          <Journal />
        </div>
        <div className={styles.column}>
          <Deprecations />
          <FleetPanel />
        </div>
      </div>
    </Page>
  )
}

/** Loaded once the counts are there: it draws nothing of its own accord that costs a request. */
const Fleet = later(() => import('../domain/directory/fleet').then((module) => module.Fleet))

function FleetPanel() {
  const { isPending } = useQuery(counts[0])
  return (
    <Panel title={texts.fleet} id="fleet">
      {!isPending && <Fleet />}
    </Panel>
  )
}

/** One row of a list, asked for to learn how many there are. */
type Counted = Pick<
  UseQueryResult<Answer<{ meta?: { totalCount?: number | null } | null }>>,
  'data' | 'isPending' | 'isError'
>
/** Undefined where there is none to show: a total below nothing is none. */
function totalIn({ data }: Counted): number | undefined {
  const total = data?.value.meta?.totalCount
  return typeof total === 'number' && total >= 0 ? total : undefined
}

function Counts() {
  const live = useQuery(counts[0])
  const simulated = useQuery(counts[1])
  const hooks = useQuery(webhookTotal)
  const vehicleError = live.error ?? simulated.error
  const untold = [live, simulated, hooks].filter((one) => one.data !== undefined && totalIn(one) === undefined)
  const again = () => {
    if (live.error) void live.refetch()
    if (simulated.error) void simulated.refetch()
  }
  return (
    <>
      <dl className={styles.counts}>
        <Count name={texts.live} count={live} to="/connections" search={{ 'filter[vehicle.mode]': 'live' }} />
        <Count
          name={texts.simulated}
          count={simulated}
          to="/connections"
          search={{ 'filter[vehicle.mode]': 'simulated' }}
        />
        <Count name={texts.webhooks} count={hooks} to="/webhooks" />
      </dl>
      {vehicleError && (
        <Failure error={vehicleError} onRetry={again} isRetrying={live.isFetching || simulated.isFetching} />
      )}
      {hooks.error && (
        <Failure error={hooks.error} onRetry={() => void hooks.refetch()} isRetrying={hooks.isFetching} />
      )}
      {untold.length > 0 && (
        <Notice
          tone="amber"
          actions={
            <Button size="compact-sm" variant="default" onClick={() => untold.forEach((one) => void one.refetch())}>
              {texts.retry}
            </Button>
          }
        >
          {texts.noCount}
        </Notice>
      )}
    </>
  )
}

interface CountProps extends Pick<LinkProps, 'to' | 'search'> {
  name: string
  count: Counted
}

/** A figure whose whole tile leads to what it counts. */
function Count({ name, count, ...place }: CountProps) {
  const id = useId()
  const total = totalIn(count)
  const { epoch } = useAccount()
  // As it was before this visit is noted; another account had visits of its own.
  const then = useMemo(() => lastVisit(name), [name, epoch])
  useEffect(() => {
    if (total !== undefined) noteTotal(name, total)
  }, [name, total])
  return (
    <div className={styles.count}>
      <dt id={id}>{name}</dt>
      <dd>
        <Link {...place} id={`${id}-count`} aria-labelledby={`${id} ${id}-count`}>
          {total !== undefined ? (
            <strong className="number">{formatCount(total)}</strong>
          ) : (
            <span className="quiet">
              {count.isError ? texts.notRead : count.isPending ? texts.reading : texts.notGiven}
            </span>
          )}
        </Link>
      </dd>
      {then && (
        <dd className={styles.since}>
          {total !== undefined && texts.since(total - then.total, <Time value={then.at} />)}
        </dd>
      )}
    </div>
  )
}

function Hosts() {
  const lamps = useLamps()
  const { hosts } = useConfig()
  return (
    <Panel title={texts.hosts} id="hosts">
      <ul className={styles.list}>
        {hostNames.map((host) => {
          const { state, status, at, durationMs } = lamps[host]
          return (
            <li key={host}>
              <p className={styles.host}>
                <strong>{hostTitles[host]}</strong> <span data-state={state}>{stateText(state, status)}</span>
              </p>
              <p className={styles.call}>
                {at === undefined ? texts.notAsked : texts.lastCall(status, durationMs, <Time value={at} />)}
              </p>
              <code className="quiet">{hosts[host]}</code>
            </li>
          )
        })}
      </ul>
      <p className="quiet">{texts.lastCalls}</p>
    </Panel>
  )
}

/** Section 9, straight from the endpoint table. */
const dated = endpoints
  .flatMap(({ operation, deprecation }) => (deprecation ? [{ operation, ...deprecation }] : []))
  .sort((a, b) => a.to.localeCompare(b.to))

function Deprecations() {
  const today = useTodayUtc()
  return (
    <Panel title={texts.deprecations} id="deprecations">
      <ul className={styles.list}>
        {dated.map(({ operation, from, to }) => (
          <li key={operation} className={styles.dated}>
            <code>{operation}</code>
            <span className={to < today ? styles.passed : undefined}>
              {deprecationState({ from, to }, today)} <span className="quiet">{announced(from, to)}</span>
            </span>
          </li>
        ))}
      </ul>
      <p>
        <Link to="/deprecations">{texts.allDeprecations}</Link>
      </p>
    </Panel>
  )
}

/** Loaded once there is a change to list. */
const ChangeList = later(() => import('../shell/overview/change-list').then((module) => module.ChangeList))

function Journal() {
  const receipts = useReceipts()
  const leftOut = useLeftOut()
  const maySeeActivity = useMaySeeActivity()
  return (
    <Panel title={texts.journal} id="journal">
      <p className="quiet">
        {maySeeActivity ? texts.journalUnder(<Link to="/activity">{texts.activity}</Link>) : texts.journalOnOutput}
      </p>
      {leftOut > 0 && <p>{texts.leftOut(leftOut)}</p>}
      {receipts.length === 0 ? <p className="quiet">{texts.noChanges}</p> : <ChangeList receipts={receipts} />}
    </Panel>
  )
}
