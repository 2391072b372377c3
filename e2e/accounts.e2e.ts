/** Other tokens in another tab: nothing of the account before stays on screen or in what the browser keeps for it. */
import type { Page } from '@playwright/test'
import { confirmed, removeButton } from './connections'
import { accountPlace } from './kept'
import { spelled } from './provider'
import { expect, test } from './test'
import { enterToken, tokens } from './tokens'

const inspector = (page: Page) => page.getByRole('complementary', { name: 'Request inspector' })

/** Changes the tokens as the form does, in a tab of its own. */
async function changeTokens(page: Page, token: string): Promise<void> {
  await page.goto('/settings')
  await enterToken(page, token)
  await expect(tokens(page).getByText('The tokens are set in this browser.')).toBeVisible()
}

test('leave nothing of the account before on any list, in the inspector, among what was selected, or kept', async ({
  page,
  context,
  signIn,
}, { testId }) => {
  const [first, second] = [`sandbox-account-1-${testId}`, `sandbox-status-403:${testId}`] // the second may read nothing
  await signIn(first)
  const answer = await page.request.get(spelled('/api/vehicle/v3/connections?page[size]=100'), {
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  const { data } = await answer.json()
  interface Row {
    id: string
    attributes: { user?: { id: string } }
    relationships: { vehicle: { data: { id: string } } }
  }
  const ids = (data as Row[]).flatMap(({ id, attributes, relationships }) => [
    id,
    attributes.user?.id ?? id,
    relationships.vehicle.data.id,
  ])
  const before = await accountPlace(page)
  const other = await context.newPage()

  await page.goto(spelled('/connections?filter[vehicle.mode]=simulated'))
  await removeButton(page).first().click()
  await expect(confirmed(page)).toBeVisible()
  await page.getByRole('rowheader').nth(2).getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Connection')
  await page.goBack()
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.keyboard.press('i')
  await expect(inspector(page)).toContainText('GET /v3/connections')

  await changeTokens(other, second)
  await expect(page.getByRole('alert').first()).toContainText('Forbidden')
  const stays = async () => {
    const text = await page.evaluate(() => document.body.innerText + document.body.innerHTML)
    return ids.filter((id) => text.includes(id))
  }
  expect(await stays()).toEqual([])
  await expect(inspector(page)).not.toContainText('200')
  await expect(page.getByText(/\d+ connections? selected/)).toHaveCount(0)
  for (const place of ['Overview', 'Users', 'Vehicles', 'Subscriptions', 'Connections']) {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: place, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: place })).toBeVisible()
    expect(await stays()).toEqual([])
  }
  // Data of the browser stays under the previous account.
  const kept = await page.evaluate(() => ({
    entries: [...Object.entries(sessionStorage), ...Object.entries(localStorage)],
  }))
  const naming = kept.entries.filter(
    ([name, text]) => !name.includes(before) && ids.some((id) => `${name}${text}`.includes(id)),
  )
  expect(naming.map(([name]) => name).filter((name) => name.startsWith('forecourt'))).toEqual([])
  expect(kept.entries.filter(([name]) => name.includes(before)).map(([name]) => name.split(' ')[0])).not.toContain(
    'forecourt.recent',
  )
})
