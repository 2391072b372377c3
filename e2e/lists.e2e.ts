/** Lists as they stand: high, calm, still while data comes, and in two lines a row where the view is narrow. */
import { removeButton, rows, table } from './connections'
import { hold } from './gate'
import { asking, spelled, withHead } from './provider'
import { saved } from './saved'
import { watchShifts } from './shifts'
import { askedByBrowser, expect, longUnless, queryOf, test, waitForHydration } from './test'
import { openUser } from './user'

test.use(askedByBrowser)

const lists = ['Connections', 'Users', 'Vehicles', 'Webhooks'] as const
const pathOf = (list: string) => `/${list.toLowerCase()}`

test('the first row of a list stands in the upper fifth, its fields in one line; where the view is narrow, a row is two lines and still a row of a table', async ({
  signedIn: page,
}) => {
  for (const list of lists) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(pathOf(list))
    const header = page.getByRole('table', { name: list }).getByRole('rowheader').first()
    // A row of the newest connections may give way to the directory's while it is measured.
    await expect.poll(async () => (await header.boundingBox())?.y ?? Number.NaN, list).toBeLessThanOrEqual(180)
    const fields = page.getByRole('search').locator('input, select')
    await expect(fields.first()).toBeVisible()
    const tops = await fields.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)))
    expect(new Set(tops).size, list).toBe(1)

    await page.setViewportSize({ width: 320, height: 640 })
    const drawn = page.getByRole('table', { name: list })
    const first = drawn.getByRole('row').nth(1)
    const heightOf = async () => (await first.boundingBox())?.height ?? 0
    await expect.poll(heightOf, list).toBeGreaterThan(50)
    await expect.poll(heightOf, list).toBeLessThan(70)
    // As many headers as cells.
    const cells = (await first.getByRole('cell').count()) + 1
    await expect(drawn.getByRole('columnheader')).toHaveCount(cells)
    expect(
      await page.evaluate(() => [
        document.documentElement.scrollWidth,
        document.querySelector('main table')?.scrollWidth,
      ]),
    ).toEqual([320, 320])
  }
})

