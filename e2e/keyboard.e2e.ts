/** The console without a mouse: keys, the list of them, and "Jump to…". */
import type { Page } from '@playwright/test'
import { hold } from './gate'
import { asking, rowsOn, spelled } from './provider'
import { expect, queryOf, test, waitForHydration } from './test'

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const palette = (page: Page) => page.getByRole('combobox', { name: 'Jump to' })
const options = (page: Page, name?: { name: RegExp }) =>
  page.getByRole('listbox', { name: 'Results' }).getByRole('option', name)
const connections = (page: Page) => page.getByRole('table', { name: 'Connections' })

test('pages, filter, rows and pages of a list by their keys; none while something is typed', async ({
  signedIn: page,
}) => {
  await page.goto('/')
  await expect(heading(page, 'Overview')).toBeVisible()
  await waitForHydration(page)
  for (const [letter, name] of [
    ['u', /^Users/],
    ['v', /^Vehicles/],
    ['s', 'Signals'],
    ['w', /^Webhooks/],
    ['b', 'Subscriptions'],
    ['d', 'Deprecations'],
    ['e', 'Settings'],
    ['h', 'Help'],
    ['c', /^Connections/],
  ] as const) {
    await page.keyboard.press('g')
    await page.keyboard.press(letter)
    await expect(heading(page, name)).toBeVisible()
  }
  await expect(page.getByText(`${rowsOn()} of 2,500`)).toBeVisible()
  await page.keyboard.press(']')
  await expect(page.getByText(`${rowsOn(2)} of 2,500`)).toBeVisible()
  await page.keyboard.press('[')
  await expect(page.getByText(`${rowsOn()} of 2,500`)).toBeVisible()
  await page.keyboard.press('j')
  await expect(connections(page).getByRole('link').first()).toBeFocused()
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await expect(page.getByText('1 connection selected')).toBeVisible()
  await page.keyboard.press('k')
  await page.keyboard.press('.')
  await expect(
    connections(page)
      .getByRole('button', { name: /^Remove connection/ })
      .first(),
  ).toBeFocused()
  await page.keyboard.press('/')
  await expect(page.getByLabel('External ID')).toBeFocused()
  await page.keyboard.type('g]j?')
  await expect(page.getByLabel('External ID')).toHaveValue('g]j?')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goto('/webhooks')
  await waitForHydration(page)
  await page.getByLabel('Name').pressSequentially('odo')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page).toHaveURL(asking('filter[name]', 'odo'))
  await expect(page.getByRole('table', { name: 'Webhooks' })).toHaveAttribute('aria-busy', 'false')
  await expect(page.getByLabel('Name')).toHaveValue('odo') // left, not cleared
  await page.goto('/connections')
  await expect(page.getByText(`${rowsOn()} of 2,500`)).toBeVisible()
  await waitForHydration(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('k')
  await expect(connections(page).locator('a:focus')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(heading(page, /^Connection /)).toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Request inspector')
  await page.keyboard.press('g')
  await page.keyboard.press('u')
  await expect(heading(page, /^Connection /)).toBeVisible() // a dialog has the keys to itself
  await page.keyboard.press('Escape')
  await page.keyboard.press('i')
  await expect(page.getByRole('complementary', { name: 'Request inspector' })).toBeVisible()
})

test('a keyboard of another alphabet has the same shortcuts, and so has Caps Lock', async ({ signedIn: page }) => {
  const press = (key: string, code: string, modifiers: Readonly<Record<string, boolean>> = {}) =>
    page.evaluate(
      (init: Record<string, string | boolean>) => document.body.dispatchEvent(new KeyboardEvent('keydown', init)),
      {
        ...{ key, code, bubbles: true, cancelable: true, ...modifiers },
      },
    )
  await page.goto('/')
  await expect(heading(page, 'Overview')).toBeVisible()
  await waitForHydration(page)
  await press('п', 'KeyG')
  await press('с', 'KeyC')
  await expect(page.getByText(`${rowsOn()} of 2,500`)).toBeVisible()
  await press('ъ', 'BracketRight')
  await expect(page.getByText(`${rowsOn(2)} of 2,500`)).toBeVisible()
  await press('G', 'KeyG', { modifierCapsLock: true })
  await press('W', 'KeyW', { modifierCapsLock: true })
  await expect(heading(page, /^Webhooks/)).toBeVisible()
  await press('л', 'KeyK', { ctrlKey: true })
  await expect(palette(page)).toBeFocused()
})

test('single keys can be switched off; the browser’s own are never taken', async ({ signedIn: page }) => {
  await page.goto('/settings')
  await page.getByLabel('Single-key shortcuts').uncheck()
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('?')
  await page.keyboard.press('g')
  await page.keyboard.press('u')
  await expect(heading(page, 'Settings')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByLabel('Single-key shortcuts').check()
  await page.getByRole('heading', { level: 1 }).focus()
  const isPrevented = await page.evaluate(() => {
    const press = (init: KeyboardEventInit) => {
      const event = new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true })
      document.activeElement?.dispatchEvent(event)
      return event.defaultPrevented
    }
    return [
      ...[press({ key: 'c', ctrlKey: true }), press({ key: '[', metaKey: true }), press({ key: 'j', altKey: true })],
      ...[press({ key: 'Tab' }), press({ key: 'F5' }), press({ key: ' ' })],
    ]
  })
  expect(isPrevented).toEqual([false, false, false, false, false, false])
})

