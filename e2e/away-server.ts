/** A gateway to hosts of its own whose store can be cut off and comes back. */
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { LogEntry } from '../src/sandbox/server'
import { startPostgres } from '../src/store/real-postgres'
import { startWire } from '../src/store/wire-harness'
import { startGateway } from './gateway'
import { startLoggedHosts } from './logged-hosts'
import { sealing } from './own-hosts'
import { test as base, expect, storeOpened } from './test'
import { own } from './vehicle'

export interface Server {
  origin: string
  log: readonly LogEntry[]
  /** Resolves once a statement has failed: until then a request may get what the server read a second ago. */
  cut: () => Promise<void>
  mend: () => void
  deliver: () => Promise<void>
}

export const test = base.extend<{ world: string; server: Server }>({
  world: ['console', { option: true }],
  server: async ({ world }, use) => {
    const hosts = await startLoggedHosts(world)
    const wire = await startWire(await startPostgres('-store-away'))
    const account = { STORE_ACCOUNT: randomUUID() } // the tests of a worker share the database
    const gateway = await startGateway({ ...hosts.env, ...sealing, ...account, DATABASE_URL: wire.url })
    const { origin } = gateway
    await storeOpened(origin)
    await use({
      ...{ origin, log: hosts.log, mend: wire.mend },
      async cut() {
        wire.cut()
        const status = async () => (await fetch(`${origin}/team/jobs`, { headers: own })).status
        await expect.poll(status).toBe(503)
      },
      deliver: () => hosts.deliver(gateway.output()),
    })
    await gateway.stop()
    wire.close()
    await hosts.close()
  },
  baseURL: async ({ server }, use) => use(server.origin),
})

/** A lost store is checked every two seconds. */
export const BACK_MS = 20_000

export const main = (page: Page) => page.getByRole('main')
