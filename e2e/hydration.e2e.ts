/** Server-rendered pages: requested once, hydrated without a warning or a shift, and used before hydration. */
import { type RunningSandbox, startSandbox } from '../src/sandbox/server'
import { removeButton, rows, table } from './connections'
import { startGateway } from './gateway'
import { holdScripts } from './hold-scripts'
import { addressesOf } from './own-hosts'
import { comeWith, preferencesByName } from './preferences'
import { asking, dialect, spelled, withHead } from './provider'
import { inParts, routes } from './routes.data'
import { watchShifts } from './shifts'
import { idElsewhere, three } from './subscriptions'
import {
  directoryLoaded,
  expect,
  hydratedMarks,
  longUnless,
  ready,
  renderedByServer,
  test,
  waitForHydration,
} from './test'

/**
 * The server itself checks the hosts' roots and the token at its start, and reads a page for the price of the directory;
 * listed modes without a filter are known by totals.
 */
const isOfServer = (target: string) =>
  target === '/' || asking('page[size]', '1$').test(target) || asking('page[number]', '1&').test(target)

/** Hosts that say what they were asked, and a gateway to them. */
async function startHosts(latencyMs: number, env: Record<string, string> = {}) {
  const asked: string[] = []
  const sandbox: RunningSandbox = await startSandbox({
    connections: 2500,
    seed: 1,
    latencyMs,
    dialect,
    log: ({ target }) => void (isOfServer(target) || asked.push(target)),
  })
  const gateway = await startGateway({ ...addressesOf(sandbox), ACCESS_TOKEN: sandbox.token, ...env })
  const stop = async () => {
    await gateway.stop()
    await sandbox.close()
  }
  return { asked, gateway, stop }
}

test('the host is asked once for a list, and the browser not at all', async ({ page }) => {
  const { asked, gateway, stop } = await startHosts(5, renderedByServer.env)
  try {
    const sent: string[] = []
    page.on('request', (request) => request.url().includes('/api/') && sent.push(request.url()))
    const lists = [
      spelled('/connections?filter[vehicle.mode]=live&page[number]=2'),
      spelled('/connections?filter[user.externalId]=a%2520b%26c'),
    ]
    // Nothing is crawled of these hosts. The newest connections are a request like those of the server itself.
    for (const address of [...lists, '/users'])
      await test.step(address, async () => {
        asked.length = 0
        await page.goto(gateway.origin + address)
        await waitForHydration(page)
        await page.waitForLoadState('networkidle') // what is asked has no name on the page
        expect(asked).toEqual(lists.includes(address) ? [`/v3${address}`] : []) // by the host's own log
        expect(sent.filter((url) => !url.endsWith(spelled('page[size]=1')))).toEqual([])
        await page.keyboard.press('i')
        await expect(
          page
            .getByRole('region', { name: /Requests/ })
            .getByText('/v3/connections')
            .first(),
        ).toBeVisible()
      })
  } finally {
    await page.goto('about:blank') // nothing is fetched any more
    await stop()
  }
})

test('a host that takes its time holds nothing back, and is asked once all the same', async ({ page }) => {
  const { asked, gateway, stop } = await startHosts(3_000)
  try {
    await page.goto(`${gateway.origin}/connections`, { waitUntil: 'commit' })
    await expect(page.getByRole('heading', { name: 'Connections' })).toBeVisible()
    await expect(table(page)).toHaveAttribute('aria-busy', 'true') // before the host has responded
    await expect(rows(page)).toHaveCount(withHead())
    expect(asked).toEqual(['/v3/connections'])
    expect(await hydratedMarks(page)).toBe(1)
  } finally {
    await stop()
  }
})

test('without script the first page of a list stands there, and its links work', async ({ browser, gateway }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: gateway.origin })
  const page = await context.newPage()
  try {
    await page.goto('/connections')
    await expect(rows(page)).toHaveCount(withHead())
    await expect(page.locator('noscript')).toBeVisible()
    const first = await rows(page).nth(1).textContent()
    await page.getByRole('link', { name: 'Next page' }).click()
    await expect(page).toHaveURL(asking('page[number]', '2'))
    await expect(rows(page)).toHaveCount(withHead())
    expect(await rows(page).nth(1).textContent()).not.toBe(first)
    await rows(page).nth(1).getByRole('link').first().click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Connection')
    await page.setViewportSize({ width: 320, height: 640 })
    await expect(page.locator('button:visible:not([formaction])')).toHaveCount(0)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Connections' }).click()
    await expect(rows(page)).toHaveCount(withHead())
  } finally {
    await context.close()
  }
})

