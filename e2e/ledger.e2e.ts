/** The ledger of subscriptions across tabs, reloads and tokens: it loses no id, and no creation whose answer was lost. */
import type { Page } from '@playwright/test'
import { bar, table as connections, job } from './connections'
import { spelled } from './provider'
import { choose } from './subscribe-many'
import { changes, create, fill, form, idElsewhere, type Tied, table, three } from './subscriptions'
import { expect, test } from './test'

const rows = (page: Page) => table(page).getByRole('row')
const dialog = (page: Page) => page.getByRole('dialog')
const notice = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const mayExist = 'got no response. The subscription may exist already.'

/** The form, filled in and left. */
async function fillAgain(page: Page, tied: Tied) {
  await fill(page, tied)
  await form(page).getByLabel('Webhook ID').focus()
}

/** Creates a subscription of three that belong together, which is accepted. */
async function subscribeThree(page: Page): Promise<Tied> {
  const tied = await three(page)
  await page.goto('/subscriptions')
  await fill(page, tied)
  await create(page).click()
  await expect(notice(page, 'Accepted')).toBeVisible()
  return tied
}

test(
  'the same three again, accepted or refused as they are subscribed: the id that is known stays known, in both tabs',
  { tag: '@long' },
  async ({ signedIn: page, context }, { testId }) => {
    const tied = await subscribeThree(page)
    const id = await idElsewhere(page, tied, `sandbox-e2e-${testId}`)
    await table(page).getByText('ID unknown').click()
    await expect(async () => {
      // A creation is in progress for a while: until then it cannot be read.
      await table(page).getByLabel('ID, if known').fill(id)
      await table(page).getByRole('button', { name: 'Check', exact: true }).click()
      await expect(rows(page).nth(1)).toContainText('Present', { timeout: 500 })
    }).toPass()

    const other = await context.newPage()
    await other.goto(`${new URL(page.url()).origin}/subscriptions`)
    const known = (tab: Page) => rows(tab).filter({ has: tab.getByRole('link', { name: id }) })
    for (const [answer, count] of [
      ['refused', 2],
      ['accepted', 3],
    ] as const) {
      await other.route('**/v3/subscriptions', (route) =>
        answer === 'refused'
          ? route.fulfill({ status: 409, json: { errors: [{ status: '409', code: 'ALREADY_SUBSCRIBED' }] } })
          : route.continue(),
      )
      await fill(other, tied)
      await create(other).click()
      await dialog(other).getByRole('button', { name: 'Create subscription' }).click()
      await expect(notice(other, answer === 'refused' ? 'Already subscribed' : 'Accepted')).toBeVisible()
      for (const tab of [other, page]) {
        await expect(rows(tab)).toHaveCount(count)
        await expect(known(tab)).toContainText('Present')
      }
      await other.unroute('**/v3/subscriptions')
    }
    // Both have written what they know; a third tab, and a reload, read it.
    await other.close()
    await page.reload()
    await expect(known(page)).toContainText('Present')
    await expect(rows(page)).toHaveCount(3)
  },
)

