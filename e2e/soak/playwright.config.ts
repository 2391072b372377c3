/** The long tests (`npm run soak`): real sizes, in a real browser, one at a time. */
import { defineConfig } from '@playwright/test'
import base from '../playwright.config'

export default defineConfig(base, {
  testMatch: '**/*.soak.ts',
  outputDir: '../../test-results',
  workers: 1,
  timeout: 10 * 60_000,
})
