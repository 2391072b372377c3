/** Starts the console: the configuration that the page carries, the theme, the router. */
import '../zod-config'
import '../trusted-types'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { ownPath } from '../api/base-path'
import { isOwnerPath, type PageConfig } from '../api/config'
import { checkOwnServer } from '../api/own-fetch'
import { ConfigProvider } from '../core/config'
import { readDehydrated, startHydration } from '../core/hydration'
import { deleteOldDirectories } from '../core/old-directories'
import { openOperator } from '../core/operator'
import { readPageConfig } from '../core/page-config'
import { keepPreferencesForServer } from '../core/preferences-cookie'
import { whenIdle } from '../core/when-idle'
import { startConsole } from '../router'
import { FirstRenderProvider } from '../ui/first-render'
import { setPresent } from '../ui/format'
import { FILE_FAILED, findFaultBy, later } from '../ui/later'
import { isTranslated, watchTranslation } from '../ui/translation'
import { Console } from './console'

// The router reloads a page if a file of it fails to load, and what was typed is lost. It knows that by the error's message.
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
/** Shows times and numbers in full. Loaded when something is first pointed at, selected or focused: no page needs it to render. */
const tellInFull = () =>
  void loadInFull().then(
    (part) => part.tellInFull(),
    () => {}, // what is shown is true without it
  )
for (const event of ['focusin', 'pointerover', 'selectstart'])
  addEventListener(event, () => whenIdle(tellInFull), { once: true }) // a press that follows is handled first

const root = document.getElementById('root') ?? document.body

const SignInPage = later(() => import('../shell/sign-in-page').then((module) => module.SignInPage))

void readPageConfig().then(async (given) => {
  const state = await openOperator(given)
  const config = { ...given, operator: state.operator }
  const isLocked = state.signIn !== 'none' && !state.operator?.role && !isOwnerPath(ownPath(location.pathname))
  if (!isLocked) return start(config)
  createRoot(root).render(
    <ConfigProvider value={config}>
      <FirstRenderProvider value={{ at: undefined, onHydrated: markHydrated }}>
        <SignInPage {...state} />
      </FirstRenderProvider>
    </ConfigProvider>,
  )
})

/** Starts the console for an operator who may read data. */
async function start(config: PageConfig): Promise<void> {
  const rendered = readDehydrated()
  const dehydrated = pageAddress() === requestedAddress() ? rendered : undefined
  const hydration = dehydrated && startHydration(dehydrated)
  const { router, queryClient } = startConsole(config, hydration?.fetchFor)
  // React hydrates a page in slices, which must all render the same address.
  const unblock = hydration && router.history.block({ blockerFn: hydration.blockNavigation, enableBeforeUnload: false })
  const onHydrated = () => {
    markHydrated()
    hydration?.end()
    unblock?.()
    keepPreferencesForServer(config.consoleHash)
  }
  const page = { config, router, queryClient, dehydrated, onHydrated }
  watchTranslation()
  if (!dehydrated) return createRoot(root).render(<Console {...page} />)
  setPresent(dehydrated)
  await router.load()
  await hydration?.loadQueries(queryClient)
  hydration?.begin()
  // A translated text is no longer the server's.
  if (isTranslated(root)) createRoot(root).render(<Console {...page} />)
  else hydrateRoot(root, <Console {...page} />, { onRecoverableError })
}

const pageAddress = () => location.pathname + location.search

/** The address that the document was loaded from. After a reload, Back can lead to another one without a new document. */
function requestedAddress(): string {
  const [navigation] = performance.getEntriesByType('navigation')
  const { pathname, search } = new URL(navigation?.name ?? location.href)
  return pathname + search
}

/** Shows the controls that need the script, see console.css. Called again if the root recovers from an error. */
function markHydrated(): void {
  const { dataset } = document.documentElement
  if (dataset.hydrated) return
  dataset.hydrated = 'true'
  performance.mark('hydrated')
}

/** A page that is translated while React hydrates it is rendered by React alone. */
const onRecoverableError = (error: unknown) => isTranslated(root) || reportError(error)

whenIdle(deleteOldDirectories)