test('a creation whose answer is lost is kept as unknown, through a reload, and every way to send it again asks first', async ({
  page,
  context,
  signIn,
}, { testId }) => {
  await signIn(`sandbox-change-cut:${testId}`)
  const sent = changes(page)
  const tied = await three(page)
  await page.goto('/subscriptions')
  await fill(page, tied)
  await create(page).click()
  await expect(notice(page, 'Outcome unknown')).toBeVisible()
  await expect(rows(page).nth(1)).toContainText('unknown')
  const refused = async (tab: Page) => {
    await expect(tab.getByText(mayExist).first()).toBeVisible()
    await create(tab).click()
    await expect(dialog(tab)).toContainText('may exist')
    await dialog(tab).getByRole('button', { name: 'Cancel' }).click()
  }
  await refused(page) // the form is still filled
  await page.reload()
  await expect(rows(page).nth(1)).toContainText('unknown')
  await fillAgain(page, tied)
  await refused(page)
  const other = await context.newPage()
  await other.goto(`${new URL(page.url()).origin}/subscriptions`)
  await fillAgain(other, tied)
  await refused(other)
  await other.close()
  // From its connection, alone and as one of many.
  await page.goto(spelled(`/connections?filter[userId]=${tied.userId}&filter[vehicleId]=${tied.vehicleId}`))
  await connections(page).getByRole('checkbox').nth(1).check()
  await choose(page, 'Plugged in')
  await expect(bar(page).getByLabel(/^Leave out 1 /)).toBeChecked()
  await expect(bar(page).getByRole('button', { name: 'Subscribe 0 vehicles' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await connections(page).getByRole('link').first().click()
  await page.getByRole('link', { name: 'Subscribe to a webhook' }).click()
  await form(page).getByLabel('Webhook ID').fill(tied.webhookId)
  await form(page).getByLabel('User ID').focus()
  await refused(page)
  expect(sent).toHaveLength(1)

  // It was wanted again: two requests, two entries.
  await create(page).click()
  await dialog(page).getByRole('button', { name: 'Create subscription' }).click()
  await expect(notice(page, 'Outcome unknown')).toBeVisible()
  await expect(rows(page)).toHaveCount(3)
  expect(sent).toHaveLength(2)
})

test('a page that goes while a creation is under way has kept it, and the same creation in another tab asks first', async ({
  signedIn: page,
  context,
}) => {
  const tied = await three(page)
  await page.goto('/subscriptions')
  const other = await context.newPage()
  await other.goto(`${new URL(page.url()).origin}/subscriptions`)
  await page.route('**/v3/subscriptions', () => undefined) // never answered
  await fill(page, tied)
  const underWay = page.waitForRequest((request) => request.method() === 'POST')
  await create(page).click()
  await underWay
  const sent = changes(page)
  await create(page).click() // once more while it is under way: nothing
  await expect(dialog(page)).toHaveCount(0)
  await fillAgain(other, tied)
  await expect(other.getByText(mayExist)).toBeVisible()
  await page.reload()
  await expect(rows(page).nth(1)).toContainText('unknown')
  await fillAgain(page, tied)
  await expect(page.getByText(mayExist)).toBeVisible()
  expect(sent).toEqual([])
})

test(
  'many whose answers are lost are kept as unknown through a reload, and left out of the next',
  { tag: '@long' },
  async ({ page, signIn }, { testId }) => {
    await signIn(`sandbox-change-cut:many-${testId}`)
    await page.goto(spelled('/connections?filter[vehicle.mode]=live&page[size]=5'))
    const select = async () => {
      for (const nth of [1, 2]) await connections(page).getByRole('checkbox').nth(nth).check()
      await choose(page, 'Plugged in')
    }
    await select()
    await bar(page).getByRole('button', { name: 'Subscribe 2 vehicles' }).click()
    await dialog(page).getByRole('button', { name: 'Subscribe 2 vehicles' }).click()
    await expect(job(page).getByText('Ended: 2 unknown.')).toBeVisible()
    await page.reload()
    await select()
    await expect(bar(page).getByLabel(/^Leave out 2 /)).toBeChecked()
    await page.goto('/subscriptions')
    await expect(rows(page)).toHaveCount(3)
    for (const nth of [1, 2]) await expect(rows(page).nth(nth)).toContainText('unknown')
  },
)

test('after another token the entries of the one before are offered by their number, and moved with one click', async ({
  page,
  signIn,
}, { testId }) => {
  await signIn()
  const tied = await subscribeThree(page)
  await signIn(`sandbox-e2e-${testId}:rotated`)
  await page.goto('/subscriptions')
  await expect(page.getByText('No subscriptions yet.')).toBeVisible()
  const offer = page.getByText('1 subscription saved in this browser with other access tokens.')
  await expect(offer).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText(tied.vehicleId.slice(0, 8))
  await page.getByRole('button', { name: 'Move 1 subscription here' }).click()
  await expect(rows(page)).toHaveCount(2)
  await expect(offer).toHaveCount(0)
  await page.reload()
  await expect(rows(page)).toHaveCount(2)
  await signIn()
  await page.goto('/subscriptions')
  await expect(page.getByText('No subscriptions yet.')).toBeVisible()
  await expect(offer).toBeVisible() // and back again
})