test.describe('a subscription', () => {
  test.use(renderedByServer)

  test('has its data before the script, and nothing moves when that runs', async ({ signedIn: page, logged }, {
    testId,
  }) => {
    const id = await idElsewhere(page, await three(page), `sandbox-e2e-${testId}`)
    const release = await holdScripts(page)
    const moved = await watchShifts(page)
    await page.goto(`/subscriptions/${id}`, { waitUntil: 'commit' })
    await expect(page.getByRole('heading', { level: 1, name: /^Subscription of 20/ })).toBeVisible()
    await expect(page.getByText('Powertrain')).toBeVisible()
    expect(await hydratedMarks(page)).toBe(0)
    release()
    await expect(page.getByRole('link', { name: 'Plugged in' })).toBeVisible()
    await page.waitForLoadState('networkidle') // what moves late has no name on the page
    const { inMain } = await moved()
    expect(inMain.filter((what) => !what.includes('Copy webhook ID'))).toEqual([]) // behind a name that is loaded later
    expect(logged).toEqual([])
  })
})

test('no control that needs the script is shown before it works, and nothing moves when it is', async ({ page }) => {
  const release = await holdScripts(page)
  const moved = await watchShifts(page)
  await page.goto('/connections', { waitUntil: 'commit' })
  await expect(rows(page)).toHaveCount(withHead())
  // Filters and Remove are forms of the page.
  const controls = page.locator(':is(button, input, select, summary):not(search form *, [formaction])')
  expect(await controls.count()).toBeGreaterThan(20)
  await expect(controls.filter({ visible: true })).toHaveCount(0)
  const questions = page.locator('[formaction]')
  await expect(questions).toHaveCount(withHead() - 1)
  await expect(questions.filter({ visible: true })).toHaveCount(withHead() - 1)
  expect(await hydratedMarks(page)).toBe(0)
  release()
  await expect(removeButton(rows(page).nth(1))).toBeVisible()
  expect(await hydratedMarks(page)).toBe(1)
  await page.waitForLoadState('networkidle') // a late move has no name on the page
  expect((await moved()).inMain).toEqual([])
  await removeButton(rows(page).nth(1)).click()
  await expect(page.getByRole('dialog')).toContainText('Remove this')
})

test('Back before hydration leads to the page before, without a warning', async ({ page, logged }) => {
  await page.goto('/connections')
  await waitForHydration(page) // or the link loads a document
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Webhooks' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Webhooks/ })).toBeVisible()
  const release = await holdScripts(page)
  await page.reload({ waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1, name: /^Webhooks/ })).toBeVisible()
  await page.evaluate(() => history.back())
  await expect(page).toHaveURL(/\/connections$/)
  release()
  await expect(page.getByRole('heading', { level: 1, name: /^Connections/ })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Connections' }).getByRole('row')).not.toHaveCount(0)
  expect(logged).toEqual([])
})

for (const stage of ['before React starts', 'while React hydrates'] as const)
  test(
    `Back ${stage} leads to the page before, without a warning`,
    longUnless(stage === 'while React hydrates'),
    async ({ page, logged }) => {
      await page.goto('/connections')
      await waitForHydration(page) // or the link loads a document
      const firstLink = rows(page).nth(1).getByRole('link').first()
      const first = (await firstLink.textContent()) ?? ''
      await page.getByRole('link', { name: 'Next page' }).click()
      await expect(firstLink).not.toHaveText(first)
      await page.addInitScript((isStarted) => {
        const goBack = () => {
          const root = document.getElementById('root')
          const hasReached = isStarted
            ? root && Object.keys(root).some((key) => key.startsWith('__reactContainer'))
            : root && document.readyState === 'complete' && !document.getElementById('dehydrated')
          if (!hasReached) return void setTimeout(goBack)
          document.body.dataset.reached = String(!('hydrated' in document.documentElement.dataset))
          history.back()
        }
        goBack()
      }, stage === 'while React hydrates')
      const client = await page.context().newCDPSession(page)
      await client.send('Emulation.setCPUThrottlingRate', { rate: 6 }) // React hydrates in several slices
      await page.reload({ waitUntil: 'commit' })
      await expect(page.locator('body[data-reached="true"]')).toBeAttached()
      await expect(page).toHaveURL(/\/connections$/)
      await expect(firstLink).toHaveText(first)
      await waitForHydration(page)
      expect(logged).toEqual([])
    },
  )

test('a link that is followed before hydration is a navigation', async ({ page }) => {
  const release = await holdScripts(page)
  await page.goto('/connections', { waitUntil: 'commit' })
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page).toHaveURL(asking('page[number]', '2'))
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Webhooks' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Webhooks' })).toBeVisible()
  release()
})

