/** What the tests of subscriptions have in common: the form, the table, and three ids that belong together. */
import type { Page } from '@playwright/test'
import { mostWebhooks, spelled } from './provider'
import { expect } from './test'
import { own } from './vehicle'

export const form = (page: Page) => page.getByRole('form', { name: 'New subscription' })
export const table = (page: Page) => page.getByRole('table', { name: 'Subscriptions' })
export const create = (page: Page) => form(page).getByRole('button', { name: 'Create subscription' })

interface Row {
  attributes: { vehicle: { mode: string } }
  relationships: Record<'vehicle' | 'user', { data: { id: string } }>
}
export interface Tied {
  webhookId: string
  userId: string
  vehicleId: string
}
/** The nth connection, and a webhook that does not subscribe by itself. */
export async function three(page: Page, origin = '', nth = 0, webhook = 'Plugged in'): Promise<Tied> {
  const read = async (path: string) =>
    (await (await page.request.get(`${origin}${path}`, { headers: own })).json()).data
  const rows: Row[] = await read(spelled('/api/vehicle/v3/connections?page[size]=100&filter[vehicle.mode]=live'))
  const hooks: { id: string; attributes: { name: string } }[] = await read(
    spelled(`/api/management/v3/webhooks?page[size]=${mostWebhooks}`),
  )
  const row = rows[nth]
  return {
    webhookId: hooks.find(({ attributes }) => attributes.name === webhook)?.id ?? '',
    userId: row?.relationships.user.data.id ?? '',
    vehicleId: row?.relationships.vehicle.data.id ?? '',
  }
}
export async function fill(page: Page, { webhookId, userId, vehicleId }: Tied) {
  await form(page).getByLabel('Webhook ID').fill(webhookId)
  await form(page).getByLabel('User ID').fill(userId)
  await form(page).getByLabel('Vehicle ID').fill(vehicleId)
}
export const changes = (page: Page) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET' && request.url().includes('/api/'))
      sent.push(`${request.method()} ${request.postData() ?? ''}`)
  })
  return sent
}
/** Creates a subscription at the host itself, which says its ID where the interface does not. @returns the ID once it exists */
export async function idElsewhere(page: Page, tied: Tied, token: string): Promise<string> {
  const { hosts } = await (await page.request.get('/config.json')).json()
  const address = `${hosts.management}/v3/subscriptions`
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ data: { attributes: tied } })
  const response = await fetch(address, { method: 'POST', headers, body })
  const id = response.headers.get('location')?.split('/').at(-1) ?? ''
  // Not through the console's server, which notes in its history what it has seen.
  await expect.poll(async () => (await fetch(`${address}/${id}`, { headers })).status).toBe(200)
  return id
}
