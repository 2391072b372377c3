/** What stands below the overview's figures: what needs somebody, what ends, the fleet, what was viewed and done. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useConfig, useMaySeeActivity } from '../../core/config'
import { type RecentThing, useRecent, useRecentNames } from '../../core/recent'
import { isEmpty, useDirectory } from '../../domain/directory/directory-queries'
import { ViewLink } from '../../lists/views/view-link'
import { useListedViews } from '../../lists/views/views'
import { cut } from '../../ui/format'
import { Icon } from '../../ui/icon'
import { IdText } from '../../ui/id'
import { later } from '../../ui/later'
import { Time } from '../../ui/time'
import { OldData } from '../old-data/old-data-later'
import { pageIcons } from '../page-icons'
import { Attention } from './attention'
import { counts, webhookPage } from './counted'
import { FirstRun } from './first-run'
import { Hosts } from './hosts'
import styles from './overview.module.css'
import { Panel } from './panel'
import * as texts from './panel-texts'

/** Answers that are slower than this are not waited for: what else there is to see comes first. */
const PATIENCE_MS = 1500

/** Drawn once the figures and the directory's state are there, so that nothing moves when they come. */
export function OverviewPanels() {
  const { state, error } = useDirectory()
  const areCountsPending = [useQuery(counts[0]), useQuery(counts[1]), useQuery(webhookPage())].some(
    (one) => one.isPending,
  )
  const isPending = areCountsPending || (state === undefined && error === undefined)
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  if (isPending && !isLate) return null
  return (
    <>
      <OldData />
      <div className={styles.panels}>
        <FirstRun />
        <Attention />
        <Panel title={texts.deprecations} id="deprecations">
          <Deprecations compact />
          <p>
            <Link to="/deprecations">{texts.allDeprecations}</Link>
          </p>
        </Panel>
        <Panel title={texts.fleet} id="fleet" isWide>
          <Fleet />
        </Panel>
        <Recent />
        <Hosts />
        <Changes />
        <SavedViews />
      </div>
    </>
  )
}

const Deprecations = later(
  () => import('../../domain/vehicles/deprecation-drawing').then((module) => module.DeprecationDrawing),
  <div className={styles.drawingRoom} />,
)
/** It draws nothing of its own accord that costs a request. */
const Fleet = later(() => import('../../domain/directory/fleet').then((module) => module.Fleet), <FleetRoom />)

/** Pictures need more room than the offer to load them. */
function FleetRoom() {
  const { state } = useDirectory()
  return <div className={styles.fleetRoom} data-drawn={(state && !isEmpty(state)) || undefined} />
}

const Journal = later(() => import('./journal').then((module) => module.Journal))

const icons = {
  connection: pageIcons['/connections'],
  user: pageIcons['/users'],
  vehicle: pageIcons['/vehicles'],
  webhook: pageIcons['/webhooks'],
  subscription: pageIcons['/subscriptions'],
} as const satisfies Record<RecentThing['kind'], string>

function Recent() {
  const recent = useRecent()
  return (
    <Panel title={texts.recent} id="recent">
      {recent.length === 0 ? (
        <p className="quiet">{texts.nothingRecent}</p>
      ) : (
        <ul className={styles.rows}>
          {recent.map(({ kind, id, at }) => (
            <li key={`${kind} ${id}`} className={styles.viewed}>
              <RecentLink kind={kind} id={id} />
              <span className="quiet">
                <Time value={at} isAge />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function RecentLink({ kind, id }: Pick<RecentThing, 'kind' | 'id'>) {
  const name = useRecentNames().get(id)
  const shown = (
    <>
      <Icon name={icons[kind]} />
      <span className="visually-hidden">{texts.kinds[kind]} </span>
      {name && <bdi translate="no">{cut(name, 80)}</bdi>} <IdText id={id} />
    </>
  )
  switch (kind) {
    case 'vehicle':
      return (
        <Link to="/vehicles/$vehicleId" params={{ vehicleId: id }}>
          {shown}
        </Link>
      )
    case 'user':
      return (
        <Link to="/users/$userId" params={{ userId: id }}>
          {shown}
        </Link>
      )
    case 'webhook':
      return (
        <Link to="/webhooks/$webhookId" params={{ webhookId: id }}>
          {shown}
        </Link>
      )
    case 'subscription':
      return (
        <Link to="/subscriptions/$subscriptionId" params={{ subscriptionId: id }}>
          {shown}
        </Link>
      )
    default:
      return (
        <Link to="/connections/$connectionId" params={{ connectionId: id }}>
          {shown}
        </Link>
      )
  }
}

/** Names of addresses that this operator keeps, and that others share; nothing where there are none. */
function SavedViews() {
  const views = useListedViews()
  if (views.length === 0) return null
  return (
    <Panel title={texts.views} id="views">
      <ul className={styles.rows}>
        {views.map(({ key, name, address, by }) => (
          <li key={key}>
            <ViewLink name={name} address={address} />
            {by !== undefined && (
              <span className="quiet">
                {' '}
                <bdi translate="no">{by}</bdi>
              </span>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** People with another role than operator make no changes. */
function Changes() {
  const { signIn } = useConfig()
  if (!useMaySeeActivity()) return null
  return (
    <Panel title={signIn === 'none' ? texts.journal : texts.ownJournal} id="journal">
      <Journal />
    </Panel>
  )
}
