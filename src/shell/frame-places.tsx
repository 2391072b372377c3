/** The links to every page, in groups: what their rows per page are follows the operator’s preference. */
import { Link } from '@tanstack/react-router'
import { MOST_RECORDS } from '../api/activity'
import { largestWebhookPage } from '../api/webhooks'
import { useConfig, useMaySeeActivity } from '../core/config'
import { usePreferences } from '../core/preferences'
import { Icon } from '../ui/icon'
import styles from './frame.module.css'
import * as texts from './frame-texts'
import { pageIcons } from './page-icons'
import * as pages from './page-texts'

const anySearch = { includeSearch: false }

export function Places() {
  const maySeeActivity = useMaySeeActivity()
  const { hasReceiver } = useConfig()
  const { rowsPerPage } = usePreferences()
  // The preference changes the links that lead to a list, never an address that was typed.
  const pageSize = (most = rowsPerPage) =>
    rowsPerPage && most ? { 'page[size]': String(Math.min(rowsPerPage, most)) } : {}
  const ownPageSize = rowsPerPage ? { pageSize: String(rowsPerPage) } : {}
  return (
    <nav aria-label={texts.places} className={styles.places}>
      <Link to="/" activeOptions={{ exact: true }}>
        <Icon name={pageIcons['/']} /> {pages.overview}
      </Link>
      {/* biome-ignore lint/a11y/useSemanticElements: a group of links is no set of fields */}
      <div role="group" aria-label={texts.fleet}>
        <Link to="/connections" search={pageSize()} activeOptions={anySearch}>
          <Icon name={pageIcons['/connections']} /> {pages.connections}
        </Link>
        <Link to="/users" search={ownPageSize} activeOptions={anySearch}>
          <Icon name={pageIcons['/users']} /> {pages.users}
        </Link>
        <Link to="/vehicles" search={ownPageSize} activeOptions={anySearch}>
          <Icon name={pageIcons['/vehicles']} /> {pages.vehicles}
        </Link>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      <div role="group" aria-label={texts.data}>
        <Link to="/signals">
          <Icon name={pageIcons['/signals']} /> {pages.signals}
        </Link>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      <div role="group" aria-label={texts.events}>
        <Link to="/webhooks" search={pageSize(largestWebhookPage())} activeOptions={anySearch}>
          <Icon name={pageIcons['/webhooks']} /> {pages.webhooks}
        </Link>
        <Link to="/subscriptions" activeOptions={anySearch}>
          <Icon name={pageIcons['/subscriptions']} /> {pages.subscriptions}
        </Link>
        {hasReceiver && (
          <Link to="/deliveries" activeOptions={anySearch}>
            <Icon name={pageIcons['/deliveries']} /> {pages.deliveries}
          </Link>
        )}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      <div role="group" aria-label={texts.systemPages}>
        <Link to="/deprecations">
          <Icon name={pageIcons['/deprecations']} /> {pages.deprecations}
        </Link>
        <Link to="/jobs" activeOptions={anySearch}>
          <Icon name={pageIcons['/jobs']} /> {pages.jobs}
        </Link>
        {maySeeActivity && (
          <Link
            to="/activity"
            search={rowsPerPage ? { limit: String(Math.min(rowsPerPage, MOST_RECORDS)) } : {}}
            activeOptions={anySearch}
          >
            <Icon name={pageIcons['/activity']} /> {pages.activity}
          </Link>
        )}
        <Link to="/settings">
          <Icon name={pageIcons['/settings']} /> {pages.settings}
        </Link>
      </div>
    </nav>
  )
}
