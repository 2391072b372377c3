/** What differs from the interface: one line for each field, reachable from anywhere, ready for the service's support. */
import type { Page } from '@playwright/test'
import { everyWay } from './axe'
import { rowsOn, spelled } from './provider'
import { saved } from './saved'
import { expect, test } from './test'
import { answerWith, newest } from './vehicle'

const panel = (page: Page) => page.getByRole('complementary', { name: 'Request inspector' })
const table = (page: Page) => panel(page).getByRole('table', { name: 'Differences from the API' })
const row = (page: Page, field: string) => table(page).getByRole('row').filter({ hasText: field })
async function savedAs(page: Page, kind: 'JSON' | 'CSV') {
  const { name, text } = await saved(page.getByRole('button', { name: `Save differences as ${kind}` }))
  expect(name).toMatch(
    new RegExp(`^differences-from-the-api - \\d+ responses? - since 20.+ - 20.+Z\\.${kind.toLowerCase()}$`),
  )
  return text
}
async function jumpToLens(page: Page) {
  await page.getByRole('button', { name: /^Jump to…/ }).click()
  await page.getByRole('combobox', { name: 'Jump to' }).fill('differences from')
  await page.keyboard.press('Enter')
  await expect(panel(page).getByText('Differences from the API').first()).toBeVisible()
}

test(
  'says so where nothing differs; broken rows are one line for each field, and a file for the support',
  { tag: '@long' },
  async ({ page, signIn }, { testId }) => {
    await signIn()
    const live = spelled('/connections?filter[vehicle.mode]=live') // no counts beside it
    await page.goto(live)
    await expect(page.getByText(`${rowsOn()} of`)).toBeVisible()
    await jumpToLens(page)
    await expect(panel(page).getByText(/^No differences in \d+ responses?\.$/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Save differences as JSON' })).toHaveCount(0)

    await signIn(`sandbox-wrong-shape:${testId}`)
    await page.goto(live)
    await jumpToLens(page)
    await expect(row(page, 'data[].attributes.vehicle.year')).toHaveText(/a whole number.*text 1: new.*1.*1 of 1/)
    await page.getByRole('link', { name: 'Next page' }).click()
    const year = row(page, 'data[].attributes.vehicle.year')
    await expect(year).toContainText('text 2: new')
    await expect(year).toContainText('2 of 2')
    await expect(row(page, 'data[].attributes.vehicle.mode')).toContainText('live or simulated')
    await everyWay(page)
    const text = await savedAs(page, 'JSON')
    const file = JSON.parse(text)
    expect(file.rows.find(({ field }: { field: string }) => field === 'data[].attributes.vehicle.year')).toMatchObject({
      operation: 'GET /v3/connections',
      expected: 'a whole number',
      got: 'text 2',
      example: 'new',
      places: 2,
      responsesWithIt: 2,
      responsesInTotal: 2,
      lastRequestId: expect.stringMatching(/.{8}/),
    })
    const { hosts } = await (await page.request.get('/config.json')).json()
    const csv = await savedAs(page, 'CSV')
    for (const secret of [testId, hosts.vehicle, hosts.management]) {
      expect(text).not.toContain(secret)
      expect(csv).not.toContain(secret)
    }
    expect(csv).toMatch(/^operation,host,response,field,/)
    expect(csv).toContain(
      'GET /v3/connections,Vehicles 3,success,data[].attributes.vehicle.year,a whole number,text 2,new,2,2,2,',
    )
    await page.getByRole('button', { name: 'Clear differences' }).click()
    await expect(panel(page).getByText('No responses yet.')).toBeVisible()
  },
)

test('fields that the interface does not show are looked for on demand; a VIN is masked', { tag: '@long' }, async ({
  signedIn: page,
}) => {
  const id = await newest(page)
  await answerWith(page, { vin: ['WVWZZZ1KZAW000001'], WVWZZZ1KZAW000001: true })
  await page.goto(`/vehicles/${id}/vin`)
  await page.getByRole('button', { name: 'Read VIN' }).click()
  await expect(page.getByText('1 difference', { exact: true })).toBeVisible()
  await jumpToLens(page)
  await expect(row(page, 'vin')).toContainText('a list 1: [1]')
  await page.getByRole('button', { name: /^Find undocumented fields in \d+ stored responses?$/ }).click()
  const further = panel(page).getByRole('table', { name: 'Undocumented fields' })
  await expect(further.getByRole('row').filter({ hasText: '/vin' })).toContainText('true or false 1: true')
  expect(await savedAs(page, 'JSON')).toContain('no such field')
  await expect(panel(page)).not.toContainText('WVWZZZ1KZAW000001')
})
