/** Mounts the console: the configuration that the page carries, the theme, the router. */
import './zod-config'
import './trusted-types'
// In a layer of their own: the console's own rules win, whatever order the files are loaded in.
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/global.layer.css'
import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/Button.layer.css'
import '@mantine/core/styles/Loader.layer.css'
import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/PasswordInput.layer.css'
import '@mantine/core/styles/ActionIcon.layer.css'
import './ui/console.css'
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { isOwnerPath, type PageConfig } from './api/config'
import { ConfigProvider } from './core/config'
import { openOperator } from './core/operator'
import { readPageConfig } from './core/page-config'
import { keepFiles } from './keep-files'
import { startConsole } from './router'
import { FILE_FAILED, later } from './ui/later'
import { theme } from './ui/theme'

// Said where the file was needed. Under its own words the router would load the page anew, and end the jobs that run in it.
window.addEventListener('vite:preloadError', ({ payload }) => {
  payload.message = FILE_FAILED
})

/** Times and numbers told in full: loaded when something is first pointed at or takes the focus, for no page needs it to stand. */
const tellInFull = () =>
  void import('./ui/in-full').then(
    (part) => part.tellInFull(),
    () => {}, // what is drawn is true without it
  )
for (const event of ['focusin', 'pointerover']) addEventListener(event, tellInFull, { once: true })

const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''
const colorSchemeManager = localStorageColorSchemeManager({ key: 'forecourt.color-scheme' })
const root = createRoot(document.getElementById('root') ?? document.body)

const SignInPage = later(() => import('./shell/sign-in-page').then((module) => module.SignInPage))

/** Begins everything that reads data: only for whom the server lets read it. */
function consoleOf(config: PageConfig) {
  const { router, queryClient } = startConsole(config)
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}

void readPageConfig().then(async (given) => {
  const who = await openOperator(given)
  const config = { ...given, operator: who.operator }
  const isLocked = who.signIn !== 'none' && !who.operator?.role && !isOwnerPath(location.pathname)
  root.render(
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemeManager}
      getStyleNonce={() => nonce}
      withStaticClasses={false}
      deduplicateCssVariables
    >
      <ConfigProvider value={config}>{isLocked ? <SignInPage {...who} /> : consoleOf(config)}</ConfigProvider>
    </MantineProvider>,
  )
})

if (import.meta.env.PROD && !isOwnerPath(location.pathname)) keepFiles() // an owner comes once
