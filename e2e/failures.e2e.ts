/** Failures a person can type: each page shows data or a true error with a way on. */

import { sizes, spelled, withHead } from './provider'
import { askedByBrowser, expect, longUnless, ofServer, queryOf, test } from './test'

test.use(askedByBrowser)

const table = 'Connections'
const statuses = [
  ['400', 'Bad Request'],
  ['403', 'Forbidden'],
  ['404', 'Not Found'],
  ['429', 'HTTP 429'],
  ['430', 'HTTP 430'],
  ['500', 'Internal Server Error'],
] as const

for (const [status, words] of statuses) {
  test(`the list under ${status}`, longUnless(status === '403'), async ({ page, signIn }, { testId }) => {
    await signIn(`sandbox-status-${status}:${testId}`)
    await page.goto(spelled('/connections?filter[user.externalId]=007'))
    const alert = page.getByRole('alert').first()
    await expect(alert.getByRole('heading')).toHaveText('Couldn’t load connections')
    await expect(alert).toContainText(words)
    await expect(alert).toContainText(`HTTP ${status}`)
    await expect(page.getByLabel('External ID')).toHaveValue('007')
    await alert.getByRole('button', { name: 'Retry' }).click()
    await expect(alert).toContainText(words)
    const about = page.getByRole('link', { name: 'About this error' }) // on the docs host
    await expect(about).toHaveAttribute('rel', /noopener/)
    await expect(about).toHaveAttribute('href', /^http:\/\/127\.0\.0\.1:\d+\//)
  })
}

const broken = [
  ['sandbox-html', 'a web page'],
  ['sandbox-empty', 'an empty body'],
  ['sandbox-truncated', 'text that isn’t JSON'],
] as const

for (const [token, words] of broken) {
  test(`the list under ${token}`, longUnless(token === 'sandbox-html'), async ({ page, signIn }, { testId }) => {
    await signIn(`${token}:${testId}`)
    await page.goto('/connections')
    await expect(page.getByRole('alert')).toContainText(words)
  })
}

test('further errors of one answer keep their type and their page', async ({ signedIn: page }) => {
  const { docsUrl: docs } = await (await page.request.get('/config.json')).json()
  const errors = [
    { type: 'PERMISSION', code: 'NO_READ', title: 'Forbidden', links: { about: `${docs}/errors#first` } },
    { type: 'VALIDATION', code: 'PAGE', title: 'Bad page', detail: 'Zero.', links: { about: `${docs}/errors#second` } },
    { type: 'ELSEWHERE', title: 'Astray', links: { about: 'https://elsewhere.example/#third' } },
  ]
  await page.route('**/api/vehicle/v3/connections*', (route) =>
    route.fulfill({ status: 403, headers: ofServer, json: { errors } }),
  )
  await page.goto('/connections')
  const alert = page.getByRole('alert').first()
  await expect(alert.getByRole('link', { name: 'About this error' })).toHaveAttribute('href', /#first$/)
  await expect(alert).toContainText('Also: Bad page VALIDATION PAGE Zero.')
  await expect(alert.getByRole('link', { name: 'About error 2' })).toHaveAttribute('href', /#second$/)
  await expect(alert).toContainText('Also: Astray ELSEWHERE')
  await expect(alert).toContainText('About error 3: https://elsewhere.example/#third (not a link: not on DOCS_URL)')
  await expect(alert.getByRole('link')).toHaveCount(2)
})

test('a 503 that passes is tried once more and never shown', async ({ page, signIn }, { testId }) => {
  await signIn(`sandbox-once-503:${testId}`)
  await page.goto(spelled('/connections?filter[vehicle.mode]=live'))
  await expect(page.getByRole('table', { name: table }).getByRole('row')).toHaveCount(withHead())
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a connection cut off is told apart from an error of the service', async ({ page, signIn }, { testId }) => {
  await signIn(`sandbox-cut:${testId}`)
  await page.goto('/connections')
  await expect(page.getByRole('alert')).toContainText('UPSTREAM_UNREACHABLE')
})

test('a body cut off in the middle is an error, never a short list', async ({ page, signIn }, { testId }) => {
  await signIn(`sandbox-cut-body:${testId}`)
  await page.goto('/connections')
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page.getByRole('table', { name: table })).toHaveCount(0)
})

test('broken rows hide no other and say what differs', async ({ page, signIn }, { testId }) => {
  await signIn(`sandbox-wrong-shape:${testId}`)
  await page.goto('/connections')
  await expect(page.getByText(/doesn’t match the API and can’t be shown/).first()).toBeVisible()
  await expect(page.getByText(/differences? from the API/)).toBeVisible()
  expect(await page.getByRole('table', { name: table }).getByRole('link').count()).toBeGreaterThan(3)
})

test('an error stands above the page that was on screen, filters kept', async ({ signedIn: page }) => {
  await page.goto('/connections')
  await expect(page.getByRole('table', { name: table }).getByRole('row')).toHaveCount(withHead())
  await page.getByLabel('User ID').fill('fault-400')
  await page.getByLabel('User ID').press('Enter')
  await expect(page.getByRole('alert')).toContainText('Bad Request')
  await expect(page.getByLabel('User ID')).toHaveValue('fault-400')
  await expect(page.getByRole('table', { name: table }).getByRole('row')).toHaveCount(withHead())
  await page.goBack()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a page size that the service refuses steps down and says so', async ({ page, signIn }, { testId }) => {
  await signIn(`sandbox-max-25:${testId}`)
  await page.goto(spelled('/connections?page[size]=100'))
  const size = sizes.connections.findLast((one) => one <= 25) ?? 0
  await expect(page.getByText(new RegExp(`^The API refused \\d+ rows per page\\. Showing ${size}\\.`))).toBeVisible()
  await expect.poll(() => queryOf(page)).toBe(spelled(`page[size]=${size}`))
  await expect(page.getByRole('table', { name: table }).getByRole('row')).toHaveCount(withHead(size))
})

test('links that lead elsewhere are not followed', async ({ page, signIn }, { testId }) => {
  await signIn(`sandbox-hostile-links:${testId}`)
  await page.goto(spelled('/connections?page[number]=2'))
  await expect(page.getByRole('table', { name: table }).getByRole('row')).toHaveCount(withHead())
  for (const link of await page.getByRole('navigation', { name: 'Pages' }).getByRole('link').all()) {
    const href = await link.getAttribute('href')
    expect(href === null || href.startsWith('/connections?')).toBe(true)
  }
})

test('a link that names another filter is shown as a contradiction', async ({ page, signIn }, { testId }) => {
  await signIn(`sandbox-links-with-filter:${testId}`)
  await page.goto(spelled('/connections?filter[vehicle.mode]=live'))
  await expect(page.getByText('so Forecourt doesn’t follow it.').first()).toBeVisible()
})

test('a total that moves between two pages is said', async ({ page, signIn }, { testId }) => {
  await signIn(`sandbox-moving:${testId}`)
  await page.goto(spelled('/connections?filter[vehicle.mode]=live'))
  await expect(page.getByRole('table', { name: table }).getByRole('row')).toHaveCount(withHead())
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page.getByText(/^The total changed from [\d,]+ to [\d,]+ since the previous page/)).toBeVisible()
})

test('a service that lists live connections only is said to', async ({ page, signIn }, { testId }) => {
  await signIn(`sandbox-live-only:${testId}`)
  await page.goto('/connections')
  await expect(page.getByText('Simulated connections appear only if you filter by mode.')).toBeVisible()
})

for (const status of ['400', '401', '403', '404', '500']) {
  test(`one connection under ${status}`, longUnless(status === '404'), async ({ signedIn: page }) => {
    await page.goto(`/connections/fault-${status}`)
    await expect(page.getByRole('alert').first().getByRole('heading')).toHaveText('Couldn’t load this connection')
    await expect(page.getByRole('alert').first()).toContainText(`HTTP ${status}`)
    await expect(page.getByRole('button', { name: 'Retry' }).first()).toBeVisible()
  })
}

test('a file of the console that cannot be fetched is said where it was needed, and nothing is loaded anew unasked', async ({
  signedIn: page,
  logged,
}) => {
  await page.goto('/connections')
  await expect(page.getByRole('table', { name: table }).getByRole('row')).toHaveCount(withHead())
  await expect(page.getByText(/ live · [\d,]+ simulated/)).toBeVisible() // what is fetched after the rows is there
  let loads = 0
  page.on('load', () => loads++)
  await page.route('**/assets/**', (route) => route.abort('connectionrefused'))
  await page.getByText('Save this view', { exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Couldn’t load a file of this page.')
  await expect(page.getByRole('table', { name: table }).getByRole('row')).toHaveCount(withHead())
  await page.getByRole('link', { name: 'Signals', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Couldn’t show this page' })).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('Couldn’t load a file of this page.')
  expect(loads).toBe(0)
  expect(logged.filter((line) => !line.includes('Couldn’t load a file of this page.'))).toEqual([])
  logged.length = 0
  await page.unroute('**/assets/**')
  await page.getByRole('button', { name: 'Reload page' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Signals' })).toBeVisible()
})
