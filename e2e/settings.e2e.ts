/** Tokens and preferences: handed over once, never readable again; a 401 goes on where it was. */
import { writeFile } from 'node:fs/promises'
import { startSandbox } from '../src/sandbox/server'
import { confirmed, removeButton, rows, table } from './connections'
import { startGateway } from './gateway'
import { addressesOf, startWithHosts } from './own-hosts'
import { codeOf, dialect, spelled } from './provider'
import { expect, queryOf, test } from './test'
import { enterToken, tokens } from './tokens'

/** The cookie of preferences, which holds no token. */
const LOOK = /^forecourt-look-[0-9a-f]{12}$/

test('a 401 asks for a token in place and goes on where it was', async ({ page }) => {
  const { gateway, stop } = await startWithHosts()
  const secret = 'sandbox-a-secret-of-the-operator'
  try {
    await page.goto(spelled(`${gateway.origin}/connections?filter[vehicle.mode]=live&page[number]=2`))
    await expect(page.getByRole('alert')).toContainText('NO_TOKEN')
    const form = tokens(page)
    await enterToken(page, 'wrong')
    await expect(page.getByRole('alert')).toContainText(codeOf('UNAUTHORIZED'))
    await enterToken(page, secret)
    await expect(rows(page)).toHaveCount(11)
    expect(queryOf(page)).toBe(spelled('filter[vehicle.mode]=live&page[number]=2'))
    await expect(page.getByRole('alert')).toHaveCount(0)

    const readable = await page.evaluate(() =>
      JSON.stringify([
        document.cookie,
        { ...localStorage },
        { ...sessionStorage },
        document.documentElement.outerHTML,
        location.href,
      ]),
    )
    expect(readable).not.toContain(secret)
    const cookies = (await page.context().cookies()).filter(({ name }) => !LOOK.test(name))
    expect(cookies.length).toBeGreaterThan(0)
    for (const cookie of cookies) {
      expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' })
      expect(cookie.value).not.toContain(secret)
    }

    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click()
    await expect(form.getByText('Set in this browser.')).toBeVisible()
    await expect(
      page.getByText(/In a folder on the server .*forecourt.127\.0\.0\.1-\d+-[0-9a-f]{8} \(.*MB\)/),
    ).toBeVisible()
    await form.getByRole('button', { name: 'Forget tokens' }).click()
    await expect(form.getByText('Set in this browser.')).toHaveCount(0)
    expect((await page.context().cookies()).map(({ name }) => name)).toEqual([expect.stringMatching(LOOK)])
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Connections' }).click()
    await expect(page.getByRole('alert')).toContainText('NO_TOKEN')
    expect(gateway.output()).not.toContain(secret)
  } finally {
    await stop()
  }
})

test('a token handed over that ends is not replaced by the server’s own, until it is forgotten', {
  tag: '@long',
}, async ({ page }) => {
  const hosts = await startSandbox({ connections: 300, seed: 3, latencyMs: 0, dialect })
  const env = { ...addressesOf(hosts), ACCESS_TOKEN: 'sandbox-of-the-server' }
  let gateway = await startGateway(env)
  const { origin } = gateway
  // Another random secret opens none of the cookies from before.
  const restart = async () => {
    await gateway.stop()
    gateway = await startGateway({ ...env, PORT: new URL(origin).port })
  }
  const form = tokens(page)
  const ended = page.getByRole('alert').filter({ hasText: 'The token added in this browser has expired' })
  const use = () => enterToken(page, 'sandbox-of-the-browser')
  try {
    await page.goto(`${origin}/settings`)
    await use()
    await expect(form.getByText('The tokens are set in this browser.')).toBeVisible()
    await page.goto(spelled(`${origin}/connections?filter[vehicle.mode]=simulated`))
    await expect(rows(page)).toHaveCount(11)

    await restart()
    await removeButton(rows(page).nth(1)).click()
    await expect(ended).toContainText('NO_TOKEN')
    await expect(page.getByText('Already gone')).toHaveCount(0)
    await use()
    await expect(ended).toHaveCount(0)
    await expect(rows(page)).toHaveCount(11)

    await restart()
    await page.getByRole('link', { name: 'Next page' }).click()
    await expect(ended).toBeVisible()
    await form.getByRole('button', { name: 'Forget tokens' }).click()
    await expect(page.getByText(/^11–20 of/)).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    expect((await page.context().cookies()).map(({ name }) => name)).toEqual([expect.stringMatching(LOOK)])
  } finally {
    await gateway.stop()
    await hosts.close()
  }
})

