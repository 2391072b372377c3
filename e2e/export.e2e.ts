/** A list exported: this page and the selection at once, everything that matches as a job of the server. */
import { readFile } from 'node:fs/promises'
import { readSheet } from 'read-excel-file/node'
import { onceInEachScheme } from './axe'
import { listRequests } from './connections'
import { nameOf, spelled } from './provider'
import { saved } from './saved'
import { expect, test } from './test'

test.use({ env: { STORE: '', SANDBOX_CONNECTIONS: '300' } })

test.beforeEach(async ({ page }) => {
  // The store is opened behind the server's first page.
  const status = async () => (await page.request.get('/team/jobs', { headers: { 'x-forecourt': '1' } })).status()
  await expect.poll(status, { timeout: 30_000 }).toBe(200)
})

test('this page and everything that matches a filter, in each format', async ({ page }) => {
  await page.goto(spelled('/connections?filter[vehicle.mode]=simulated&page[size]=5'))
  await expect(page.getByText(/^1–5 of \d+$/)).toBeVisible()
  const total = Number(/\d+$/.exec((await page.getByText(/^1–5 of \d+$/).textContent()) ?? '')?.[0])
  const asked = listRequests(page)
  await page.getByText('Export', { exact: true }).click()
  await expect(page.getByText(`(${Math.ceil(total / 100)} request`)).toBeVisible()
  const csv = await saved(page.getByRole('button', { name: 'CSV of this page' }))
  const name = nameOf('filter[vehicle.mode]').replace(/^filter\[(.+)\]$/, '$1')
  expect(csv.name).toMatch(new RegExp(`^connections - ${name}=simulated - 5 rows - one page - 20[\\dT-]+Z\\.csv$`))
  const [head, ...lines] = csv.text.split('\r\n')
  const columns =
    'id,userId,externalId,vehicleId,make,model,year,mode,powertrainType,permissions,createdAt,updatedAt'.split(',')
  expect(head?.split(',')).toEqual(columns)
  expect(lines.filter((line) => line.includes(',simulated,'))).toHaveLength(5)
  const about = await saved(page.getByRole('button', { name: 'Save details of this file' }))
  expect(about.name).toBe(csv.name.replace('.csv', '.about.json'))
  expect(JSON.parse(about.text)).toMatchObject({ what: 'connections', rows: '5', state: 'one page of the list' })
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'XLSX of this page' }).click()
  const sheet = await readSheet(await readFile(await (await download).path()))
  expect(sheet[0]).toEqual(columns)
  expect(sheet.slice(1).map(([id]) => id)).toEqual(lines.slice(0, 5).map((line) => line.split(',')[0]))
  await onceInEachScheme(page)

  const { name: file, text } = await saved(page.getByRole('button', { name: 'JSON of everything' }))
  expect(file).toMatch(/^job-\d+-connections\.json$/)
  const { rows, state } = JSON.parse(text)
  expect([rows.length, state]).toEqual([total, 'complete'])
  expect(rows[0].relationships.vehicle.links.related).toMatch(/^\/v3\/vehicles\//) // as it was sent
  expect(asked).toEqual([]) // none by the browser
})

test('a selection over pages; users as the server has them, without a request', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto(spelled('/connections?page[size]=5'))
  await expect(page.getByText('1–5 of 300')).toBeVisible()
  const boxes = page.getByRole('table', { name: 'Connections' }).getByRole('checkbox', { name: /^Select [^a]/ })
  await boxes.nth(0).check()
  await boxes.nth(2).click({ modifiers: ['Shift'] })
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page.getByText('6–10 of 300')).toBeVisible()
  await boxes.nth(0).check()
  const asked = listRequests(page)
  await page.getByRole('button', { name: 'Export selection' }).click()
  const { rows, state } = JSON.parse((await saved(page.getByRole('button', { name: 'JSON of the selection' }))).text)
  expect([rows.length, state]).toEqual([4, 'the selected rows'])
  expect(rows[3].relationships.vehicle.links.related).toMatch(/^\/v3\/vehicles\//) // as it was sent
  const { name, text } = await saved(page.getByRole('button', { name: 'CSV of the selection' }))
  expect(name).toMatch(/^connections - 4 rows - selection - 20/)
  expect(text).toMatch(/^id,userId,externalId,vehicleId,/)
  await page.goto('/users')
  await expect(page.getByRole('table', { name: 'Users' }).getByRole('row').nth(1)).toBeVisible()
  await page.getByText('Export', { exact: true }).click()
  const users = await saved(page.getByRole('button', { name: 'CSV of everything' }))
  expect(users.name).toMatch(/^job-\d+-users\.csv$/)
  expect(users.text.trimEnd().split('\r\n').length).toBeGreaterThan(26)
  expect(asked).toEqual([])
})
