/** Changes that are interrupted: a table of changes, a table of interruptions, and what must hold in every cell. */
import type { Browser, Page } from '@playwright/test'
import { type LogEntry, type RunningSandbox, startSandbox } from '../src/sandbox/server'
import { removeButton, rows } from './connections'
import { type Gateway, startGateway } from './gateway'
import { realHosts } from './own-hosts'
import { dialect, mostWebhooks, spelled, withHead } from './provider'
import { expect, handOver, ofServer } from './test'

export interface Bench {
  browser: Browser
  sandbox: RunningSandbox
  /** Every request that reached the sandbox, in order of answer. */
  log: LogEntry[]
  gateway: Gateway
  ids: Record<'user' | 'vehicle' | 'webhook' | 'subscription', string>
  close: () => Promise<void>
}

export async function openBench(browser: Browser): Promise<Bench> {
  const log: LogEntry[] = []
  const sandbox = await startSandbox({
    connections: 500,
    seed: 3,
    latencyMs: 0,
    dialect,
    log: (entry) => log.push(entry),
  })
  const read = async (host: string, path: string) => {
    const answer = await fetch(`${host}${path}`, { headers: { authorization: 'Bearer sandbox-subscription-list:ids' } })
    return (await answer.json()).data
  }
  const [connection] = await read(sandbox.vehicle, spelled('/v3/connections?filter[vehicle.mode]=live&page[size]=1'))
  const webhooks = await read(sandbox.management, spelled(`/v3/webhooks?page[size]=${mostWebhooks}`))
  const [subscription] = await read(sandbox.management, spelled('/v3/subscriptions?page[size]=1'))
  const plain = webhooks.find((one: { attributes: { name: string } }) => one.attributes.name === 'Plugged in')
  const bench: Bench = {
    browser,
    sandbox,
    log,
    gateway: await startGateway(realHosts(sandbox)),
    ids: {
      user: connection.relationships.user.data.id,
      vehicle: connection.relationships.vehicle.data.id,
      webhook: plain.id,
      subscription: subscription.id,
    },
    close: async () => {
      await bench.gateway.stop()
      await sandbox.close()
    },
  }
  return bench
}

type Ids = Bench['ids']
export interface Change {
  name: string
  address: (ids: Ids) => string
  /** Everything up to the click that sends. */
  prepare: (page: Page) => Promise<void>
  /** The click that sends; a second one must send nothing. */
  send: (page: Page) => ReturnType<Page['getByRole']>
}

const inDialog = (name: RegExp) => (page: Page) => page.getByRole('dialog').getByRole('button', { name })

export const changes: readonly Change[] = [
  {
    name: 'remove connection',
    address: () => spelled('/connections?filter[vehicle.mode]=simulated'),
    prepare: (page) => expect(rows(page)).toHaveCount(withHead()),
    send: (page) => removeButton(page).first(),
  },
  {
    name: 'remove user',
    address: ({ user }) => `/users/${user}`,
    prepare: async (page) => {
      await expect(page.getByText(/exact:/)).toBeVisible()
      await removeButton(page, 'user').click()
    },
    send: inDialog(/^Remove/),
  },
  {
    name: 'remove subscription',
    address: ({ subscription }) => `/subscriptions/${subscription}`,
    prepare: (page) => removeButton(page, 'subscription').click(),
    send: inDialog(/^Remove/),
  },
  {
    name: 'create subscription',
    address: ({ webhook, user, vehicle }) => `/subscriptions#webhookId=${webhook}&userId=${user}&vehicleId=${vehicle}`,
    prepare: (page) => expect(page.getByLabel('Vehicle ID')).not.toHaveValue(''),
    send: (page) => page.getByRole('button', { name: 'Create subscription' }),
  },
]

export interface Interruption {
  name: string
  /** The sandbox's faults, as its tokens name them. */
  fault?: string
  run: (page: Page, bench: Bench, change: Change) => Promise<void>
  /** If it was sent. */
  sent: 'none' | 'each' | 'some'
  /** True where nobody is left to be told. */
  isClosed?: boolean
}

const isChange = (method: string, url: string) => method !== 'GET' && url.includes('/api/')
const underWay = (page: Page) => page.waitForRequest((request) => isChange(request.method(), request.url()))
async function sendNow(page: Page, change: Change) {
  const seen = underWay(page)
  await change.send(page).click()
  await seen
}

