/** Pages that the browser translates: they keep working, what they show stays true, and IDs stay what they are. */
import { confirmed, removeButton, rows, rowsRest, table, total } from './connections'
import { hold } from './gate'
import { asking, rowsOn, spelled } from './provider'
import { routes } from './routes.data'
import { expect, readyAt, test, waitForHydration } from './test'
import { expectTranslated, installTranslator } from './translator'
import { own } from './vehicle'

declare global {
  interface Window {
    /** Text nodes that a test keeps in its page. */
    texts?: Text[]
  }
}

test('a list that is translated before the console starts turns pages, filters, selects and removes', async ({
  signedIn: page,
}) => {
  await installTranslator(page)
  const release = await hold(page, /\/assets\/.*\.js$/)
  await page.goto(spelled('/connections?filter[vehicle.mode]=simulated'), { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 }).locator('font').first()).toHaveText('CONNECTIONS')
  release()
  await waitForHydration(page)
  await expectTranslated(page)
  const before = await total(page)
  const pager = page.getByRole('navigation', { name: 'Pages' })

  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(pager).toContainText(`${rowsOn(2)} OF`)
  await expectTranslated(page)

  await rows(page).nth(1).getByRole('checkbox').check()
  await rows(page).nth(2).getByRole('checkbox').check()
  await expect(page.getByText('2 CONNECTIONS SELECTED', { exact: true })).toBeVisible()
  await rows(page).nth(2).getByRole('checkbox').uncheck()
  await expect(page.getByText('1 CONNECTION SELECTED', { exact: true })).toBeVisible()
  await expectTranslated(page)

  await removeButton(rows(page).nth(3)).click()
  await expect(confirmed(page)).toBeVisible()
  await expect.poll(() => total(page)).toBe(before - 1)
  await expectTranslated(page)

  await page.getByRole('link', { name: /Clear filter Mode/i }).click()
  await page.getByLabel(/^External ID$/i).fill('007')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(asking('filter[user.externalId]', '007'))
  await expect(rows(page).filter({ hasText: 'Simulated' })).not.toHaveCount(0)
  await expectTranslated(page)

  await page.getByLabel('Mode').selectOption('live')
  await expect(page).toHaveURL(asking('filter[vehicle.mode]', 'live'))
  await expect(rows(page).filter({ hasText: 'Simulated' })).toHaveCount(0)
  await expect(table(page)).toHaveAttribute('aria-busy', 'false')
  await expectTranslated(page)
  await rowsRest(page)
  await removeButton(rows(page).nth(1)).click()
  const dialog = page.getByRole('dialog', { name: /Remove this/i })
  await expect(dialog).toContainText('YOUR APP LOSES THIS CONNECTION')
  await dialog.getByRole('button', { name: /^Remove/i }).click()
  await expect(confirmed(page)).toHaveCount(2)
  await expectTranslated(page)

  await page.keyboard.press('Control+k')
  await page.keyboard.type('overv')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
  await expectTranslated(page)
})

test('the pages and questions about a user leave cars and external IDs as they are', async ({ signedIn: page }) => {
  const address = spelled('/api/vehicle/v3/connections?filter[user.externalId]=harbor-fleet-7')
  const { user, vehicle } = (await (await page.request.get(address, { headers: own })).json()).data[0].relationships
  await installTranslator(page)
  await page.goto(`/users/${user.data.id}`)
  await expect(removeButton(page, 'user')).toBeVisible()
  await expectTranslated(page)
  await removeButton(page, 'user').click()
  await expect(page.getByRole('dialog')).toContainText('WILL BE FULLY DISCONNECTED')
  await expectTranslated(page)

  await page.goto(`/vehicles/${vehicle.data.id}`)
  await page.getByRole('button', { name: /^Show all/i }).click()
  await expect(page.getByRole('columnheader', { name: 'harbor-fleet-7' })).toBeVisible()
  await expectTranslated(page)
})

test('every page of the menu is left and opened', async ({ signedIn: page }) => {
  await installTranslator(page)
  await page.goto('/')
  await waitForHydration(page)
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  for (let index = 0; index < (await links.count()); index += 1) {
    const name = (await links.nth(index).textContent()) ?? ''
    await links.nth(index).click()
    await expect(page.getByRole('heading', { name: name.trim(), level: 1 })).toBeVisible()
    await expectTranslated(page)
  }
})

test('every page', { tag: '@long' }, async ({ signedIn: page }) => {
  await installTranslator(page)
  for (const [path, ready] of routes)
    await test.step(path, async () => {
      await readyAt(page, path, ready)
      await expectTranslated(page)
    })
})

test('nodes that refer to translated text are inserted before it, moved and removed', async ({ page }) => {
  await installTranslator(page)
  await page.goto('/deprecations')
  await waitForHydration(page) // the console watches translations
  await page.evaluate(() => {
    const line = Object.assign(document.createElement('p'), { id: 'line' })
    line.append('one', document.createElement('hr'), 'two')
    document.body.append(line)
    window.texts = [line.firstChild, line.lastChild].filter((node) => node instanceof Text)
  })
  const line = page.locator('#line')
  await expect(line).toHaveText('ONETWO')
  await expect(line.locator('> font')).toHaveCount(2)
  const html = await page.evaluate(() => {
    const [one, two] = window.texts ?? []
    const shown = document.querySelector('#line')
    if (!shown || !one || !two) throw new Error('The line is missing.')
    shown.insertBefore(document.createElement('b'), two)
    shown.removeChild(one)
    return [...shown.childNodes].map(({ nodeName }) => nodeName)
  })
  expect(html).toEqual(['HR', 'B', 'FONT'])
  await page.evaluate(() => {
    const [, two] = window.texts ?? []
    if (two) document.querySelector('#line')?.insertBefore(two, document.querySelector('#line hr'))
  })
  await expect(line).toHaveText('TWO')
  await expect(line.locator('> :first-child')).toHaveText('TWO')
})
