/** Component tests: single parts in the browser that the end-to-end tests run in, without the console around them. */
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineProject } from 'vitest/config'
import { findBrowser, launchArgs } from './browser.ts'

const executablePath = findBrowser()

export default defineProject({
  plugins: [react()],
  // Found before the first test, each time: what is found later is bundled anew, with a second React.
  optimizeDeps: { entries: ['../src/**/*.browser.test.tsx'], force: true },
  test: {
    name: 'browser',
    root: fileURLToPath(new URL('..', import.meta.url)),
    setupFiles: ['e2e/clean-page.ts'],
    include: ['src/**/*.browser.test.tsx'],
    browser: {
      enabled: true,
      headless: true,
      isolate: false,
      screenshotFailures: false,
      viewport: { width: 1280, height: 800 },
      instances: [{ browser: 'chromium' }],
      provider: playwright({
        launchOptions: {
          ...(executablePath && { executablePath }),
          args: launchArgs,
        },
        contextOptions: {
          locale: 'en-US',
          timezoneId: 'Europe/Berlin',
          reducedMotion: 'reduce',
          permissions: ['clipboard-write'],
        },
      }),
    },
  },
})
