/** What needs somebody now: a line for each with a link to where it is mended, or that all is clear. */

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Host } from '../../api/endpoint'
import type { WebhookRow } from '../../api/webhooks'
import { isNotYetGone, type Removal, useRemovals } from '../../changes/removal'
import { useConfig } from '../../core/config'
import { useHasDeliveries } from '../../core/has-deliveries'
import { sessionQuery } from '../../core/session'
import { useTodayUtc } from '../../domain/vehicles/deprecation'
import { catalogueRequests, readCatalogue, useCatalogue } from '../../domain/webhooks/catalogue'
import { hostTitles, type Lamp, useLamps } from '../../requests/host-status'
import { Button } from '../../ui/button'
import { cut, cutMiddle } from '../../ui/format'
import { later } from '../../ui/later'
import { listed } from '../../ui/listed'
import { Time } from '../../ui/time'
import { stateText } from '../frame-texts'
import { endingSoon, failingHosts, faultyWebhooks, openRemovals } from './attention-facts'
import { Checking, Line } from './attention-line'
import { webhookPage } from './counted'
import styles from './overview.module.css'
import { Panel } from './panel'
import * as texts from './panel-texts'
import { totalIn } from './total-in'

/** Lines of one kind; how many more there are is said in one. */
const MOST = 3

const JobLines = later(() => import('./attention-jobs').then((module) => module.JobLines))
/** Nothing of it is loaded where this server receives nothing. */
const ReceiverLine = later(() => import('./attention-receiver').then((module) => module.ReceiverLine), <Checking />)

export function Attention() {
  const lamps = useLamps()
  const removals = useRemovals()
  const today = useTodayUtc()
  const { tokens } = useConfig()
  const hasDeliveries = useHasDeliveries()
  const { data: session } = useQuery({ ...sessionQuery, enabled: false }) // the frame's lamps ask for it
  const page = useQuery(webhookPage())
  const catalogue = useCatalogue()
  const rows = [catalogue.rows, page.data?.value.data ?? []].reduce((a, b) => (a.length >= b.length ? a : b))
  return (
    <Panel title={texts.attention} id="attention">
      <AttentionList
        lamps={lamps}
        removals={removals}
        today={today}
        webhooks={rows}
        isChecking={page.isPending || catalogue.phase === 'reading'}
        receiver={hasDeliveries === undefined ? <Checking /> : hasDeliveries && <ReceiverLine />}
        jobs={<JobLines />}
        missing={session ? (['version3', 'version2'] as const).filter((one) => !tokens[one] && !session[one]) : []}
      />
      <Unchecked
        checked={rows.length}
        total={totalIn(page)}
        requests={catalogueRequests({ ...catalogue, total: totalIn(page) })}
      />
    </Panel>
  )
}

/** A list longer than one request tells of is looked through when asked for. */
function Unchecked({ checked, total, requests }: { checked: number; total: number | undefined; requests: number }) {
  if (checked === 0 || total === undefined || total <= checked) return null
  return (
    <p className="row">
      <span className="quiet">{texts.notChecked(checked, total)}</span>
      <Button size="compact-xs" variant="default" onClick={() => void readCatalogue()}>
        {texts.checkRest(requests)}
      </Button>
    </p>
  )
}

interface Facts {
  lamps: Record<Host, Lamp>
  removals: Readonly<Record<string, Removal>>
  /** `YYYY-MM-DD` in UTC. */
  today: string
  webhooks: readonly WebhookRow[]
  /** True while more of them may come. */
  isChecking: boolean
  /** Its line, where this server receives and there is something to say; nothing is clear before it is known. */
  receiver: ReactNode
  /** Jobs that are paused, or that left something undone. */
  jobs?: ReactNode
  /** Tokens that neither the server nor this browser has. */
  missing: readonly (keyof typeof texts.noToken)[]
}

