/** For tests of deliveries: a server that receives, what its provider sends it, and whoever looks at it. */

import { createHmac, randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import type { TeamDeliveries, TeamDelivery } from '../../api/team-deliveries'
import type { Store } from '../../store/store'
import { startTestGateway, type TestGateway } from '../harness'
import { keepOwn } from '../team/store-source'

export const COLD_MS = 20_000
const SECRET = 'harness-management-token'
export const SLUG = 'slug-of-the-harness'
export const WEBHOOK = 'webhook-1'
const proxy = { TRUSTED_PROXY: '127.0.0.1', TRUSTED_USER_HEADER: 'x-remote-user', ROLE_CLAIM: 'x-remote-roles' }

/** As the proxy names who is signed in. */
export const as = (roles: 'viewer' | 'reader' | 'operator', user = 'ann') => ({
  'x-remote-user': user,
  'x-remote-roles': roles,
})
export const receiving = {
  ...{
    RECEIVER_PORT: '0',
    RECEIVER_SECRET: SECRET,
    HEADER_PREFIX: 'sb',
    STORE_DIR: mkdtempSync(join(tmpdir(), 'forecourt-store-')),
  },
  RECEIVER_URL: `http://127.0.0.1:1/deliveries/${SLUG}`,
}
export const signed = (body: string, key = SECRET) => createHmac('sha256', key).update(body).digest('hex')

export interface Told {
  userId: string
  vehicleId: string
  signals?: object[]
  errors?: object[]
  triggers?: string[]
}
/** The body of an event, a new one each time. */
export function eventOf({ userId, vehicleId, signals = [], errors, triggers = [] }: Told): string {
  const about = { user: { id: userId }, vehicle: { id: vehicleId } }
  return JSON.stringify({
    ...{ eventId: randomUUID(), eventType: errors ? 'VEHICLE_ERROR' : 'VEHICLE_STATE', vehicleId },
    data: { ...about, ...(errors ? { errors } : { signals }) },
    triggers: triggers.map((code) => ({ type: 'SIGNAL_UPDATED', signal: { code } })),
    meta: { version: '4.0', webhookId: WEBHOOK, deliveryId: randomUUID(), deliveredAt: Date.now(), mode: 'LIVE' },
  })
}

export interface DeliveryGateway {
  gateway: TestGateway
  /** @returns the status */
  send(body: string, signature?: string): Promise<number>
  /** What was acknowledged is in the lists from then on, with what follows from it. */
  deliver(...told: Told[]): Promise<void>
  /** The newest first. */
  rows(query?: string): Promise<TeamDelivery[]>
  read<T>(path: string, headers?: Record<string, string>): Promise<T>
}

/** @param open the store of a server whose provider is `host` */
export function startStoreGateway(
  open: () => Promise<Store>,
  host: string,
  env: Record<string, string> = receiving,
): Promise<TestGateway> {
  const hosts = { vehicleData: host, vehicle: host, management: host }
  return startTestGateway(hosts, { ACCESS_TOKEN: 'own', ...proxy, ...env }, undefined, {
    store: { open, keep: keepOwn },
  })
}

/** @param store stays open @param host answers for all three */
export async function startDeliveryGateway(
  store: Store,
  host: string,
  env: Record<string, string> = receiving,
): Promise<DeliveryGateway> {
  const gateway = await startStoreGateway(async () => ({ ...store, close: async () => undefined }), host, env)
  await vi.waitFor(() => expect(gateway.app.team.state()).toBe('ready'), COLD_MS)
  const port = (await gateway.app.receiver?.listen())?.port

  async function send(body: string, signature = signed(body)): Promise<number> {
    const headers = signature === '' ? undefined : { 'sb-signature': signature }
    const init = { method: 'POST', body, ...(headers && { headers }) }
    return (await fetch(`http://127.0.0.1:${port}/deliveries/${SLUG}`, init)).status
  }
  async function read<T>(path: string, headers: Record<string, string> = as('reader')): Promise<T> {
    const response = await gateway.ask(path, { headers })
    expect([path, response.status]).toEqual([path, 200])
    return (await response.json()) as T // as the contract says
  }
  return {
    gateway,
    send,
    read,
    async deliver(...told) {
      for (const one of told) expect(await send(eventOf(one))).toBe(200)
      await gateway.app.team.deliveries()?.book.idle()
    },
    rows: async (query = '') => (await read<TeamDeliveries>(`/deliveries.json?limit=200${query}`)).rows,
  }
}
