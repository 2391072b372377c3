/** The long tests (`npm run soak`): real sizes, in a real browser, one at a time. */
import { defineConfig } from '@playwright/test'
import { longFiles } from '../long-files'
import base from '../playwright.config'

export default defineConfig(base, {
  grepInvert: /^$/, // none
  testIgnore: [],
  projects: [
    { name: 'soak', testMatch: '**/*.soak.ts', timeout: 10 * 60_000 },
    // What is tagged stands beside its kind, and ends as soon.
    { name: 'long', testDir: '..', testMatch: '**/*.e2e.ts', grep: /@long/, timeout: base.timeout },
    { name: 'long files', testDir: '..', testMatch: longFiles, grepInvert: /@long/, timeout: base.timeout },
  ],
  outputDir: '../../test-results',
  workers: 1,
  use: { actionTimeout: 25_000 }, // what is not there ends its test by name, and not the whole run
})
