/** The overview's panels, and those of them that are about this operator: what was looked at, which views are kept. */
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type RecentThing, useRecent } from '../../core/recent'
import { ViewLink } from '../../lists/views/view-link'
import { useViews } from '../../lists/views/views'
import { IdText } from '../../ui/id'
import { Time } from '../../ui/time'
import styles from './overview.module.css'
import * as texts from './texts'

export function Panel({ title, id, children }: { title: string; id: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className={styles.panel}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

export function Recent() {
  const recent = useRecent()
  return (
    <Panel title={texts.recent} id="recent">
      {recent.length === 0 ? (
        <p className="quiet">{texts.nothingRecent}</p>
      ) : (
        <ul className={styles.list}>
          {recent.map(({ kind, id, at }) => (
            <li key={`${kind} ${id}`}>
              <RecentLink kind={kind} id={id} />{' '}
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

/** Names of addresses that this operator keeps; nothing where there are none. */
export function SavedViews() {
  const views = useViews()
  if (views.length === 0) return null
  return (
    <Panel title={texts.views} id="views">
      <ul className={styles.list}>
        {views.map((view) => (
          <li key={view.name}>
            <ViewLink {...view} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function RecentLink({ kind, id }: Pick<RecentThing, 'kind' | 'id'>) {
  const shown = <IdText id={id} />
  switch (kind) {
    case 'vehicle':
      return (
        <Link to="/vehicles/$vehicleId" params={{ vehicleId: id }}>
          {texts.vehicle(shown)}
        </Link>
      )
    case 'user':
      return (
        <Link to="/users/$userId" params={{ userId: id }}>
          {texts.user(shown)}
        </Link>
      )
    case 'webhook':
      return (
        <Link to="/webhooks/$webhookId" params={{ webhookId: id }}>
          {texts.webhook(shown)}
        </Link>
      )
    case 'subscription':
      return (
        <Link to="/subscriptions/$subscriptionId" params={{ subscriptionId: id }}>
          {texts.subscription(shown)}
        </Link>
      )
    default:
      return (
        <Link to="/connections/$connectionId" params={{ connectionId: id }}>
          {texts.connection(shown)}
        </Link>
      )
  }
}