export function AttentionList({ lamps, removals, today, webhooks, isChecking, receiver, jobs, missing }: Facts) {
  const open = openRemovals(removals)
  const faulty = faultyWebhooks(webhooks)
  const lines = [
    ...failingHosts(lamps).map(([host, lamp]) => <FailingHost key={host} host={host} lamp={lamp} />),
    ...open.slice(0, MOST).map(([key, removal]) => <OpenRemoval key={key} removal={removal} />),
    open.length > MOST && (
      <Line key="removals" icon="clock" tone="amber" words={texts.inChanges}>
        <a href="#journal">{texts.moreRemovals(open.length - MOST)}</a>
      </Line>
    ),
    ...endingSoon(today).map(({ titles, to, days, isRange }) => (
      <Line key={to} icon="calendar-clock" tone="amber" words={listed(titles)}>
        <Link to="/deprecations">{texts.readsEnd(titles.length, days, isRange)}</Link>
      </Line>
    )),
    ...missing.map((version) => (
      <Line key={version} icon="ban" tone="amber" words={texts.noToken[version]}>
        <Link to="/settings">{texts.tokens}</Link>
      </Line>
    )),
  ].filter(Boolean)
  // The provider's response is the last that comes, and moves nothing.
  return (
    <ul className={styles.rows}>
      {lines}
      {jobs}
      {receiver}
      {faulty.slice(0, MOST).map(({ webhook: { id, attributes }, finding: { rule, weight } }, index) => (
        <Line
          key={`${id} ${index}`}
          icon="webhook"
          tone={weight === 'broken' ? 'danger' : 'amber'}
          words={texts.findings[rule]}
        >
          <Link to="/webhooks/$webhookId" params={{ webhookId: id }}>
            <bdi translate="no">{cut(attributes?.name || texts.unnamed, 60)}</bdi>
          </Link>
        </Line>
      ))}
      {faulty.length > MOST && (
        <Line icon="webhook" tone="amber" words={texts.haveFindings}>
          <Link to="/webhooks">{texts.moreWebhooks(faulty.length - MOST)}</Link>
        </Line>
      )}
      {isChecking && (
        <Line icon="hourglass" words="">
          {texts.checkingWebhooks}
        </Line>
      )}
      <Line icon="circle-check" tone="good" words="" isCalm>
        {texts.allClear}
      </Line>
    </ul>
  )
}

function FailingHost({ host, lamp: { state, status, failingSince } }: { host: Host; lamp: Lamp }) {
  const isOfToken = status === 401 || status === 403
  const said = texts.failingSince(stateText(state, status), <Time value={failingSince} />)
  return (
    <Line icon="circle-x" tone="danger" words={said}>
      <a href="#hosts">{hostTitles[host]}</a>
      {isOfToken && (
        <>
          {' '}
          <Link to="/settings">{texts.checkToken}</Link>
        </>
      )}
    </Line>
  )
}

function OpenRemoval({ removal }: { removal: Removal }) {
  const { operation, id, subject } = removal
  return (
    <Line icon="clock" tone="amber" words={isNotYetGone(removal) ? texts.accepted : texts.outcomeUnknown}>
      <RemovedLink operation={operation} id={id}>
        <bdi translate="no">{subject.replaceAll(id, cutMiddle(id, 4, 4))}</bdi>
      </RemovedLink>
    </Line>
  )
}

/** To the page of what was to be removed: it offers to look again. */
function RemovedLink({ operation, id, children }: { operation: string; id: string; children: ReactNode }) {
  if (operation.includes('/users/'))
    return (
      <Link to="/users/$userId" params={{ userId: id }}>
        {children}
      </Link>
    )
  if (operation.includes('/subscriptions/'))
    return (
      <Link to="/subscriptions/$subscriptionId" params={{ subscriptionId: id }}>
        {children}
      </Link>
    )
  return (
    <Link to="/connections/$connectionId" params={{ connectionId: id }}>
      {children}
    </Link>
  )
}
