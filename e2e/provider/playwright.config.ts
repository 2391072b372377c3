/** The tests of lists, reads and removals against a provider of another dialect: `PROVIDER=example playwright test -c e2e/provider`. */
import { defineConfig } from '@playwright/test'
import base from '../playwright.config'

/** What is about the console itself, its server’s store, or the sandbox that it starts, is the same with any provider. */
const files = [
  ...['accounts', 'ahead', 'announced', 'batch', 'changes', 'clicks', 'connections', 'copying', 'deprecations'],
  ...['dialogs', 'drawn', 'drift', 'export', 'failures', 'faults', 'filters', 'impact', 'inspector', 'journey'],
  ...['keyboard', 'lists', 'long-lists', 'lookup', 'numbers', 'overview', 'owner-flow', 'print'],
  ...['removal', 'remove-many', 'routes', 'select-all', 'signal-chart', 'signal-drawings'],
  ...['signal-search', 'signals', 'subscribe-many', 'subscriptions', 'tabs', 'times', 'user', 'users'],
  ...['vehicle-data', 'vehicles', 'views', 'webhooks'],
]

export default defineConfig(base, {
  testDir: '..',
  testIgnore: [],
  testMatch: files.map((name) => `**/${name}.e2e.ts`),
  grepInvert: /@sandbox/, // what the console shows with its own sandbox alone; the long ones belong to it
  outputDir: '../../test-results',
  workers: 1,
})
