/** `/`: the overview: how the three hosts do, what there is, what ends soon, what was done and looked at here. */
import { Button } from '@mantine/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { endpoints } from '../api/api'
import type { Answer } from '../api/client'
import { hostNames } from '../api/endpoint'
import { query } from '../api/query'
import { webhooks } from '../api/webhooks'
import { useConfig, useMaySeeActivity } from '../tools/config'
import { deprecationState } from '../tools/deprecation'
import { Failure } from '../tools/failure'
import { hostTitles, useLamps } from '../tools/hosts'
import { type Receipt, useJournal } from '../tools/journal'
import { lastVisit, noteTotal, type Then } from '../tools/last-visit'
import { totalOf } from '../tools/totals'
import { saveFile } from '../ui/download'
import { formatCount } from '../ui/format'
import { later } from '../ui/later'
import { Notice } from '../ui/notice'
import { Page } from '../ui/page'
import { Time } from '../ui/time'
import { Panel, Recent, SavedViews } from './-overview-panels'
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
    <Page title="Overview">
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
    <Panel title="The fleet at a glance" id="fleet">
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
        <Count name="Live connections" count={live}>
          <Link to="/connections" search={{ 'filter[vehicle.mode]': 'live' }}>
            Show them
          </Link>
        </Count>
        <Count name="Simulated connections" count={simulated}>
          <Link to="/connections" search={{ 'filter[vehicle.mode]': 'simulated' }}>
            Show them
          </Link>
        </Count>
        <Count name="Webhooks" count={hooks}>
          <Link to="/webhooks">Show them</Link>
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
              Retry
            </Button>
          }
        >
          The service answered without a count that can be shown.
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
  const { hosts } = useConfig()
  const [then] = useState(() => lastVisit(hosts.vehicle, name)) // as it was before this visit is noted
  useEffect(() => {
    if (total !== undefined) noteTotal(hosts.vehicle, name, total)
  }, [hosts.vehicle, name, total])
  return (
    <div className={styles.count}>
      <dt>{name}</dt>
      <dd>
        {total !== undefined ? (
          <strong className="number">{formatCount(total)}</strong>
        ) : (
          <span className="quiet">
            {count.isError ? 'could not be read' : count.isPending ? 'reading…' : 'not given'}
          </span>
        )}
        {children && <span className={styles.more}>{children}</span>}
      </dd>
      {then && <dd className={styles.since}>{total !== undefined && <Since then={then} total={total} />}</dd>}
    </div>
  )
}

function Since({ then, total }: { then: Then; total: number }) {
  const more = total - then.total
  return (
    <>
      {more === 0 ? 'as many as' : `${formatCount(Math.abs(more))} ${more > 0 ? 'more' : 'fewer'} than`} at the last
      visit, <Time value={then.at} />
    </>
  )
}

function Hosts() {
  const lamps = useLamps()
  const { hosts } = useConfig()
  return (
    <Panel title="Hosts" id="hosts">
      <ul className={styles.list}>
        {hostNames.map((host) => {
          const { state, status, at, durationMs } = lamps[host]
          return (
            <li key={host}>
              <p className={styles.host}>
                <strong>{hostTitles[host]}</strong> <span data-state={state}>{state}</span>
              </p>
              <p className={styles.call}>
                {at === undefined ? (
                  'Nothing was asked of it in this tab.'
                ) : (
                  <>
                    {status ?? 'No answer'} in {durationMs} ms, <Time value={at} />
                  </>
                )}
              </p>
              <code className="quiet">{hosts[host]}</code>
            </li>
          )
        })}
      </ul>
      <p className="quiet">
        This tab’s last call to each. Version 2.0 has no call that costs nothing, so none is made to find out.
      </p>
    </Panel>
  )
}

/** Section 9, straight from the endpoint table. */
const dated = endpoints
  .flatMap(({ operation, deprecation }) => (deprecation ? [{ operation, ...deprecation }] : []))
  .sort((a, b) => a.to.localeCompare(b.to))

function Deprecations() {
  const today = new Date().toISOString().slice(0, 10)
  return (
    <Panel title="Deprecations" id="deprecations">
      <ul className={styles.list}>
        {dated.map(({ operation, from, to }) => (
          <li key={operation} className={styles.dated}>
            <code>{operation}</code>
            <span
              className={to < today ? styles.passed : undefined}
              title={from === to ? `Announced: ${to}, UTC` : `Announced: ${from} to ${to}, UTC`}
            >
              {deprecationState({ from, to }, today)}
            </span>
          </li>
        ))}
      </ul>
      <p>
        <Link to="/deprecations">Their dates, and what stands for them in version 3</Link>
      </p>
    </Panel>
  )
}

/** Receipts that are drawn; the file has them all. */
const SHOWN_RECEIPTS = 50

function Journal() {
  const journal = useJournal()
  const maySeeActivity = useMaySeeActivity()
  const [text, setText] = useState('')
  const wanted = text.trim().toLowerCase()
  const found = journal.filter(({ subject, outcome, detail, operation }) =>
    `${subject} ${outcome} ${detail} ${operation}`.toLowerCase().includes(wanted),
  )
  return (
    <Panel title="Changes made in this tab" id="journal">
      <p className="quiet">
        A record of this tab alone. Every change stands in the server’s own log too,{' '}
        {maySeeActivity ? (
          <>
            which is under <Link to="/activity">Activity</Link>.
          </>
        ) : (
          'on its standard output.'
        )}
      </p>
      {journal.length === 0 ? (
        <p className="quiet">None yet. Every change leaves its receipt here.</p>
      ) : (
        <>
          <div className="row">
            <label>
              <span className="visually-hidden">Search the changes</span>
              <input
                type="search"
                placeholder="Search"
                value={text}
                className={styles.search}
                onChange={(event) => setText(event.currentTarget.value)}
              />
            </label>
            <span className="quiet number">
              {formatCount(found.length)} of {formatCount(journal.length)}
            </span>
            <SaveJournal receipts={found} kind="CSV" />
            <SaveJournal receipts={found} kind="JSON" />
          </div>
          <ul className={styles.list}>
            {found.slice(0, SHOWN_RECEIPTS).map(({ id, at, subject, outcome, detail }) => (
              <li key={id}>
                <strong>{outcome}</strong> <Time value={at} />: <bdi>{subject}</bdi>
                <br />
                <span className="quiet">{detail}</span>
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
    const { toCsv, toJson } = await import('../tools/table-text') // not part of a first load
    const records = receipts.map(({ at, ...rest }) => ({ time: new Date(at).toISOString(), ...rest }))
    const facts = { what: 'changes made in one tab', written: new Date().toISOString() }
    const isCsv = kind === 'CSV'
    const text = await (isCsv ? toCsv(records, facts) : toJson(records, facts))
    saveFile(`changes.${kind.toLowerCase()}`, isCsv ? 'text/csv' : 'application/json', text)
  }
  return (
    <Button size="compact-xs" variant="default" onClick={() => void save()}>
      {kind}
      <span className="visually-hidden"> of the changes</span>
    </Button>
  )
}
