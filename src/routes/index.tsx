/** `/`: the overview: how the three hosts do, what there is, what ends soon, what was done and looked at here. */
import { Button } from '@mantine/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { endpoints } from '../api/api'
import type { Answer } from '../api/client'
import { hostNames } from '../api/endpoint'
import { query } from '../api/query'
import { webhooks } from '../api/webhooks'
import { useAccount } from '../tools/account'
import { useConfig, useMaySeeActivity } from '../tools/config'
import { deprecationState, useTodayUtc } from '../tools/deprecation'
import { announced } from '../tools/deprecation-texts'
import { Failure } from '../tools/failure'
import { hostTitles, useLamps } from '../tools/hosts'
import { type Receipt, useJournal, useLeftOut } from '../tools/journal'
import { lastVisit, noteTotal } from '../tools/last-visit'
import { totalOf } from '../tools/totals'
import { formatCount } from '../ui/format'
import { later } from '../ui/later'
import { Notice } from '../ui/notice'
import { Page } from '../ui/page'
import { Time } from '../ui/time'
import { Panel, Recent, SavedViews } from './-overview-panels'
import * as texts from './-overview-texts'
import styles from './overview.module.css'

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
  return (
    <Page title={texts.title}>
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
const Fleet = later(() => import('./-fleet').then((module) => module.Fleet))

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
        <Count name={texts.live} count={live}>
          <Link to="/connections" search={{ 'filter[vehicle.mode]': 'live' }}>
            {texts.showThem}
          </Link>
        </Count>
        <Count name={texts.simulated} count={simulated}>
          <Link to="/connections" search={{ 'filter[vehicle.mode]': 'simulated' }}>
            {texts.showThem}
          </Link>
        </Count>
        <Count name={texts.webhooks} count={hooks}>
          <Link to="/webhooks">{texts.showThem}</Link>
        </Count>
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

interface CountProps {
  name: string
  count: Counted
  children?: ReactNode
}

function Count({ name, count, children }: CountProps) {
  const total = totalIn(count)
  const { epoch } = useAccount()
  // As it was before this visit is noted; another account had visits of its own.
  const then = useMemo(() => lastVisit(name), [name, epoch])
  useEffect(() => {
    if (total !== undefined) noteTotal(name, total)
  }, [name, total])
  return (
    <div className={styles.count}>
      <dt>{name}</dt>
      <dd>
        {total !== undefined ? (
          <strong className="number">{formatCount(total)}</strong>
        ) : (
          <span className="quiet">
            {count.isError ? texts.notRead : count.isPending ? texts.reading : texts.notGiven}
          </span>
        )}
        {children && <span className={styles.more}>{children}</span>}
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
                <strong>{hostTitles[host]}</strong> <span data-state={state}>{state}</span>
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

/** Receipts that are drawn; the file has them all. */
const SHOWN_RECEIPTS = 50

function Journal() {
  const journal = useJournal()
  const leftOut = useLeftOut()
  const maySeeActivity = useMaySeeActivity()
  const [text, setText] = useState('')
  const wanted = text.trim().toLowerCase()
  const found = journal.filter(({ ids, subject = ids, outcome, detail, operation, status }) =>
    `${subject} ${outcome} ${detail ?? ''} ${operation} ${status ?? ''}`.toLowerCase().includes(wanted),
  )
  return (
    <Panel title={texts.journal} id="journal">
      <p className="quiet">
        {maySeeActivity ? texts.journalUnder(<Link to="/activity">{texts.activity}</Link>) : texts.journalOnOutput}
      </p>
      {leftOut > 0 && <p>{texts.leftOut(leftOut)}</p>}
      {journal.length === 0 ? (
        <p className="quiet">{texts.noChanges}</p>
      ) : (
        <>
          <div className="row">
            <label>
              <span className="visually-hidden">{texts.searchChanges}</span>
              <input
                type="search"
                placeholder={texts.search}
                value={text}
                className={styles.search}
                onChange={(event) => setText(event.currentTarget.value)}
              />
            </label>
            <span className="quiet number">{texts.found(found.length, journal.length)}</span>
            <SaveJournal receipts={found} kind="CSV" />
            <SaveJournal receipts={found} kind="JSON" />
          </div>
          <ul className={styles.list}>
            {found
              .slice(0, SHOWN_RECEIPTS)
              .map(({ id, at, ids, subject = ids, outcome, operation, status, detail }) => (
                <li key={id}>
                  <strong>{outcome}</strong> <Time value={at} />: <bdi>{subject}</bdi>
                  <br />
                  <span className="quiet">{detail ?? texts.sent(operation, status)}</span>
                </li>
              ))}
          </ul>
        </>
      )}
    </Panel>
  )
}

function SaveJournal({ receipts, kind }: { receipts: readonly Receipt[]; kind: 'CSV' | 'JSON' }) {
  const save = async () => {
    const { saveTable } = await import('../tools/table-file') // not part of a first load
    const records = receipts.map(({ at, ...rest }) => ({ time: new Date(at).toISOString(), ...rest }))
    const at = Date.now()
    const facts = { what: texts.inFile, written: new Date(at).toISOString() }
    await saveTable(kind, { what: texts.fileName, parts: [texts.fileCount(records.length)], at, facts, records })
  }
  return (
    <Button size="compact-xs" variant="default" onClick={() => void save()}>
      {texts.saveAs(kind)}
    </Button>
  )
}
