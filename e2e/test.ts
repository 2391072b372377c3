/** The test object of every end-to-end test: gateways shared by a worker's tests, a world per test, and no error left unseen. */
import { test as base, expect, type Page } from '@playwright/test'
import { SHORT_LIVED } from '../src/store/data-home-harness'
import { type Gateway, startGateway } from './gateway'
import { watchPage } from './page-state'

/** For tests that look at what the browser asks, or answer in the place of the server: a page comes without its rows. */
export const askedByBrowser = { env: { PAGE_WAIT_MS: '0' } }

/** For tests of the data in a page that the server renders: a busy machine takes longer than people wait. */
export const renderedByServer = { env: { PAGE_WAIT_MS: '10000' } }

/** For tests that respond in the place of the server, whose responses name their request. */
export const ofServer = { 'x-forecourt-request-id': 'of-a-test' }

interface PerTest {
  /** Environment of the gateway. */
  env: Record<string, string>
  /** A gateway that other tests with this environment share. */
  gateway: Gateway
  /** Hands over a token: by default one with a world of this test's own. */
  signIn: (token?: string) => Promise<void>
  /** The page, with a world of this test's own. */
  signedIn: Page
  /** Starts a gateway of the test's own, which stops once nothing is open that would ask it. */
  serve: (env?: Record<string, string>) => Promise<Gateway>
  /** What the browser logged as an error; a test that expects some empties it. */
  logged: string[]
  /** Adds to a failed test what its page was waiting for. */
  waitedFor: undefined
}

/**
 * Running gateways of a worker: the default one, the one without rendered rows, and those of two files. With fewer, the
 * gateway of a file ends one of the first two, which the next file starts again.
 */
const MOST_GATEWAYS = 4

export const test = base.extend<PerTest, { gatewayOf: (env: Record<string, string>) => Promise<Gateway> }>({
  env: [{}, { option: true }],
  gatewayOf: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it needs from the pattern
    async ({}, use) => {
      const gateways = new Map<string, Gateway>() // the least recently used first
      await use(async (env) => {
        const key = JSON.stringify(env)
        const gateway = gateways.get(key) ?? (await startOpened(env))
        gateways.delete(key)
        gateways.set(key, gateway)
        const [oldest] = gateways
        if (oldest && gateways.size > MOST_GATEWAYS) {
          gateways.delete(oldest[0])
          await oldest[1].stop()
        }
        return gateway
      })
      await Promise.all([...gateways.values()].map((gateway) => gateway.stop()))
    },
    { scope: 'worker' },
  ],
  gateway: async ({ gatewayOf, env }, use) => use(await gatewayOf(env)),
  baseURL: async ({ gateway }, use) => use(gateway.origin),
  logged: [
    async ({ page }, use) => {
      const logged: string[] = []
      page.on('pageerror', (error) => logged.push(String(error)))
      page.on('console', (message) => {
        // The browser logs every answer past 399 by itself; the page's own errors are what is meant here.
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
          logged.push(message.text())
      })
      await use(logged)
      expect(logged).toEqual([])
    },
    { auto: true },
  ],
  waitedFor: [
    async ({ page }, use, info) => {
      const describe = watchPage(page)
      await use(undefined)
      if (info.status !== info.expectedStatus)
        await info.attach('what the page was waiting for', { body: await describe(), contentType: 'text/plain' })
    },
    { auto: true },
  ],
  serve: async ({ page }, use) => {
    const started: Gateway[] = []
    await use(async (env) => {
      const gateway = await startOpened(env)
      started.push(gateway)
      return gateway
    })
    await Promise.all(
      page
        .context()
        .pages()
        .map((open) => open.close()),
    )
    await Promise.all(started.map((gateway) => gateway.stop()))
  },
  signIn: async ({ page, gateway }, use, info) => {
    let hasToken = false
    await use(async (token = `sandbox-e2e-${info.testId}`) => {
      hasToken = true
      await handOver(page, gateway.origin, token)
    })
    if (hasToken) await forgetTokens(page, gateway.origin)
  },
  signedIn: async ({ page, signIn }, use) => {
    await signIn()
    await use(page)
  },
})

/** Tests that belong together, of which `npm test` runs a few: the others are among the long tests. */
export const longUnless = (isShort: boolean) => (isShort ? {} : { tag: '@long' })

async function startOpened(env: Record<string, string> = {}): Promise<Gateway> {
  const gateway = await startGateway(env, undefined, SHORT_LIVED)
  await storeOpened(gateway.origin)
  return gateway
}

/** Waits until a server has opened its store: it listens before, and a busy machine takes a while. */
export async function storeOpened(origin: string): Promise<void> {
  const state = async (): Promise<string> => (await (await fetch(`${origin}/readyz`)).json()).store
  await expect.poll(state, { timeout: 30_000, intervals: [50] }).not.toBe('starting')
}

/** Waits until the server has loaded all of the directory. */
export async function directoryLoaded(page: Page): Promise<void> {
  const headers = { 'x-forecourt': '1', 'sec-fetch-site': 'same-origin' }
  const asOf = async () => (await (await page.request.get('/team/directory', { headers })).json()).asOf ?? null
  await expect.poll(asOf, { timeout: 30_000 }).not.toBeNull()
}

/** On a connection of its own: the server may close an idle one just as the next request is sent on it. */
const alone = { connection: 'close' }

/** Gives the page's browser context a token, as the form does. */
export async function handOver(page: Page, origin: string, token: string): Promise<void> {
  const response = await page.request.post(`${origin}/session`, {
    data: { version3: token, version2: token },
    headers: { ...alone, origin, 'sec-fetch-site': 'same-origin' },
  })
  expect(response.status()).toBe(200)
}

/** Ends the account of the page's added token: the server has at most five for each address. */
async function forgetTokens(page: Page, origin: string): Promise<void> {
  const headers = { ...alone, origin, 'sec-fetch-site': 'same-origin' }
  const response = await page.context().request.delete(`${origin}/session`, { headers })
  expect(response.status()).toBe(200)
}

/** Waits for what stands on a page once it is ready: a text, or a form by its name. */
export const ready = (page: Page, what: string | RegExp) =>
  expect(
    page
      .getByText(what)
      .or(page.getByRole('form', { name: what }))
      .first(),
  ).toBeVisible()

/** Opens a route, and waits until it is ready. */
export async function readyAt(page: Page, route: string, what: string | RegExp): Promise<void> {
  await page.goto(route)
  await ready(page, what)
}

/** Waits for a control that is drawn after hydration: before that, a key does nothing and a link loads a document. */
export const waitForHydration = (page: Page) =>
  expect(page.getByRole('button', { name: /^Request inspector/ })).toBeVisible()

/** Counts the marks that say that every control of the page works. */
export const hydratedMarks = (page: Page) => page.evaluate(() => performance.getEntriesByName('hydrated').length)

/** The query of the address bar, percent-decoded, without its question mark. */
export const queryOf = (page: Page) => decodeURIComponent(new URL(page.url()).search.slice(1))

export { expect }
