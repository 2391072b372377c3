/** A team's gateway with a real provider, for tests in which people sign in. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { oidcEnv, startProvider } from '../src/gateway/auth/provider-harness'
import { startGateway } from './gateway'
import { expect, storeOpened } from './test'

const config = join(mkdtempSync(join(tmpdir(), 'forecourt-')), 'config.json')
writeFileSync(config, JSON.stringify({ bucket: { capacity: 500, refillPerMinute: 600 } }))

/** @param more of its environment */
export async function startTeam(more: Record<string, string> = {}) {
  const provider = await startProvider()
  const gateway = await startGateway({
    ...oidcEnv(provider.issuer),
    SESSION_SECRET: 'a secret of the test, thirty-two bytes or more',
    ROLE_CLAIM: 'roles',
    CONFIG: config,
    ...more,
  })
  provider.open([gateway.origin])
  await storeOpened(gateway.origin)
  return { ...gateway, provider }
}

/** Signs in again in the window that a tab opens for it. */
export async function signInAgain(tab: Page): Promise<void> {
  const [window] = await Promise.all([
    tab.context().waitForEvent('page'),
    tab.getByRole('button', { name: 'Sign in again' }).click(),
  ])
  await expect(window.getByText('You’re signed in. You can close this window.')).toBeVisible()
  await window.close()
}
