/** For tests of jobs: gateways on one real store, whose provider is a sandbox. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest'
import { openTestStore } from '../../store/harness'
import type { Store } from '../../store/store'
import { startTestGateway } from '../harness'
import { keepOwn } from './store-source'
import type { Kept } from './team'

const proxy = { TRUSTED_PROXY: '127.0.0.1', TRUSTED_USER_HEADER: 'x-remote-user', ROLE_CLAIM: 'x-remote-roles' }
const COLD_MS = 20_000
export const CONNECTIONS = 230

interface Sandbox {
  vehicleData: string
  vehicle: string
  management: string
  close(): unknown
}
interface SandboxOptions {
  connections: number
  seed: number
  latencyMs: number
  log: (entry: LogEntry) => void
}
interface LogEntry {
  host: string
  method: string
  target: string
  status: number
}

/** @param startSandbox the sandbox's, with what it is sent */
export function jobStage(startSandbox: (options: SandboxOptions) => Promise<Sandbox>) {
  let store: Store
  let sandbox: Sandbox
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-kinds-'))
  /** Requests that the sandbox received. */
  const log: LogEntry[] = []
  const closers: (() => unknown)[] = []
  beforeAll(async () => {
    store = await openTestStore('postgresql')
    sandbox = await startSandbox({ connections: CONNECTIONS, seed: 3, latencyMs: 0, log: (entry) => log.push(entry) })
  }, COLD_MS)
  afterEach(async () => {
    for (const close of closers.splice(0).toReversed()) await close()
    log.length = 0
  })
  afterAll(async () => {
    await sandbox.close()
    await store.close()
    rmSync(folder, { recursive: true })
  })

  let accounts = 0
  return {
    get store() {
      return store
    },
    folder,
    log,
    /** @param account another one for each gateway, unless two are to share it */
    async start(env: Record<string, string> = {}, token = 'sandbox-kinds', account?: string) {
      accounts += 1
      const { vehicleData, vehicle, management } = sandbox
      let kept: Kept | undefined
      const source = {
        open: async () => ({ ...store, close: async () => undefined }),
        keep: async (...options: Parameters<typeof keepOwn>) => {
          kept = await keepOwn(...options)
          return kept
        },
        account: account ?? `kinds-${accounts}`,
      }
      const own = {
        ACCESS_TOKEN: token,
        VEHICLE_DATA_TOKEN: token,
        AUDIT_LOG: join(folder, `audit-${accounts}.jsonl`),
        ...proxy,
        ...env,
      }
      const gateway = await startTestGateway({ vehicleData, vehicle, management }, own, undefined, { store: source })
      closers.push(gateway.close)
      await vi.waitFor(() => expect(gateway.app.team.state()).toBe('ready'), COLD_MS)
      return Object.assign(gateway, { kept: kept ?? expect.fail('there is no store') })
    },
    async connections(token: string): Promise<{ id: string; userId: string; vehicleId: string }[]> {
      const response = await fetch(`${sandbox.vehicle}/v3/connections?page[size]=5`, {
        headers: { authorization: `Bearer ${token}` },
      })
      const { data } = (await response.json()) as {
        data: { id: string; relationships: Record<'user' | 'vehicle', { data: { id: string } }> }[]
      } // as the sandbox lists them
      return data.map(({ id, relationships: { user, vehicle } }) => ({
        id,
        userId: user.data.id,
        vehicleId: vehicle.data.id,
      }))
    },
  }
}
