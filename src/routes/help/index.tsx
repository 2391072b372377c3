/** `/help`: how the console behaves, and tables of what it takes and does, searched as you type. */
import { createFileRoute, Link, useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { endpoints } from '../../api/api'
import { HelpSearch } from '../../api/help-search'
import { useConfig, useMaySeeActivity } from '../../core/config'
import { isHydrating } from '../../core/hydration'
import styles from '../../shell/help/help.module.css'
import { HelpSection } from '../../shell/help/help-section'
import { countOf, helpSections, searchHelp } from '../../shell/help/help-sections'
import * as texts from '../../shell/help/help-texts'
import { WHATS_NEW, WhatsNew } from '../../shell/help/whats-new'
import { apiOperations } from '../../shell/page-texts'
import { Filters, SearchField } from '../../ui/filters'
import { Page } from '../../ui/page'

export const Route = createFileRoute('/help/')({ component: HelpPage })

function HelpPage() {
  const { q = '' } = HelpSearch(Route.useSearch()) // read here: what a route says of it is part of every first load
  const navigate = Route.useNavigate()
  const all = helpSections(useConfig(), endpoints, useMaySeeActivity())
  const shown = searchHelp(all, q)
  useSectionOfAddress()
  return (
    <Page title={texts.title}>
      <Filters name={texts.search}>
        <SearchField
          name="q"
          label={texts.label}
          value={q}
          onApply={(text) => void navigate({ search: { q: text || undefined }, replace: true })}
        />
      </Filters>
      <p>
        <Link to="/help/api">{apiOperations}</Link>
      </p>
      <p role="status" className="quiet">
        {texts.found(countOf(shown), countOf(all), q !== '')}
      </p>
      {shown.length === 0 ? (
        <div className="stack">
          <p>{texts.nothing(q)}</p>
          <p>
            <Link to="/help" search={{}}>
              {texts.clear}
            </Link>
          </p>
        </div>
      ) : (
        <nav aria-label={texts.sections}>
          <ul className={styles.sections}>
            {shown.map(({ id, title }) => (
              <li key={id}>
                <Link to="/help" search={true} hash={id}>
                  {title}
                </Link>
              </li>
            ))}
            {q === '' && (
              <li>
                <Link to="/help" search={true} hash={WHATS_NEW}>
                  {texts.whatsNew}
                </Link>
              </li>
            )}
          </ul>
        </nav>
      )}
      {shown.map((section) => (
        <HelpSection key={section.id} {...section} />
      ))}
      {q === '' && <WhatsNew />}
    </Page>
  )
}

/** Goes to the section that a link names, with the focus, as the browser does in a page that the server has rendered. */
function useSectionOfAddress() {
  const { hash, state } = useLocation()
  useEffect(() => {
    if (isHydrating()) return
    const heading = hash ? document.getElementById(hash) : null
    heading?.focus({ preventScroll: true })
    heading?.scrollIntoView()
  }, [hash, state.__TSR_key]) // a link to the same section again is another visit
}