test('keys that come before what was typed is drawn mean what was typed', async ({ signedIn: page }) => {
  await page.goto('/')
  await expect(heading(page, 'Overview')).toBeVisible()
  await waitForHydration(page)
  await page.keyboard.press('Control+k')
  await expect(palette(page)).toBeFocused()
  await palette(page).evaluate(async (field: HTMLInputElement) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'nothing-of-the-kind')
    field.dispatchEvent(new Event('input', { bubbles: true }))
    for (const key of [...Array(4).fill('ArrowDown'), 'Enter']) {
      await Promise.resolve() // as between two keys: what is urgent is done, what is deferred is not
      field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    }
  })
  await expect(page).toHaveURL(/\/vehicles\/nothing-of-the-kind$/)
})

test('keys that compose a letter apply nothing, choose nothing and are no shortcuts', async ({ page, signIn }) => {
  await page.clock.install()
  await signIn()
  await page.goto('/webhooks')
  await expect(page.getByText(/^1–(\d+) of \1$/)).toBeVisible()
  await waitForHydration(page)
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/api/') && asked.push(request.url()))
  /** Types into the focused field as an input method does; `isLate` as Safari tells the last key. */
  const compose = (key: string, isLate: boolean) =>
    page.evaluate(
      ({ key, isLate }) => {
        const init = { key, bubbles: true, cancelable: true, ...(isLate ? { keyCode: 229 } : { isComposing: true }) }
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', init))
      },
      { key, isLate },
    )
  const name = page.getByLabel('Name')
  await name.focus()
  const session = await page.context().newCDPSession(page)
  await session.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 })
  await expect(name).toHaveValue('にほん')
  await page.clock.runFor(2000)
  for (const isLate of [false, true]) await compose('Enter', isLate)
  expect(asked).toEqual([])
  await session.send('Input.insertText', { text: '日本' })
  await expect(name).toHaveValue('日本')
  await page.clock.runFor(2000)
  await expect.poll(() => queryOf(page)).toBe(spelled('filter[name]=日本'))
  await page.getByRole('heading', { level: 1 }).focus()
  for (const key of ['?', '/']) for (const isLate of [false, true]) await compose(key, isLate)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await waitForHydration(page)
  await page.keyboard.press('Control+k')
  await palette(page).fill('users')
  await expect(options(page).first()).toBeVisible()
  for (const isLate of [false, true]) await compose('Enter', isLate)
  await expect(palette(page)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(heading(page, /^Users/)).toBeVisible()
})

test('Enter that comes before “Jump to…” is loaded is carried out once it is', async ({ signedIn: page }) => {
  await page.goto('/deprecations')
  await expect(heading(page, 'Deprecations')).toBeVisible()
  const letGo = await hold(page, '**/assets/palette-*.js')
  await waitForHydration(page)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('webh')
  await page.keyboard.press('Enter')
  await page.keyboard.type('gu') // typed after it: it is no part of what was meant, and no key of the page
  await expect(heading(page, 'Deprecations')).toBeVisible()
  letGo()
  await expect(heading(page, /^Webhooks/)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('“Jump to…” calls what was viewed by its name, until the tab is loaded anew', async ({ signedIn: page }) => {
  await page.goto(spelled('/connections?page[size]=1'))
  await connections(page).getByRole('link').first().click()
  await expect(heading(page, /^Connection /)).toBeVisible()
  const recent = page.getByRole('listbox', { name: 'Results' }).getByRole('group', { name: 'Recent' })
  await waitForHydration(page)
  await page.keyboard.press('Control+k')
  await expect(recent.getByRole('option')).toHaveText([/Nissan Leaf .*Connection$/])
  await page.reload()
  await expect(heading(page, /^Connection /)).toBeVisible()
  await page.goto('/deprecations')
  await expect(heading(page, 'Deprecations')).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain('Nissan')
  await waitForHydration(page)
  await page.keyboard.press('Control+k')
  await expect(recent.getByRole('option')).toHaveText([/^Connection .*Viewed$/])
})

test('“Jump to…” opens pages, ids, links of the API, and does what the page offers', async ({ signedIn: page }) => {
  await page.goto('/connections')
  await expect(connections(page).getByRole('link').first()).toBeVisible()
  await waitForHydration(page)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('webh') // at once: nothing typed is lost, or taken for a key
  await expect(palette(page)).toBeFocused()
  await expect(palette(page)).toHaveValue('webh')
  await expect(options(page, { name: /Webhooks/ })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(heading(page, /^Webhooks/)).toBeVisible()
  await page.keyboard.press('Control+k')
  await palette(page).fill(spelled('https://vehicle.example/v3/connections?page[number]=3&page[size]=5'))
  await expect(options(page)).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page.getByText('11–15 of 2,500')).toBeVisible()
  expect(queryOf(page)).toBe(spelled('page[number]=3&page[size]=5'))
  await page.keyboard.press('Control+k')
  await palette(page).fill('fault-403')
  await expect(options(page)).toHaveCount(7) // an external ID, a user's name, and an ID of each of five kinds
  for (let row = 0; row < 4; row += 1) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/vehicles\/fault-403$/)
  await page.goto('/vehicles/nobody/vin')
  await expect(page.getByRole('button', { name: 'Read VIN (1 request)' })).toBeVisible()
  await waitForHydration(page)
  await page.keyboard.press('Control+k')
  await palette(page).fill('read vin')
  await options(page, { name: /Read VIN/ }).click()
  await expect(page.getByRole('alert')).toContainText('Not Found')
  await page.keyboard.press('Control+k')
  await palette(page).fill('zz zz')
  await expect(options(page)).toHaveText([/external ID “zz zz”/, /Search users for “zz zz”/])
  await page.keyboard.press('Escape')
  await expect(palette(page)).toHaveCount(0)
})
