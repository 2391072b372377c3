/** Rail, top line and main: where everything is, what time it is shown in, how the hosts do. */
import { useMantineColorScheme } from '@mantine/core'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import type { Host } from '../api/endpoint'
import { WEBHOOKS_MAX_PAGE_SIZE } from '../api/webhooks'
import '../requests/inspector/calls'
import '../requests/drift/observe-answers'
import { MOST_RECORDS } from '../api/activity'
import { useJobs } from '../changes/jobs/job-list'
import { JobPanel } from '../changes/jobs/job-panel-later'
import { useAccount } from '../core/account'
import { useConfig, useMaySeeActivity } from '../core/config'
import { type Preferences, preferences, setPreference, usePreferences } from '../core/preferences'
import { later } from '../ui/later'
import { ZoneProvider } from '../ui/time'
import styles from './frame.module.css'
import * as texts from './frame-texts'
import { HostLamps } from './host-lamps'
import { listenToKeys, placesFor } from './keyboard/shortcuts'
import * as pages from './page-texts'
import { SignedIn, SignInAgain } from './sign-in'

export function Shell({ children }: { children: ReactNode }) {
  const { time, rows } = usePreferences()
  const { heard, isSaid } = useAccount()
  const { pathname } = useLocation()
  const [menuAt, setMenuAt] = useState<string>() // the page on which the menu was opened: leaving it closes it
  const isOpen = menuAt === pathname
  const [isInspecting, setInspecting] = useState(false)
  const [inspected, setInspected] = useState<{ host?: Host | undefined; isForDrift?: boolean }>({})
  const inspect = (host?: Host, isForDrift = false) => {
    setInspected({ host, isForDrift })
    setInspecting(true)
  }
  const [dialog, setDialog] = useState<'palette' | 'keys' | 'view'>()
  // One may have opened another before it is heard that it was closed.
  const close = (one: typeof dialog) => setDialog((old) => (old === one ? undefined : old))
  const everywhere = [
    { key: 'save view', text: texts.saveView, kind: texts.tool, go: () => setDialog('view') },
    { key: 'inspector', text: texts.requestInspector, kind: texts.tool, go: () => inspect() },
    { key: 'drift', text: texts.differences, kind: texts.tool, go: () => inspect(undefined, true) },
    { key: 'keys', text: texts.keys, kind: texts.tool, go: () => setDialog('keys') },
  ]
  const navigate = useNavigate()
  const maySeeActivity = useMaySeeActivity()
  useEffect(
    () =>
      listenToKeys(
        {
          goTo: (to) => void navigate({ to }),
          help: () => setDialog('keys'),
          palette: () => setDialog('palette'),
          inspector: () => setInspecting((old) => !old),
        },
        placesFor(maySeeActivity),
        () => preferences.get().shortcuts,
      ),
    [navigate, maySeeActivity],
  )
  useEffect(() => {
    document.documentElement.dataset.rows = rows
  }, [rows])
  return (
    <ZoneProvider value={time}>
      <div className={styles.frame}>
        <a href="#main" className={styles.skip}>
          {texts.skip}
        </a>
        <header className={styles.rail} data-open={isOpen || undefined}>
          <div className={styles.brand}>
            <Link to="/" className={styles.name} preload={false}>
              <img src="/mark.svg" alt="" width={24} height={24} /> {texts.product}
            </Link>
            <button
              type="button"
              className={styles.menu}
              aria-expanded={isOpen}
              aria-controls="rail"
              onClick={() => setMenuAt(isOpen ? undefined : pathname)}
            >
              {texts.menu}
            </button>
          </div>
          <div id="rail" className={styles.body}>
            <div>
              <button type="button" className={styles.jump} onClick={() => setDialog('palette')}>
                {texts.jump}
              </button>
              <Places />
              <div className={styles.places}>
                <Link to="/help">{pages.help}</Link>
              </div>
            </div>
            <div className={styles.foot}>
              <HostLamps onInspect={inspect} />
              <SandboxBadge />
            </div>
          </div>
        </header>
        {dialog === 'palette' && <Palette everywhere={everywhere} onClose={() => close('palette')} />}
        {dialog === 'keys' && <KeyboardHelp onClose={() => close('keys')} />}
        {dialog === 'view' && <SaveViewDialog onClose={() => close('view')} />}
        <div className={styles.content}>
          <section aria-label={texts.display} className={styles.top}>
            <SignedIn />
            <ReadOnlyBadge />
            <button type="button" className={styles.tool} onClick={() => setDialog('keys')}>
              <span>{texts.keys}</span>
            </button>
            <button
              type="button"
              className={styles.tool}
              aria-expanded={isInspecting}
              onClick={() => (isInspecting ? setInspecting(false) : inspect())}
            >
              {texts.inspector}
            </button>
            <TimeSwitch />
            <SchemeSwitch />
          </section>
          <SignInAgain />
          {isSaid && <OtherTokens />}
          {/* Where another tab changed the tokens, nothing that was open here stays open. */}
          <main key={heard} id="main" className={styles.main}>
            {children}
          </main>
          <Jobs />
          {isInspecting && (
            <Inspector key={JSON.stringify(inspected)} {...inspected} onClose={() => setInspecting(false)} />
          )}
        </div>
      </div>
    </ZoneProvider>
  )
}

