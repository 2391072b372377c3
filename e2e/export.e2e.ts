/** A list taken away: this page or everything that matches, as CSV or as it was sent; a part says that it is one. */
import { readFile } from 'node:fs/promises'
import { listRequests } from './connections'
import { nameOf, rowsOn, spelled } from './provider'
import { saved } from './saved'
import { expect, test } from './test'

test('this page, and everything that matches a filter, both ways', async ({ signedIn: page }) => {
  await page.goto(spelled('/connections?filter[user.externalId]=harbor-fleet-7&page[size]=5'))
  await expect(page.getByText('1–5 of 7')).toBeVisible()
  const asked = listRequests(page)
  await page.getByText('Export', { exact: true }).click()
  const csv = await saved(page.getByRole('button', { name: 'CSV of this page' }))
  const name = nameOf('filter[user.externalId]').replace(/^filter\[(.+)\]$/, '$1')
  expect(csv.name).toMatch(new RegExp(`^connections - ${name}=harbor-fleet-7 - 5 rows - one page - 20[\\dT-]+Z\\.csv$`))
  const [head, ...lines] = csv.text.split('\r\n')
  expect(head).toBe(
    'id,userId,externalId,vehicleId,make,model,year,mode,powertrainType,permissions,createdAt,updatedAt',
  )
  expect(lines.filter((line) => line.includes(',harbor-fleet-7,'))).toHaveLength(5)
  expect(lines).toHaveLength(6) // the last one is ended
  const about = await saved(page.getByRole('button', { name: 'Save details of this file' }))
  expect(about.name).toBe(csv.name.replace('.csv', '.about.json'))
  expect(JSON.parse(about.text)).toMatchObject({
    what: 'connections',
    filter: spelled('filter[user.externalId]=harbor-fleet-7'),
    rows: '5',
    total: '7',
    state: 'one page of the list',
  })
  expect(asked).toEqual([])
  const { text } = await saved(page.getByRole('button', { name: 'JSON of everything' }))
  await expect(page.getByRole('button', { name: 'Save details of this file' })).toHaveCount(0) // it has them in it
  const { rows, state, total } = JSON.parse(text)
  expect([rows.length, state, total]).toEqual([7, 'complete', '7'])
  expect(rows[0].relationships.vehicle.links.related).toMatch(/^\/v3\/vehicles\//) // as it was sent
  expect(asked).toEqual([spelled('?filter[user.externalId]=harbor-fleet-7&page[number]=1&page[size]=100')])
})

test('all 2,500, in as many requests as it says; cancelled, the part says that it is one', async ({
  signedIn: page,
}) => {
  await page.goto('/connections')
  await expect(page.getByText(`${rowsOn()} of 2,500`)).toBeVisible()
  await page.getByText('Export', { exact: true }).click()
  await expect(page.getByText('(25 requests)')).toBeVisible()
  const asked = listRequests(page)
  const whole = await saved(page.getByRole('button', { name: 'CSV of everything' }))
  expect(asked).toHaveLength(25)
  expect(whole.name).toMatch(/^connections - 2,500 rows - complete - 20/)
  expect(whole.text.split('\r\n').filter((line) => /,(live|simulated),/.test(line))).toHaveLength(2500)
  await expect(page.getByText('Saved 2,500 rows, complete.')).toBeVisible()
  await page.route('**/v3/connections?*', async (route) => {
    if (route.request().url().includes(spelled('page[number]=4'))) return // never answered
    await route.continue()
  })
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'JSON of everything' }).click()
  await expect(page.getByText('300 of 2,500')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^connections - 300 rows - partial, canceled - 20/)
  const { rows, state } = JSON.parse(await readFile(await file.path(), 'utf8'))
  expect([rows.length, state]).toEqual([300, 'partial: canceled'])
})

test(
  'a size that the service refuses steps down; a list that moves is said to have moved',
  { tag: '@long' },
  async ({ page, signIn }, { testId }) => {
    await signIn(`sandbox-max-25:${testId}`)
    await page.goto(spelled('/connections?filter[user.externalId]=harbor-fleet-7'))
    await page.getByText('Export', { exact: true }).click()
    expect(JSON.parse((await saved(page.getByRole('button', { name: 'JSON of everything' }))).text).rows).toHaveLength(
      7,
    )
    await signIn(`sandbox-moving:${testId}`)
    await page.goto('/webhooks')
    await page.getByText('Export', { exact: true }).click()
    expect((await saved(page.getByRole('button', { name: 'CSV of everything' }))).text).toContain('Nightly odometer')
    await page.goto('/connections')
    await page.getByText('Export', { exact: true }).click()
    expect(JSON.parse((await saved(page.getByRole('button', { name: 'JSON of everything' }))).text).state).toContain(
      'the list changed while loading',
    )
  },
)

test('what is selected, over pages; users and vehicles as they were derived, without a request', {
  tag: '@long',
}, async ({ signedIn: page }) => {
  await page.goto(spelled('/connections?page[size]=5'))
  await expect(page.getByText('1–5 of 2,500')).toBeVisible()
  const boxes = page.getByRole('table', { name: 'Connections' }).getByRole('checkbox', { name: /^Select [^a]/ })
  await boxes.nth(0).check()
  await boxes.nth(2).click({ modifiers: ['Shift'] })
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page.getByText('6–10 of 2,500')).toBeVisible()
  await boxes.nth(0).check()
  const asked = listRequests(page)
  await page.getByRole('button', { name: 'Export selection' }).click()
  const { rows, state } = JSON.parse((await saved(page.getByRole('button', { name: 'JSON of the selection' }))).text)
  expect([rows.length, state]).toEqual([4, 'the selected rows'])
  expect(rows[3].relationships.vehicle.links.related).toMatch(/^\/v3\/vehicles\//) // as it was sent
  const { name, text } = await saved(page.getByRole('button', { name: 'CSV of the selection' }))
  expect(name).toMatch(/^connections - 4 rows - selection - 20/)
  expect(text).toMatch(/^id,userId,externalId,vehicleId,/)
  expect(asked).toEqual([])
  await page.goto('/users?q=harbor')
  await expect(
    page
      .getByRole('table', { name: 'Users' })
      .getByRole('link', { name: /harbor|[0-9a-f]/ })
      .first(),
  ).toBeVisible()
  await page.getByText('Export', { exact: true }).click()
  const users = JSON.parse((await saved(page.getByRole('button', { name: 'JSON of everything' }))).text)
  expect(users).toMatchObject({
    what: 'users',
    filter: 'harbor',
    state: 'complete',
    whole: 'no: the rest was not loaded',
  })
  expect(users.rows.every((user: { connections: unknown[] }) => user.connections.length > 0)).toBe(true)
  await page.getByRole('link', { name: 'Vehicles', exact: true }).click()
  await expect(page.getByRole('table', { name: 'Vehicles' }).getByRole('row').nth(1)).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('button', { name: 'Export selection' }).click()
  const vehicles = (await saved(page.getByRole('button', { name: 'CSV of the selection' }))).text
  expect(vehicles).toMatch(
    /^vehicleId,make,model,year,powertrainType,mode,userIds,externalIds,connections,lastChange\r\n/,
  )
  expect(
    vehicles
      .trim()
      .split('\r\n')
      .slice(-25)
      .every((line) => /^[^,]+,/.test(line)),
  ).toBe(true)
})