/** The page for owners, which only the browser renders. */
const OWNER_PAGE = '/return/battery-capacity'

/** Filtered or with an error: the same page as another route. */
const isFurtherState = ([path]: (typeof routes)[number]) => /\?(q|make|filter)|fault-40[13]$/.test(path)
const furtherStates = routes.filter(isFurtherState)
const ownPages = routes.filter((route) => !isFurtherState(route))

for (const [name, { preferences, shows }] of Object.entries(preferencesByName)) {
  for (const together of [...inParts(ownPages, 10), ...inParts(furtherStates, 10)])
    test(
      `${together.map(([path]) => path).join(', ')} are hydrated without a warning: ${name}`,
      longUnless(name.startsWith('UTC') && together.every((route) => ownPages.includes(route))),
      async ({ page, gateway, logged }) => {
        await comeWith(page, gateway.origin, preferences)
        for (const [path, label] of together) {
          const html = await (await page.goto(path))?.text()
          expect(html?.includes(' id="dehydrated">'), `${path} is rendered by the server`).toBe(path !== OWNER_PAGE)
          await ready(page, label)
          expect(logged, path).toEqual([])
        }
      },
    )
  test(
    `lists are hydrated without a shift: ${name}`,
    longUnless(name.startsWith('UTC')),
    async ({ page, gateway, logged }) => {
      await comeWith(page, gateway.origin, preferences)
      await directoryLoaded(page)
      const moved = await watchShifts(page)
      for (const list of ['/connections', '/users', '/vehicles']) {
        await page.goto(list)
        if (list === '/connections') await shows(page)
        await page.waitForLoadState('networkidle') // what moves late has no name on the page
        expect((await moved()).inMain, list).toEqual([])
        expect(logged, list).toEqual([])
      }
    },
  )
}

test('characters that a parser of HTML changes are hydrated without a warning', { tag: '@long' }, async ({
  page,
  logged,
}) => {
  const odd = ['%00', 'a%00b', '%0D', '%0D%0A', '%EF%BF%BE', '%3C%21--', '%26amp%3B', '%20'] // NUL, line ends, no character, markup
  for (const text of odd)
    for (const address of [
      `/users/${text}`,
      `/vehicles/${text}/signals`,
      spelled(`/connections?filter[user.externalId]=${text}`),
    ]) {
      await page.goto(address)
      await waitForHydration(page)
      await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
      expect(logged, address).toEqual([])
    }
})

test('every time is in the browser’s zone, if the server knew another', async ({ page, gateway, logged }) => {
  await comeWith(page, gateway.origin, { version: 1, time: 'local' }, 'Asia/Tokyo')
  const release = await holdScripts(page)
  await page.goto('/connections', { waitUntil: 'commit' })
  const times = table(page).locator('tbody time') // those below the window, too
  await expect(times).toHaveCount(withHead() - 1)
  expect((await times.allTextContents()).filter((text) => text.includes('GMT+9'))).toHaveLength(withHead() - 1)
  release()
  await expect.poll(async () => (await times.allTextContents()).filter((text) => !/GMT\+[12]$/.test(text))).toEqual([])
  expect(logged).toEqual([])
})

test('the cookie of preferences is written once for many pages', async ({ page, gateway }) => {
  await comeWith(page, gateway.origin, { version: 1 })
  await page.addInitScript(() => {
    const own = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie')
    Object.defineProperty(document, 'cookie', {
      get: () => own?.get?.call(document),
      set(text: string) {
        const { dataset } = document.documentElement
        dataset.written = String(Number(dataset.written ?? 0) + 1)
        own?.set?.call(document, text)
      },
    })
  })
  const written = () => page.evaluate(() => Number(document.documentElement.dataset.written ?? 0))
  await page.goto('/connections')
  await expect(rows(page)).toHaveCount(withHead())
  await expect.poll(written).toBe(1)
  for (const place of ['Users', 'Vehicles', 'Connections']) {
    await page.getByRole('link', { name: place, exact: true }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: place })).toBeVisible()
  }
  await page.getByLabel('Times').selectOption('utc')
  await expect.poll(written).toBe(2)
})

test('the fragment of an address is filled in, without a warning', async ({ page, logged }) => {
  await page.goto('/signals#odometer-traveleddistance')
  await expect(page.getByRole('button', { name: 'Open signal' })).toBeVisible()
  await page.goto('/subscriptions#webhookId=w-1&userId=u%201')
  await expect(page.getByLabel('Webhook ID')).toHaveValue('w-1')
  await expect(page.getByLabel('User ID')).toHaveValue('u 1')
  expect(logged).toEqual([])
})
