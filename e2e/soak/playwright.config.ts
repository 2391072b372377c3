/** The long tests (`npm run soak`): real sizes, in a real browser, one at a time. */
import { defineConfig } from '@playwright/test'
import base from '../playwright.config'

export default defineConfig(base, {
  grepInvert: /^$/, // none
  projects: [
    { name: 'soak', testMatch: '**/*.soak.ts' },
    // What is tagged stands beside its kind.
    { name: 'long', testDir: '..', testMatch: '**/*.e2e.ts', grep: /@long/ },
  ],
  outputDir: '../../test-results',
  workers: 1,
  timeout: 10 * 60_000,
})
