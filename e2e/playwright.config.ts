/** End-to-end tests: the built console through the built gateway, in a real browser, everything fixed that can be. */
import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
import { findBrowser, launchArgs } from './browser'
import { longFiles } from './long-files'

const executablePath = findBrowser()

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  testIgnore: longFiles,
  grepInvert: /@long/,
  outputDir: '../test-results',
  globalSetup: fileURLToPath(new URL('own-folder.ts', import.meta.url)), // of the soak, too
  fullyParallel: false, // a file's tests share its server
  forbidOnly: true,
  retries: 0,
  workers: 2,
  timeout: 30_000,
  expect: { timeout: 7_000 },
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    contextOptions: { reducedMotion: 'reduce' },
    viewport: { width: 1280, height: 800 },
    trace: 'off',
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: launchArgs,
    },
  },
})
