/** Rail, top bar and main: where everything is, how it is shown, how the hosts do. */
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import type { Host } from '../api/endpoint'
import '../requests/inspector/calls'
import '../requests/drift/observe-answers'
import { useAccount, useLastAccount } from '../core/account'
import { useConfig, useMaySeeActivity } from '../core/config'
import { preferences, usePreferences } from '../core/preferences'
import { Icon, Mark } from '../ui/icon'
import { later } from '../ui/later'
import { ZoneProvider } from '../ui/time'
import styles from './frame.module.css'
import { Places } from './frame-places'
import * as texts from './frame-texts'
import { TopBar } from './frame-top'
import { HostLamps } from './host-lamps'
import { listenToKeys, placesFor } from './keyboard/shortcuts'
import { SignInAgain } from './sign-in'

/** What the tools of every page are in “Jump to…”. */
const tool = { kind: texts.tool, icon: 'zap' } as const

export function Shell({ children }: { children: ReactNode }) {
  const { time, rows } = usePreferences()
  const { heard, isSaid } = useAccount()
  const lastAccount = useLastAccount()
  const { pathname } = useLocation()
  const [menuAt, setMenuAt] = useState<string>() // the page on which the menu was opened: leaving it closes it
  const isOpen = menuAt === pathname
  const [inspector, setInspector] = useState<'open' | 'collapsed'>() // neither until it is asked for
  const [inspected, setInspected] = useState<{ host?: Host | undefined; isForDrift?: boolean }>({})
  const inspect = (host?: Host, isForDrift = false) => {
    setInspected({ host, isForDrift })
    setInspector('open')
  }
  const [dialog, setDialog] = useState<'palette' | 'keys' | 'view'>()
  // One may have opened another before it is heard that it was closed.
  const close = (one: typeof dialog) => setDialog((old) => (old === one ? undefined : old))
  const everywhere = [
    { ...tool, key: 'save view', text: texts.saveView, go: () => setDialog('view') },
    { ...tool, key: 'inspector', text: texts.requestInspector, keys: 'i', go: () => inspect() },
    { ...tool, key: 'drift', text: texts.differences, go: () => inspect(undefined, true) },
    { ...tool, key: 'keys', text: texts.keys, keys: '?', go: () => setDialog('keys') },
  ]
  const navigate = useNavigate()
  const maySeeActivity = useMaySeeActivity()
  const config = useConfig()
  useEffect(
    () =>
      listenToKeys(
        {
          goTo: (to) => void navigate({ to }),
          help: () => setDialog('keys'),
          palette: () => setDialog('palette'),
          inspector: () => setInspector(toggled),
        },
        placesFor(maySeeActivity, config),
        () => preferences.get().shortcuts,
      ),
    [navigate, maySeeActivity, config],
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
            <Link to="/" className={styles.name}>
              <Mark size={24} /> {texts.product}
            </Link>
            <button
              type="button"
              className={styles.menuButton}
              aria-expanded={isOpen}
              aria-controls="rail"
              onClick={() => setMenuAt(isOpen ? undefined : pathname)}
            >
              <Icon name="menu" />
              <span className="visually-hidden">{texts.menu}</span>
            </button>
          </div>
          <div id="rail" className={styles.body}>
            <div>
              <button
                type="button"
                className={styles.jump}
                onPointerEnter={Palette.fetch}
                onFocus={Palette.fetch}
                onClick={() => setDialog('palette')}
              >
                <Icon name="search" size={14} /> {texts.jump}
              </button>
              <Places />
            </div>
            <div className={styles.foot}>
              <HostLamps onInspect={inspect} />
              <SandboxBadge />
            </div>
          </div>
        </header>
        <div className={styles.content}>
          {/* Above the page, because one that can’t be loaded is a notice. */}
          {dialog === 'palette' && <Palette everywhere={everywhere} onClose={() => close('palette')} />}
          {dialog === 'keys' && <KeyboardHelp onClose={() => close('keys')} />}
          {dialog === 'view' && <SaveViewDialog onClose={() => close('view')} />}
          <TopBar
            isInspecting={inspector === 'open'}
            onInspect={() => setInspector(toggled)}
            onKeys={() => setDialog('keys')}
          />
          <SignInAgain />
          {(isSaid || lastAccount === 'other') && <OtherTokens />}
          {config.tape && <TapeBanner tape={config.tape} />}
          {config.store.notice && <StoreBanner notice={config.store.notice} />}
          {/* Where another tab changed the tokens, nothing that was open here stays open. */}
          <main key={heard} id="main" className={styles.main}>
            {children}
          </main>
          <Tray />
          {inspector && (
            <Inspector
              key={JSON.stringify(inspected)}
              {...inspected}
              isOpen={inspector === 'open'}
              onToggle={() => setInspector(toggled)}
              onClose={() => setInspector(undefined)}
            />
          )}
        </div>
      </div>
    </ZoneProvider>
  )
}

const toggled = (old: string | undefined) => (old === 'open' ? 'collapsed' : 'open')

/** Loaded when they are opened. */
const Palette = later(() => import('./palette/palette').then((module) => module.Palette))
const KeyboardHelp = later(() => import('./keyboard/keyboard-help').then((module) => module.KeyboardHelp))
const SaveViewDialog = later(() => import('../lists/views/save-view').then((module) => module.SaveViewDialog))
/** Loaded when it is opened; what it shows is noted from the start. */
const Inspector = later(() => import('../requests/inspector/inspector').then((module) => module.Inspector))
const Tray = later(() => import('./tray').then((module) => module.Tray))
const TapeBanner = later(() => import('./tape-banner').then((module) => module.TapeBanner))
const StoreBanner = later(() => import('./store-banner').then((module) => module.StoreBanner))
const OtherTokens = later(() => import('./other-tokens').then((module) => module.OtherTokens))

function SandboxBadge() {
  const { sandbox } = useConfig()
  return sandbox ? <p className={styles.sandbox}>{texts.sandbox}</p> : null
}
