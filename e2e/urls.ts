/** Generated addresses in the browser: what a page asks for, and what its address becomes. */
import type { Page } from '@playwright/test'
import { expect, waitForHydration } from './test'

/** The pages that take an id or a query, as paths. */
export const paths: readonly string[] = [
  '/',
  '/connections',
  '/connections/{id}',
  '/connections/{id}/remove',
  '/users',
  '/users/{id}',
  '/users/{id}/remove',
  '/vehicles',
  ...[
    '',
    '/battery',
    '/service',
    '/trouble-codes',
    '/system-status',
    '/vin',
    '/batch',
    '/signals',
    '/signals/{code}',
  ].map((tab) => `/vehicles/{id}${tab}`),
  '/signals',
  '/webhooks',
  '/webhooks/{id}',
  '/subscriptions',
  '/subscriptions/{id}',
  '/subscriptions/{id}/remove',
  '/deliveries',
  '/deliveries/{id}',
  '/return/battery-capacity',
  '/deprecations',
  '/activity',
  '/jobs',
  '/jobs/{id}',
  '/settings',
  '/settings/data',
  '/help',
  '/help/api',
]

/** What a page may ask for by itself: reads that cost nothing. */
const free = [
  /^\/api\/vehicle\/v3\/connections(\/[^/]+)?$/,
  /^\/api\/management\/v3\/(webhooks|subscriptions)(\/[^/]+)?$/,
  /^\/(session|activity\.json|config\.json)$/,
]

export interface Visits {
  page: Page
  logged: string[]
  /** Requests for data since the last look. */
  asked: URL[]
  seen: string[]
}

export function watch(page: Page, logged: string[], origin: string): Visits {
  const [asked, seen]: [URL[], string[]] = [[], []]
  page.on('dialog', (dialog) => {
    seen.push(`dialog “${dialog.message()}”`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.origin !== origin) seen.push(`request to ${url.host}`)
    // What the page's head asks for ahead of its script is of another type.
    else if (
      url.pathname.startsWith('/api/') ||
      (request.resourceType() === 'fetch' && !/\.(js|css)$/.test(url.pathname))
    ) {
      asked.push(url)
      const isFree = request.method() === 'GET' && free.some((one) => one.test(url.pathname))
      if (!isFree) seen.push(`${request.method()} ${url.pathname.slice(0, 200)}`)
    }
  })
  return { page, logged, asked, seen }
}

const decoded = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

async function settle(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await waitForHydration(page) // the address is corrected before that
  await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0)
}

/** Addresses that the server has requested for the page, and sent the responses with it. */
function renderedWith(html = '', base: string): URL[] {
  const [, block] = /<script type="application\/json" id="dehydrated">(.*?)<\/script>/s.exec(html) ?? []
  if (block === undefined) return []
  const { responses } = JSON.parse(block) as { responses: { address: string }[] } // `Dehydrated` of src/api/server-rendered.ts
  return responses.map(({ address }) => new URL(address, base))
}

/** Goes to one address. @returns what was wrong, in words */
export async function visit(visits: Visits, address: string): Promise<string[]> {
  const { page, logged, asked, seen } = visits
  const wrong: string[] = []
  asked.length = 0
  try {
    const response = await page.goto(address)
    if (response && response.status() !== 200) wrong.push(`status ${response.status()}`)
    asked.push(...renderedWith(await response?.text(), page.url()))
    await settle(page)
    if (await page.getByRole('heading', { name: 'Couldn’t show this page' }).isVisible()) wrong.push('the page failed')
    const mended = page.url()
    const { pathname } = new URL(mended)
    const segments = pathname.split('/').map(decoded)
    for (const url of asked) {
      const id = /^\/api\/\w+\/v3\/\w+\/([^/]+)$/.exec(url.pathname)?.[1]
      if (id !== undefined && !segments.includes(decoded(id))) wrong.push(`asked for ${url.pathname.slice(0, 200)}`)
    }
    if (/^\/(connections|webhooks)\/?$/.test(pathname)) {
      const { search } = new URL(mended)
      const list = asked.filter((url) => url.pathname.endsWith(`/v3${pathname.replace(/\/$/, '')}`))
      const isAsked = list.length === 0 || list.some((url) => decoded(url.search) === decoded(search))
      if (!isAsked) wrong.push(`asks ${list[0]?.search.slice(0, 200)}, says ${search.slice(0, 200)}`)
    }
    await page.reload()
    await settle(page)
    if (page.url() !== mended) wrong.push(`${mended.slice(0, 300)} becomes ${page.url().slice(0, 300)}`)
  } catch (error) {
    await page.goto('about:blank') // what is still under way would interrupt the next one
    wrong.push(String(error).split('\n').slice(0, 4).join(' | ').slice(0, 400))
  }
  return [...wrong, ...logged.splice(0).map((one) => `logged: ${one.slice(0, 300)}`), ...seen.splice(0)]
}