test('shows what the server is configured with, and which names are assumed', async ({ signedIn: page }) => {
  await page.goto('/settings')
  const server = page.getByRole('region', { name: 'Server configuration' })
  await expect(server.getByText('(sandbox)')).toHaveCount(3)
  await expect(page.getByRole('region', { name: 'Query parameter names' })).toContainText(
    'filter[user.externalId] assumed name',
  )
})

test('every page says why the store isn’t in its folder', async ({ page }) => {
  const nowhere = { HOME: '/proc/none', XDG_DATA_HOME: '/proc/none', LOCALAPPDATA: '/proc/none' }
  const { gateway, stop } = await startWithHosts(nowhere)
  try {
    for (const path of ['/', '/settings']) {
      await page.goto(gateway.origin + path)
      await expect(page.getByRole('status').filter({ hasText: 'The store is in memory' })).toContainText(
        'Set STORE_DIR',
      )
    }
    await expect(page.getByText('The store is in memory')).toHaveCount(2)
  } finally {
    await stop()
  }
})

test('a preference is kept, and one-click removal of a live connection is one click', async ({ signedIn: page }) => {
  await page.goto('/settings')
  await page.getByLabel('Remove with one click, without confirmation').check()
  await page.reload()
  await expect(page.getByLabel('Remove with one click, without confirmation')).toBeChecked()
  await page.goto(spelled('/connections?filter[vehicle.mode]=live'))
  await removeButton(rows(page).nth(1)).click()
  await expect(confirmed(page)).toBeVisible()
})

test('CONFIG names replace the defaults in address and request; READ_ONLY disables removal with the reason, and the server refuses it too', async ({
  page,
  serve,
}, info) => {
  const file = info.outputPath('config.json')
  await writeFile(file, JSON.stringify({ parameters: { 'page[size]': 'limit' } }))
  const gateway = await serve({ CONFIG: file, READ_ONLY: '1', SANDBOX_CONNECTIONS: '300' })
  const asked = page.waitForRequest((request) => request.url().includes('limit=25'))
  await page.goto(`${gateway.origin}/connections?limit=25`)
  expect(new URL((await asked).url()).search).toBe('?limit=25')
  expect(new URL(page.url()).search).toBe('?limit=25')
  await expect(rows(page)).toHaveCount(26) // its own sandbox speaks what is configured
  const button = removeButton(page).first()
  await expect(button).toBeDisabled()
  await expect(button).toHaveAccessibleDescription(/READ_ONLY/)
  const reason = page.getByRole('tooltip').filter({ hasText: 'READ_ONLY' })
  await expect(reason).toHaveCount(0)
  // With the keys alone: reached, told why, and nothing happens.
  await table(page).getByRole('link').first().focus()
  while (!(await button.evaluate((element) => element === document.activeElement))) await page.keyboard.press('Tab')
  await expect(reason).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(reason).toHaveCount(0)
  await page.getByRole('heading', { level: 1 }).hover()
  await button.hover()
  await expect(reason).toBeVisible()
  const answer = await page.evaluate(async () => {
    const response = await fetch('/api/vehicle/v3/connections/x', { method: 'DELETE' })
    return [response.status, (await response.json()).errors[0].code]
  })
  expect(answer).toEqual([403, 'READ_ONLY'])
})