/** Loaded when they are opened. */
const Palette = later(() => import('./palette/palette').then((module) => module.Palette))
const KeyboardHelp = later(() => import('./keyboard/keyboard-help').then((module) => module.KeyboardHelp))
const SaveViewDialog = later(() => import('../lists/views/save-view').then((module) => module.SaveViewDialog))
/** Loaded when it is opened; what it shows is noted from the start. */
const Inspector = later(() => import('../requests/inspector/inspector').then((module) => module.Inspector))
const OtherTokens = later(() => import('./other-tokens').then((module) => module.OtherTokens))

function Jobs() {
  const hasJobs = useJobs().length > 0
  return hasJobs ? <JobPanel /> : null
}

const anySearch = { includeSearch: false }

function Places() {
  const maySeeActivity = useMaySeeActivity()
  const { rowsPerPage } = usePreferences()
  return (
    <nav aria-label={texts.places} className={styles.places}>
      <Link to="/" activeOptions={{ exact: true }}>
        {pages.overview}
      </Link>
      {/* The preference changes the links that lead to a list, never an address that was typed. */}
      <Link
        to="/connections"
        search={rowsPerPage ? { 'page[size]': String(rowsPerPage) } : {}}
        activeOptions={anySearch}
      >
        {pages.connections}
      </Link>
      <Link to="/users" search={rowsPerPage ? { pageSize: String(rowsPerPage) } : {}} activeOptions={anySearch}>
        {pages.users}
      </Link>
      <Link to="/vehicles" search={rowsPerPage ? { pageSize: String(rowsPerPage) } : {}} activeOptions={anySearch}>
        {pages.vehicles}
      </Link>
      <Link to="/signals">{pages.signals}</Link>
      <Link
        to="/webhooks"
        search={rowsPerPage ? { 'page[size]': String(Math.min(rowsPerPage, WEBHOOKS_MAX_PAGE_SIZE)) } : {}}
        activeOptions={anySearch}
      >
        {pages.webhooks}
      </Link>
      <Link to="/subscriptions" activeOptions={anySearch}>
        {pages.subscriptions}
      </Link>
      <Link to="/deprecations">{pages.deprecations}</Link>
      {maySeeActivity && (
        <Link
          to="/activity"
          search={rowsPerPage ? { limit: String(Math.min(rowsPerPage, MOST_RECORDS)) } : {}}
          activeOptions={anySearch}
        >
          {pages.activity}
        </Link>
      )}
      <Link to="/settings">{pages.settings}</Link>
    </nav>
  )
}

function SandboxBadge() {
  const { sandbox } = useConfig()
  return sandbox ? <p className={styles.sandbox}>{texts.sandbox}</p> : null
}

function ReadOnlyBadge() {
  const { readOnly } = useConfig()
  return readOnly ? <span className={styles.readOnly}>{texts.readOnly}</span> : null
}

function TimeSwitch() {
  const { time } = usePreferences()
  return (
    <label>
      <span>{texts.times}</span>
      <select
        value={time}
        onChange={(event) => setPreference('time', event.currentTarget.value as Preferences['time'])}
      >
        <option value="local">{texts.local}</option>
        <option value="utc">{texts.utc}</option>
        <option value="relative">{texts.relative}</option>
      </select>
    </label>
  )
}

function SchemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <label>
      <span>{texts.colours}</span>
      <select value={colorScheme} onChange={(event) => setColorScheme(event.currentTarget.value as typeof colorScheme)}>
        <option value="auto">{texts.system}</option>
        <option value="light">{texts.light}</option>
        <option value="dark">{texts.dark}</option>
      </select>
    </label>
  )
}