test('a row has fourteen elements and three stops of the Tab key; the arrow keys reach the others', async ({
  signedIn: page,
}) => {
  await page.goto(spelled('/connections?page[size]=25'))
  await expect(rows(page)).toHaveCount(26)
  const counts = await rows(page).evaluateAll((all) =>
    all.slice(1).map((row) => ({
      elements: row.querySelectorAll(':not(input)').length,
      stops: [...row.querySelectorAll<HTMLElement>('a, button')].filter(({ tabIndex }) => tabIndex === 0).length,
    })),
  )
  expect(Math.max(...counts.map(({ elements }) => elements))).toBeLessThanOrEqual(14)
  expect(Math.max(...counts.map(({ stops }) => stops))).toBeLessThanOrEqual(3)

  const row = rows(page).nth(1)
  const [connection, vehicle, user] = await row.getByRole('link').all()
  if (!connection || !vehicle || !user) throw new Error('a row has three links')
  await connection.focus()
  await waitForHydration(page)
  await page.keyboard.press('ArrowRight')
  await expect(row.getByRole('button', { name: 'Copy connection ID' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(vehicle).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(user).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(removeButton(row)).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/users\/[0-9a-f-]{36}$/)
})

test('of 100 rows the last is there after a page turn, for the eye and for the keys; Ctrl opens a row’s link in a tab of its own', async ({
  signedIn: page,
  context,
}) => {
  await page.goto(spelled('/connections?page[size]=100'))
  await expect(rows(page)).toHaveCount(101)
  const first = rows(page).nth(1).getByRole('link').first()
  const opening = context.waitForEvent('page')
  await first.click({ modifiers: ['ControlOrMeta'] })
  const opened = await opening
  await expect(opened).toHaveURL(new RegExp(`${await first.getAttribute('href')}$`)) // a new tab is empty at first
  await opened.close()
  await expect(page).toHaveURL(asking('page[size]'))

  const last = rows(page).nth(100).getByRole('link').first()
  const before = (await last.getAttribute('href')) ?? ''
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page.getByText('101–200 of 2,500')).toBeVisible()
  await expect(table(page)).toHaveAttribute('aria-busy', 'false')
  await expect(last).not.toHaveAttribute('href', before)
  await expect(rows(page)).toHaveCount(101)
  await page.keyboard.press('k')
  await expect(last).toBeFocused()
})

test('an ID is drawn short, and is whole in the link’s name and as it is copied', async ({ signedIn: page }) => {
  await page.goto('/connections')
  const link = rows(page).nth(1).getByRole('link').first()
  const id = (await link.getAttribute('href'))?.split('/').at(-1) ?? ''
  await expect(link).toHaveAccessibleName(id)
  expect((await link.boundingBox())?.width).toBeLessThan(90)
  await waitForHydration(page)
  await page.keyboard.press('j')
  await expect(link).toBeFocused()
  await expect(page.getByRole('tooltip')).toContainText(id)
})

for (const width of [1440, 320])
  test(
    `nothing of a list moves while its first page, the next one and another filter’s come, at ${width} px`,
    longUnless(width === 1440),
    async ({ signedIn: page }) => {
      await page.setViewportSize({ width, height: 800 })
      const moved = await watchShifts(page)
      for (const list of lists) {
        const drawn = page.getByRole('table', { name: list })
        const moves = async (address: RegExp, begin: () => Promise<unknown>, isThere: () => Promise<void>) => {
          const letGo = await hold(page, address)
          await begin()
          await expect(drawn).toHaveAttribute('aria-busy', 'true')
          await moved() // what the click itself moved, as the line of a filter
          const there = await drawn
            .getByRole('rowheader')
            .evaluateAll((all) => all.map(({ ariaLabel }) => ariaLabel ?? ''))
          letGo()
          await expect(drawn).toHaveAttribute('aria-busy', 'false')
          await isThere()
          // A connection that the next rows have, too, is where they have it.
          const isKept = (what: string) => there.some((label) => label !== '' && what.includes(label.slice(0, 24)))
          expect(
            (await moved()).inMain.filter((what) => !isKept(what)), // the rail’s lamps are no part of the list
            list,
          ).toEqual([])
          await page.unrouteAll({ behavior: 'wait' })
        }
        const isThere = () => expect(drawn.getByRole('rowheader').first()).toBeVisible()
        await moves(
          /\/api\/.*\/v3\//,
          () => page.goto(pathOf(list)),
          async () => {
            await isThere()
            await page.waitForLoadState('networkidle')
          },
        )
        if (list !== 'Connections') continue // the others’ next pages and filters are answered without a request, or have one page
        const next = page.getByRole('link', { name: 'Next page' })
        await moves(asking('page[number]', '2'), () => next.click(), isThere)
        await moves(
          asking('filter[vehicle.mode]', '(?!.*=1$)'),
          () => page.getByRole('link', { name: /^[\d,]+ simulated$/ }).click(),
          async () => {
            await isThere()
            await expect(page.getByRole('link', { name: 'Clear filter Mode: simulated' })).toBeVisible()
          },
        )
      }
    },
  )

test('filters of a narrow view stand behind one button', async ({ signedIn: page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/connections')
  await expect(removeButton(rows(page).nth(1))).toBeVisible()
  const field = page.getByLabel('External ID')
  await expect(field).toBeHidden()
  const filters = page.getByRole('button', { name: /^Filters/ })
  await filters.click()
  await field.fill('007')
  await field.press('Enter')
  await expect(filters).toHaveAccessibleName('Filters (1)')
  await filters.click()
  await expect(field).toBeHidden()
  await expect(page.getByRole('link', { name: 'Clear filter External ID: 007' })).toBeVisible()
  await page.goto('/users')
  await expect(page.getByLabel('Search')).toBeVisible() // one alone needs no button
  await expect(page.getByRole('button', { name: /^Filters/ })).toBeHidden()
})

test('the tools of a list open above it and move nothing; one of them saves what is selected', async ({
  signedIn: page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/connections')
  await expect(rows(page)).toHaveCount(withHead())
  const y = async () => (await table(page).boundingBox())?.y
  await rows(page).nth(1).getByRole('checkbox').check()
  await expect(page.getByText('1 connection selected')).toBeVisible()
  const before = await y()
  for (const [tool, content] of [
    ['Columns', page.getByRole('group', { name: 'Columns shown' })],
    ['Save this view', page.getByLabel('View name')],
    ['Export', page.getByRole('button', { name: 'CSV of this page' })],
  ] as const) {
    await page.getByRole('button', { name: tool, exact: true }).click()
    await expect(content).toBeVisible()
    expect(await y()).toBe(before)
  }
  await expect(page.getByLabel('View name')).toHaveCount(0) // one at a time
  const { text } = await saved(page.getByRole('button', { name: 'JSON of the selection' }))
  expect(JSON.parse(text)).toMatchObject({ state: 'the selected rows', total: '1' })
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'CSV of this page' })).toHaveCount(0)
  expect(queryOf(page)).toBe('')
})

test('the button that loads the fleet is whole where the view is narrow', async ({ signedIn: page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/')
  const button = page.getByRole('button', { name: /^Load the rest/ })
  await button.scrollIntoViewIfNeeded()
  const cut = await button.evaluate((one) =>
    [one, ...one.querySelectorAll<HTMLElement>('*')].some(
      ({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth,
    ),
  )
  expect(cut).toBe(false)
})

test('the pager of a user’s connections stands at their table', async ({ signedIn: page }) => {
  await openUser(page, 'harbor-fleet-7')
  const next = table(page).locator('xpath=following::*[self::nav or self::h2][1]')
  await expect(next).toHaveAccessibleName('Pages')
})
