/** Many removals as one job: asked, the number typed, each row marked, what is true shown afterwards. */
import type { Page, Request } from '@playwright/test'
import { job, receipts, removals, removeButton, rows, table } from './connections'
import { gate, hold } from './gate'
import { spelled } from './provider'
import { saved } from './saved'
import { expect, test } from './test'

const bar = (page: Page) => page.getByRole('region', { name: /^Selected/ })

/** What the job's file says became of each. */
async function outcomesInFile(page: Page): Promise<string[]> {
  const { text } = await saved(job(page).getByRole('button', { name: 'as JSON' }))
  const { records } = JSON.parse(text)
  return records.map(({ outcome }: { outcome: string }) => outcome)
}

async function selectTwo(page: Page, address = spelled('/connections?page[size]=5')) {
  await page.goto(address)
  for (const nth of [1, 2]) await table(page).getByRole('checkbox').nth(nth).check()
}

/** Removes the two that are selected, and waits until the job has ended. */
async function removeTwo(page: Page, ended = 'Ended: 2 done.') {
  await bar(page).getByRole('button', { name: 'Remove 2 connections' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove 2 connections' }).click()
  await expect(job(page).getByText(ended)).toBeVisible()
}

/** Each of the two is one change, whose receipt says what became known of it. */
async function receiptsSayRemoved(page: Page) {
  const changes = receipts(page).getByRole('listitem')
  await page.getByRole('link', { name: 'Overview', exact: true }).click()
  await expect(changes).toHaveCount(2)
  await expect(changes.filter({ hasText: /^removed/ })).toHaveCount(2)
}

test('25 connections: typed, removed once each, gone from the list, receipts in the journal', async ({
  signedIn: page,
}) => {
  const sent = removals(page)
  await page.goto(spelled('/connections?page[size]=25'))
  await expect(page.getByText('1–25 of 2,500')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await bar(page).getByRole('button', { name: 'Remove 25 connections' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expect(dialog.getByRole('button', { name: 'Remove 25 connections' })).toHaveCSS(
    'background-color',
    'rgb(179, 38, 30)',
  )
  await dialog.getByLabel('Type 25 to confirm').fill('24')
  await dialog.getByRole('button', { name: 'Remove 25 connections' }).click({ force: true })
  expect(sent).toEqual([])
  await dialog.getByLabel('Type 25 to confirm').fill('25')
  await dialog.getByRole('button', { name: 'Remove 25 connections' }).click()
  await expect(job(page).getByText('Ended: 25 done.')).toBeVisible()
  expect(sent).toHaveLength(25)
  expect(new Set(sent).size).toBe(25)
  await expect(page.getByText('1–25 of 2,475')).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Removals' })).toHaveCount(0) // the job tells, not 25 notices
  await page.getByRole('link', { name: 'Overview' }).click()
  await expect(page.getByText(/^accepted$/)).toHaveCount(25)
  const id = sent[3]?.split('/').at(-1) ?? ''
  await page.getByLabel('Search changes').fill(id)
  await expect(page.getByText('1 of 25')).toBeVisible()
  const csv = await saved(page.getByRole('button', { name: 'CSV of the changes' }))
  expect(csv.text).toMatch(/^time,/)
  expect(csv.text).toContain(`connection ${id}`)
  expect(csv.name).toMatch(/^changes - 1 row - 20.+Z\.csv$/)
})

test('what its row has removed is not selected any more', async ({ signedIn: page }) => {
  await selectTwo(page, spelled('/connections?filter[vehicle.mode]=simulated&page[size]=5'))
  await expect(bar(page)).toContainText('2 connections selected')
  await removeButton(table(page)).first().click()
  await expect(bar(page)).toContainText('1 connection selected')
})

test('cut off: checked by a read for its price, then true', async ({ page, signIn }, { testId }) => {
  await signIn(`sandbox-change-cut:${testId}`)
  const sent = removals(page)
  await selectTwo(page)
  await removeTwo(page, 'Ended: 2 unknown.')
  await expect(bar(page)).toContainText('2 connections selected')
  const looks: string[] = []
  const { letGo, opened } = gate()
  await page.route('**/api/vehicle/v3/connections/*', async (route) => {
    looks.push(route.request().url())
    await opened
    await route.continue()
  })
  await job(page).getByRole('button', { name: 'Check them (2 requests)' }).click()
  await expect(job(page).getByRole('button', { name: 'Check them (2 requests)' })).toBeDisabled()
  await job(page).getByRole('button', { name: 'Stop' }).click()
  letGo()
  await expect(job(page).getByText('Ended: 1 done · 1 unknown.')).toBeVisible()
  expect(looks).toHaveLength(1)
  await job(page).getByRole('button', { name: 'Check them (1 request)' }).click()
  await expect(job(page).getByText('Ended: 2 done.')).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
  expect(sent).toHaveLength(2)
  await receiptsSayRemoved(page)
})

test(
  'a yes is accepted until a look has shown it: said in the panel, in the receipts and in the file',
  { tag: '@long' },
  async ({ page, signIn }, { testId }) => {
    await signIn(`sandbox-slow-purge:${testId}`)
    await selectTwo(page)
    // A list that is loaded counts as a look at the sandbox: none is answered until the first looks are.
    const letGo = await hold(page, /\/v3\/connections\?/)
    await removeTwo(page)
    await expect(job(page).getByText('2 accepted, not confirmed yet')).toBeVisible()
    const struck = table(page).getByRole('cell', { name: 'Removed', exact: true })
    await expect(struck).toHaveCount(2)
    expect(await outcomesInFile(page)).toEqual(['accepted', 'accepted'])
    await job(page).getByRole('button', { name: 'Check 2 (2 requests)' }).click()
    await expect(job(page).getByText('2 accepted, not yet gone when last checked')).toBeVisible()
    await expect(struck).toHaveCount(0) // found: they may be removed again
    letGo()
    await expect(page.getByRole('table', { name: 'Connections', exact: true })).toHaveAttribute('aria-busy', 'false')
    await job(page).getByRole('button', { name: 'Check 2 (2 requests)' }).click()
    await expect(job(page).getByText('2 removed and confirmed')).toBeVisible()
    await receiptsSayRemoved(page)
  },
)

test('what was removed elsewhere is already gone: in the panel, in the receipts and in the file', async ({
  signedIn: page,
  gateway,
}) => {
  await selectTwo(page)
  const href = await rows(page).nth(1).getByRole('link').first().getAttribute('href')
  const headers = { origin: gateway.origin, 'sec-fetch-site': 'same-origin' }
  expect((await page.request.delete(`/api/vehicle/v3${href}`, { headers })).ok()).toBe(true)
  await removeTwo(page)
  await expect(job(page).getByText('1 already gone · 1 accepted, not confirmed yet')).toBeVisible()
  await job(page).getByText('All items').click()
  await expect(job(page).getByRole('row').filter({ hasText: 'Already gone (404).' })).toHaveCount(1)
  expect((await outcomesInFile(page)).sort()).toEqual(['accepted', 'already gone'])
  await page.getByRole('link', { name: 'Overview', exact: true }).click()
  await expect(
    receipts(page)
      .getByRole('listitem')
      .filter({ hasText: /^already gone/ }),
  ).toHaveCount(1)
})

test(
  'the lists of a search are loaded once, after the removals, and never beside them',
  { tag: '@long' },
  async ({ page, context, signIn }, { testId }) => {
    await signIn(`sandbox-change-slow-100:${testId}`)
    const other = await context.newPage()
    const sent: string[] = []
    const heard: string[] = []
    const note = (to: string[]) => (request: Request) => {
      const { pathname } = new URL(request.url())
      if (pathname.endsWith('/v3/connections') || request.method() === 'DELETE') to.push(request.method())
    }
    for (const tab of [page, other]) {
      await tab.goto('/users?q=a')
      await expect(tab.getByRole('table', { name: 'Users' }).getByRole('row').nth(12)).toBeVisible()
      await expect(tab.getByRole('table', { name: 'Users' })).toHaveAttribute('aria-busy', 'false')
    }
    await page.bringToFront() // a tab behind another is drawn rarely
    const boxes = page.getByRole('table', { name: 'Users' }).getByRole('checkbox')
    await boxes.nth(1).check()
    await boxes.nth(12).click({ modifiers: ['Shift'] })
    page.on('request', note(sent))
    other.on('request', note(heard))
    await bar(page).getByRole('button', { name: 'Remove 12 users' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove 12 users' }).click()
    await expect(job(page).getByText('Ended: 12 done.')).toBeVisible()
    // One look at each mode, for what was searched for.
    const loads = ['GET', 'GET']
    await expect.poll(() => heard).toEqual(loads)
    expect(sent).toEqual([...Array.from({ length: 12 }, () => 'DELETE'), ...loads])
  },
)

test('stopped, then the failed retried: those alone are sent, and the others wait until it continues', {
  tag: '@long',
}, async ({ signedIn: page }) => {
  const sent = removals(page)
  await page.goto(spelled('/connections?page[size]=25'))
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await bar(page).getByRole('button', { name: 'Remove 25 connections' }).click()
  await page.getByRole('dialog').getByLabel('Type 25 to confirm').fill('25')
  const { letGo, opened } = gate()
  let nth = 0
  await page.route('**/api/vehicle/v3/connections/*', async (route) => {
    if (route.request().method() === 'DELETE') nth += 1
    if (nth <= 2) return route.fulfill({ status: 500, json: { errors: [{ status: '500' }] } })
    await opened
    await route.continue()
  })
  await page.getByRole('dialog').getByRole('button', { name: 'Remove 25 connections' }).click()
  await expect.poll(() => sent.length).toBe(4)
  await job(page).getByRole('button', { name: 'Stop' }).click()
  letGo()
  await expect(job(page).getByText('2 done · 2 failed · 21 queued')).toBeVisible()
  await job(page).getByRole('button', { name: 'Retry failed (2)' }).click()
  await expect(job(page).getByText('4 done · 21 queued')).toBeVisible()
  await expect(job(page).getByText(/^Stopped\./)).toBeVisible()
  expect(sent).toHaveLength(6)
  expect(sent.slice(4).toSorted()).toEqual(sent.slice(0, 2).toSorted())
  await job(page).getByRole('button', { name: 'Continue (21 left)' }).click()
  await expect(job(page).getByText('Ended: 25 done.')).toBeVisible()
  expect(sent).toHaveLength(27)
})

test('users are removed in bulk only from selected rows, each with all that is theirs', async ({ signedIn: page }) => {
  const sent = removals(page)
  await page.goto('/users')
  const table = page.getByRole('table', { name: 'Users' })
  await expect(table.getByRole('link').first()).toBeVisible()
  await table.getByRole('checkbox').nth(1).check()
  await table
    .getByRole('checkbox')
    .nth(3)
    .click({ modifiers: ['Shift'] })
  await expect(bar(page)).toContainText('3 users selected')
  await expect(bar(page).getByRole('button', { name: /Select all/ })).toHaveCount(0)
  await bar(page).getByRole('button', { name: 'Remove 3 users' }).click()
  await expect(page.getByRole('dialog')).toContainText('at least')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove 3 users' }).click()
  await expect(job(page).getByText('Ended: 3 done.')).toBeVisible()
  expect(sent).toHaveLength(3)
  for (const path of sent) expect(path).toMatch(/^\/api\/vehicle\/v3\/users\//)
  await expect(bar(page)).toHaveCount(0)
})
