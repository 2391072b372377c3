/** Mounts the console: the configuration that the page carries, the theme, the router. */
import '../zod-config'
import '../trusted-types'
import '../ui/console.css'
import type { ReactNode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { ownPath } from '../api/base-path'
import { isOwnerPath, type PageConfig } from '../api/config'
import { checkOwnServer } from '../api/own-fetch'
import { doFirstEvents } from '../core/first-events'
import { takeOver } from '../core/hydration'
import { deleteOldDirectories } from '../core/old-directories'
import { openOperator } from '../core/operator'
import { readDrawn, readPageConfig } from '../core/page-config'
import { keepPreferencesForServer } from '../core/preferences-cookie'
import { whenIdle } from '../core/when-idle'
import { keepFiles } from '../keep-files'
import { startConsole } from '../router'
import { setPresent } from '../ui/format'
import { FILE_FAILED, findFaultBy, later } from '../ui/later'
import { Console, ConsoleRoot } from './console'

// Said where the file was needed. Under its own words the router would load the page anew, and end the jobs that run in it.
window.addEventListener('vite:preloadError', ({ payload }) => {
  payload.message = FILE_FAILED
})

// Vite requests no style sheet again that the page has, even if it failed.
const dropFailedStyle = ({ target }: Event) => {
  if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') target.remove()
}
window.addEventListener('error', dropFailedStyle, true)
findFaultBy(checkOwnServer)

const loadInFull = () => import('../ui/in-full')
/** Times and numbers told in full: loaded when something is first pointed at, selected or takes the focus, for no page needs it to stand. */
const tellInFull = () =>
  void loadInFull().then(
    (part) => part.tellInFull(),
    () => {}, // what is drawn is true without it
  )
for (const event of ['focusin', 'pointerover', 'selectstart'])
  addEventListener(event, () => whenIdle(tellInFull), { once: true }) // what is pressed meanwhile is answered first

const place = document.getElementById('root') ?? document.body

const SignInPage = later(() => import('../shell/sign-in-page').then((module) => module.SignInPage))

void readPageConfig().then(async (given) => {
  const who = await openOperator(given)
  const config = { ...given, operator: who.operator }
  const root = (children: ReactNode) => <ConsoleRoot config={config}>{children}</ConsoleRoot>
  const isLocked = who.signIn !== 'none' && !who.operator?.role && !isOwnerPath(ownPath(location.pathname))
  if (isLocked) {
    createRoot(place).render(root(<SignInPage {...who} />))
    void doFirstEvents()
  } else await start(config, root)
})

/** Begins everything that reads data: only for whom the server lets read it. */
async function start(config: PageConfig, root: (children: ReactNode) => ReactNode): Promise<void> {
  const drawn = readDrawn()
  if (drawn) history.replaceState(history.state, '', drawn.href + location.hash)
  const taking = takeOver(drawn)
  const keepPreferences = () => keepPreferencesForServer(config.consoleHash)
  const { router, queryClient } = startConsole(config, taking.fetchFor)
  const taken = () => {
    taking.done()
    void doFirstEvents()
  }
  const finishHydration = () => {
    window.forecourtFirst?.translation.resume()
    keepPreferences()
  }
  const console = root(
    <Console router={router} queryClient={queryClient} drawn={drawn} onTaken={taken} onWhole={finishHydration} />,
  )
  if (!drawn) {
    createRoot(place).render(console)
    keepPreferences()
    void doFirstEvents()
    return
  }
  setPresent(drawn)
  // The page's files and answers first: what the server drew stands until the browser can draw the same.
  router.ssr = { manifest: undefined }
  await router.load()
  await taking.ready(queryClient)
  window.forecourtFirst?.translation.suspend()
  hydrateRoot(place, console)
  // React takes over what an event is for at once: here all but the rows, for an address that changed meanwhile would be
  // that of another page.
  place.querySelector('h1')?.dispatchEvent(new Event('reset'))
}

whenIdle(deleteOldDirectories)
if (import.meta.env.PROD && !isOwnerPath(ownPath(location.pathname))) keepFiles() // an owner comes once
