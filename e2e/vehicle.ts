/** What the tests of vehicle pages share: a vehicle to ask, what is sent, what comes back. */
import type { Page } from '@playwright/test'
import { spelled } from './provider'
import { ofServer } from './test'

/** Every request to the version 2.0 host. */
export function billed(page: Page): string[] {
  const sent: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/vehicle-data/')) sent.push(`${request.method()} ${pathname}`)
  })
  return sent
}

export interface Row {
  id: string
  attributes: { permissions: string[]; vehicle: { powertrainType: string; mode: string } }
  relationships: { vehicle: { data: { id: string } } }
}
/**
 * Headers of a page's own requests. Each has a connection of its own: the server may close one that is kept
 * just as the next request is sent on it.
 */
export const own = { 'sec-fetch-site': 'same-origin', connection: 'close' }
export async function newestRows(page: Page): Promise<Row[]> {
  const answer = await page.request.get(spelled('/api/vehicle/v3/connections?page[size]=100'), { headers: own })
  return (await answer.json()).data
}
/** A vehicle whose connection grants every read. */
export const newest = async (page: Page) => (await newestRows(page))[0]?.relationships.vehicle.data.id ?? ''

/** A vehicle whose capacity only its owner knows. */
export async function undetermined(page: Page): Promise<string> {
  for (const { attributes, relationships } of await newestRows(page)) {
    if (!attributes.permissions.includes('read_battery')) continue
    const { id } = relationships.vehicle.data
    const answer = await page.request.get(`/api/vehicle-data/v2.0/vehicles/${id}/battery/nominal_capacity`, {
      headers: own,
    })
    if (answer.ok() && (await answer.json()).capacity === null) return id
  }
  throw new Error('no vehicle without a capacity among the first hundred')
}

/** Answers every version 2.0 read with this. */
export async function answerWith(
  page: Page,
  body: unknown,
  options: { status?: number; headers?: Record<string, string> } = {},
) {
  await page.unroute('**/api/vehicle-data/**')
  await page.route('**/api/vehicle-data/**', (route) =>
    route.fulfill({
      status: options.status ?? 200,
      headers: { ...ofServer, 'content-type': 'application/json', ...options.headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  )
}

/** The page of a vehicle whose one connection grants little; the same in every world. */
export async function openModestVehicle(page: Page): Promise<void> {
  await page.goto('/users?q=harbor-fleet-7')
  await page.getByRole('table', { name: 'Users' }).getByRole('link').first().click()
  await page
    .getByRole('list')
    .getByRole('link', { name: /Renault Zoe/ })
    .click()
}

/** The paths of each batch that is sent from here on. */
export function batches(page: Page): string[][] {
  const sent: string[][] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/batch'))
      sent.push(request.postDataJSON().requests.map(({ path }: { path: string }) => path))
  })
  return sent
}
