/** Pages that are opened by their address while the provider is slow: nothing on them moves when its responses come. */
import type { Page } from '@playwright/test'
import { hold } from './gate'
import { watchShifts } from './shifts'
import { idElsewhere, three } from './subscriptions'
import { askedByBrowser, expect, longUnless, test, waitForHydration } from './test'
import { newestRows } from './vehicle'

test.use(askedByBrowser)

interface Ids {
  connection: string
  /** A vehicle that isn't only electric. */
  fueled: string
  simulated: string
  subscription: string
  user: string
  vehicle: string
  webhook: string
}

/** Each with what is shown once all responses have come. */
const pages = [
  ['connection', ({ connection }: Ids) => `/connections/${connection}`, 'Permissions granted'],
  [
    'removal of a connection',
    ({ connection }: Ids) => `/connections/${connection}/remove`,
    'Remove this live connection?',
  ],
  [
    'removal of a simulated connection',
    ({ simulated }: Ids) => `/connections/${simulated}/remove`,
    'Remove this simulated connection?',
  ],
  ['user', ({ user }: Ids) => `/users/${user}`, 'Permissions granted'],
  ['unknown user', () => '/users/nobody', 'No connections found for this user'],
  ['vehicle', ({ vehicle }: Ids) => `/vehicles/${vehicle}`, 'Vehicle token'],
  ['vehicle with fuel', ({ fueled }: Ids) => `/vehicles/${fueled}`, 'Vehicle token'],
  ['unknown vehicle', () => '/vehicles/nobody', 'Vehicle token'],
  ['read of a vehicle', ({ vehicle }: Ids) => `/vehicles/${vehicle}/service`, 'by 1 of 1 connection'],
  ['batch', ({ vehicle }: Ids) => `/vehicles/${vehicle}/batch?path=/odometer`, 'curl'],
  ['signal', ({ vehicle }: Ids) => `/vehicles/${vehicle}/signals/closure-doors`, 'by 1 of 1 connection'],
  ['webhook', ({ webhook }: Ids) => `/webhooks/${webhook}`, 'Triggers'],
  ['subscription', ({ subscription }: Ids) => `/subscriptions/${subscription}`, 'Powertrain'],
  ['removal of a subscription', ({ subscription }: Ids) => `/subscriptions/${subscription}/remove`, '2020 Nissan Leaf'],
] as const

async function readIds(page: Page, token: string): Promise<Ids> {
  const newest = await newestRows(page)
  const [row] = newest
  const tied = await three(page)
  const { userId: user, vehicleId: vehicle, webhookId: webhook } = tied
  const subscription = await idElsewhere(page, tied, token)
  const withFuel = newest.find(({ attributes }) => attributes.vehicle.powertrainType !== 'BEV')
  const fueled = withFuel?.relationships.vehicle.data.id ?? ''
  const simulated = newest.find(({ attributes }) => attributes.vehicle.mode === 'simulated')?.id ?? ''
  return { connection: row?.id ?? '', fueled, simulated, subscription, user, vehicle, webhook }
}

for (const [name, addressOf, last] of pages) {
  for (const width of [320, 1280]) {
    test(
      `nothing moves at ${width} px: ${name}`,
      longUnless(width === 320 && ['subscription', 'user', 'removal of a connection'].includes(name)),
      async ({ page, signIn }, info) => {
        const token = `sandbox-late-${info.testId}`
        await signIn(token)
        const ids = await readIds(page, token)
        await page.setViewportSize({ width, height: 800 })
        const moved = await watchShifts(page)
        const letGo = await hold(page, '**/api/**')
        await page.goto(addressOf(ids))
        await waitForHydration(page)
        letGo()
        await expect(page.getByRole('main').getByText(last).first()).toBeAttached()
        await page.waitForLoadState('networkidle') // what comes last may move what is shown, and nothing on the page names it
        const { by, what } = await moved()
        expect(by, what.join('\n')).toBe(0)
      },
    )
  }
}

for (const list of ['Users', 'Vehicles'])
  test(`nothing on ${list} moves or is said to be missing until the directory is known to be empty`, async ({
    signedIn: page,
  }) => {
    await page.setViewportSize({ width: 320, height: 800 })
    const moved = await watchShifts(page)
    const letGo = await hold(page, '**/team/directory')
    const listed = page.waitForResponse(`**/team/${list.toLowerCase()}?**`)
    await page.goto(`/${list.toLowerCase()}`)
    expect((await (await listed).json()).rows).toEqual([])
    expect((await moved()).inMain).toEqual([])
    letGo()
    await expect(page.getByRole('table', { name: list }).getByRole('rowheader').first()).toBeVisible()
    await page.waitForLoadState('networkidle') // what moves late has no name on the page
    expect((await moved()).inMain).toEqual([])
  })

for (const list of ['Users', 'Vehicles'])
  test(`the pager of ${list} says nothing of rows that are on their way`, async ({ signedIn: page }) => {
    const letGo = await hold(page, /\/(api|team)\//)
    await page.goto(`/${list.toLowerCase()}`)
    await waitForHydration(page)
    const range = page.getByRole('navigation', { name: 'Pages' }).getByRole('status')
    await expect(page.getByRole('table', { name: list })).toBeVisible()
    expect(await range.textContent()).toBe('')
    letGo()
    await expect(range).toHaveText(/^\d+–\d+ of \d+$/)
  })
