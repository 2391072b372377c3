/** A gateway to hosts of its own whose store can be cut off and comes back. */
import type { Page } from '@playwright/test'
import type { LogEntry } from '../src/sandbox/server'
import { startPostgres } from '../src/store/real-postgres'
import { startWire } from '../src/store/wire-harness'
import { storeOpens } from './connections'
import { startGateway } from './gateway'
import { startLoggedHosts } from './logged-hosts'
import { sealing } from './own-hosts'
import { test as base } from './test'

export interface Server {
  origin: string
  log: readonly LogEntry[]
  cut: () => void
  mend: () => void
  deliver: () => Promise<void>
}

export const test = base.extend<{ world: string; server: Server }>({
  world: ['console', { option: true }],
  server: async ({ world }, use) => {
    const hosts = await startLoggedHosts(world)
    const { cut, mend, url, close } = await startWire(await startPostgres('-store-away'))
    const gateway = await startGateway({ ...hosts.env, ...sealing, DATABASE_URL: url })
    await use({
      ...{ origin: gateway.origin, log: hosts.log, cut, mend },
      deliver: () => hosts.deliver(gateway.output()),
    })
    await gateway.stop()
    close()
    await hosts.close()
  },
  baseURL: async ({ server }, use) => use(server.origin),
})
test.beforeEach(({ page }) => storeOpens(page))

/** A lost store is checked every two seconds. */
export const BACK_MS = 20_000

export const main = (page: Page) => page.getByRole('main')