export const interruptions: readonly Interruption[] = [
  {
    name: 'cut off before sending',
    sent: 'none',
    run: async (page, _, change) => {
      await page.route('**/api/**', (route) =>
        isChange(route.request().method(), route.request().url()) ? route.abort('connectionreset') : route.continue(),
      )
      await sendNow(page, change)
    },
  },
  {
    name: 'cut off after sending',
    sent: 'each',
    fault: 'change-cut',
    run: (page, _, change) => sendNow(page, change),
  },
  {
    name: 'clicked again while waiting',
    sent: 'each',
    fault: 'change-slow-300',
    run: async (page, _, change) => {
      const button = change.send(page)
      await button.scrollIntoViewIfNeeded() // a long sheet scrolls
      const box = await button.boundingBox()
      const seen = underWay(page)
      const [x, y] = [(box?.x ?? 0) + 8, (box?.y ?? 0) + 8]
      await page.mouse.dblclick(x, y)
      await seen
      await page.mouse.dblclick(x, y)
      await page.keyboard.press('Enter')
    },
  },
  {
    name: 'tab closed in the middle',
    sent: 'some',
    fault: 'change-slow-300',
    isClosed: true,
    run: async (page, _, change) => {
      await sendNow(page, change)
      await page.close()
    },
  },
  {
    name: 'another page of the history in the middle',
    sent: 'each',
    fault: 'change-slow-300',
    run: async (page, _, change) => {
      await sendNow(page, change)
      await page.goForward()
      await expect(page.getByRole('heading', { level: 1, name: 'Deprecations' })).toBeVisible()
    },
  },
  {
    name: 'the token expired in the middle',
    sent: 'none',
    run: async (page, _, change) => {
      await page.route('**/api/**', (route) =>
        isChange(route.request().method(), route.request().url())
          ? route.fulfill({
              status: 401,
              headers: ofServer,
              json: { errors: [{ status: '401', code: 'UNAUTHORIZED', title: 'Unauthorized' }] },
            })
          : route.continue(),
      )
      await sendNow(page, change)
      await expect(page.getByText(/Unauthorized|access token is missing/).first()).toBeVisible()
    },
  },
  {
    name: 'the gateway restarted in the middle',
    sent: 'some',
    fault: 'change-slow-2000',
    run: async (page, bench, change) => {
      await sendNow(page, change)
      const { port } = new URL(bench.gateway.origin)
      await bench.gateway.kill()
      await expect(page.getByText(/[Oo]utcome unknown|may or may not have happened/).first()).toBeVisible()
      bench.gateway = await startGateway({ ...realHosts(bench.sandbox), PORT: port })
    },
  },
]

/** Runs one cell in a world of its own. @returns what was wrong, in words */
export async function runCell(bench: Bench, change: Change, cut: Interruption, world: string): Promise<string[]> {
  const wrong: string[] = []
  const context = await bench.browser.newContext() // what one browser has subscribed it warns of
  const page = await context.newPage()
  page.setDefaultTimeout(7_000) // what is not there is this cell's failure, not the whole test's
  page.on('pageerror', (error) => wrong.push(`page error: ${error}`))
  const bodies: string[] = []
  page.on('request', (request) => {
    if (isChange(request.method(), request.url()))
      bodies.push(`${request.method()} ${request.url()} ${request.postData()}`)
  })
  const token = `sandbox-${cut.fault ?? 'sound'}:${world}`
  const { origin } = bench.gateway
  try {
    await handOver(page, origin, token)
    await page.goto(`${origin}${change.address(bench.ids)}`)
    await page.getByRole('link', { name: 'Deprecations', exact: true }).click() // another page of the history
    await expect(page.getByRole('heading', { level: 1, name: 'Deprecations' })).toBeVisible()
    await page.goBack()
    await change.prepare(page)
    bench.log.length = 0
    await cut.run(page, bench, change)
    const sent = () => bench.log.filter(({ method }) => method !== 'GET')
    if (!cut.isClosed) await settled(page)
    if (cut.sent === 'each') await expect.poll(() => sent().length).toBe(1)
    if (cut.isClosed) await expect.poll(() => outcomesIn(bench)).toBe(true)
    if (cut.sent === 'none' && sent().length > 0) wrong.push(`${sent().length} reached the service`)
    if (sent().length > 1) wrong.push(`${sent().length} were sent for one`)
    if (new Set(bodies).size !== bodies.length) wrong.push(`sent twice by the page: ${bodies.join(' · ')}`)
    if (!cut.isClosed) wrong.push(...(await differencesIn(page, sent())))
  } catch (error) {
    const at = page.isClosed() ? 'closed' : (await page.locator('body').innerText()).replace(/\s+/g, ' ').slice(0, 900)
    wrong.push(`${String(error).split('\n').slice(0, 8).join(' | ')}\n    page: ${at}`)
  }
  await context.close()
  return wrong
}

/** Waits until nothing of it is under way. */
async function settled(page: Page): Promise<void> {
  await expect(page.getByText(/^(Removing|Sending)/)).toHaveCount(0)
}

/** Compares the notices of removals, as far as the page still shows them, with what the sandbox saw. */
async function differencesIn(page: Page, sent: readonly LogEntry[]): Promise<string[]> {
  const outcomes = await page.getByRole('region', { name: 'Removals' }).locator('strong').allTextContents()
  const done = sent.filter(({ status }) => status === 0 || (status >= 200 && status < 300) || status === 404).length
  const shownAsDone = outcomes.filter((one) => /^(Removed|Already gone|Accepted)/.test(one)).length
  const shownAsFailed = outcomes.filter((one) => one === 'Not removed').length
  return [
    ...(shownAsDone > done ? [`${shownAsDone} are shown as done, ${done} were`] : []),
    ...(shownAsFailed > 1 - done ? [`${shownAsFailed} are shown as failed, ${1 - done} were`] : []),
  ]
}

/** True where the gateway has written the outcome of every change that it began. */
function outcomesIn({ gateway }: Bench): boolean {
  const events = [...gateway.output().matchAll(/^\{"event":"(attempt|outcome)"/gm)].map(([, event]) => event)
  const of = (name: string) => events.filter((event) => event === name).length
  return of('attempt') > 0 && of('attempt') === of('outcome')
}
