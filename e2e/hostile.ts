/** One page with hostile answers: nothing of them runs, leads elsewhere, breaks the layout or slows the page. */
import { stripVTControlCharacters } from 'node:util'
import type { Page, Route } from '@playwright/test'
import { type Bench, blemishes, openBench } from './faults'
import type { Row } from './faults.data'
import { errorBy, type Plan, spoiltBy } from './hostile.data'
import { expect } from './test'

export const MOST_TASK_MS = 1000
/** A cell of a list that is wider than this has pushed the others out of view. */
const MOST_CELL_PX = 700

export interface HostileBench extends Bench {
  /** What happened that must not: dialogs, requests that leave. */
  seen: string[]
}

declare global {
  interface Window {
    /** Set by any text of an answer that is run. */
    __hit: unknown
    /** Milliseconds of the longest task so far. */
    worstTask: number
  }
}

export async function openHostileBench(
  page: Page,
  origin: string,
  logged: string[],
  name: string,
): Promise<HostileBench> {
  const bench = await openBench(page, origin, logged, name)
  const seen: string[] = []
  page.on('dialog', (dialog) => {
    seen.push(`dialog “${dialog.message()}”`)
    void dialog.dismiss()
  })
  page.on('popup', (popup) => seen.push(`window ${popup.url()}`))
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.origin !== origin && url.protocol !== 'blob:' && url.protocol !== 'data:') seen.push(`request ${url.href}`)
    if (request.method() !== 'GET' && url.pathname.startsWith('/api/') && !url.pathname.endsWith('/batch'))
      seen.push(`${request.method()} ${url.href}`)
  })
  await page.addInitScript(() => {
    window.worstTask = 0
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.worstTask = Math.max(window.worstTask, duration)
    }).observe({ type: 'longtask', buffered: true })
  })
  return { ...bench, seen }
}

/** The request as it would be about the true thing: the sandbox knows no hostile ids. */
function trueAddress(address: string, ids: ReadonlyMap<string, string>): string {
  const url = new URL(address)
  const segments = url.pathname.split('/').map((segment) => {
    const id = ids.get(decodeURIComponent(segment))
    return id === undefined ? segment : encodeURIComponent(id)
  })
  url.pathname = segments.join('/')
  for (const [name, value] of [...url.searchParams]) {
    const id = ids.get(value)
    if (id !== undefined) url.searchParams.set(name, id)
  }
  return url.href
}

/** Printable ASCII: what a header can hold. */
const isHeader = (text: string) => /^[!-~]([ -~]{0,2000}[!-~])?$/.test(text)

const spoiling =
  (plan: Plan, ids: ReadonlyMap<string, string>) =>
  async (route: Route): Promise<void> => {
    if (plan.kind === 'error') {
      await route.fulfill({ status: plan.status, body: errorBy(plan), contentType: 'application/json' })
      return
    }
    const response = await route.fetch({ url: trueAddress(route.request().url(), ids) }).catch(() => undefined)
    if (!response) return
    const headers = Object.entries(response.headers()).map(([name, value], index) => {
      const other = plan.texts.filter(isHeader)[index % 5]
      return [name, /-(data-age|fetched-at|unit-system|request-id)$/.test(name) ? (other ?? value) : value]
    })
    const body = (await response.text()) && spoiltBy(plan, await response.json())
    await route.fulfill({ response, headers: Object.fromEntries(headers), body }).catch(() => undefined)
  }

/** The page's address, and what the ids in it stand for. */
function addressOf({ ids }: Bench, { route }: Row, { id }: Plan) {
  const meant = new Map<string, string>()
  const address = route.replace(/\{(\w+)\}/g, (_, name: string) => {
    const own = ids[name] ?? ''
    if (id !== undefined) meant.set(id, own)
    return encodeURIComponent(id ?? own)
  })
  return { address, meant }
}

/**
 * Runs one case.
 * @param isShort true without the inspector and the overview
 * @returns what was wrong, in words
 */
export async function runHostile(bench: HostileBench, row: Row, plan: Plan, isShort = false): Promise<string[]> {
  const wrong = await tryHostile(bench, row, plan, isShort)
  const isSlowAlone = wrong.length > 0 && wrong.every((one) => one.includes(SLOW))
  // A machine that does other things is slow as well: twice means the page.
  return isSlowAlone ? tryHostile(bench, row, plan, isShort) : wrong
}

const SLOW = 'the longest task took'

async function tryHostile(bench: HostileBench, row: Row, plan: Plan, isShort: boolean): Promise<string[]> {
  const { page, seen } = bench
  const wrong: string[] = []
  const main = page.getByRole('main')
  const { address, meant } = addressOf(bench, row, plan)
  const spoil = spoiling(plan, meant)
  const place = row.from ?? '**/api/*/v*/**'
  await page.route(place, spoil)
  const check = async (when: string) => {
    wrong.push(...(await blemishes(bench)).map((one) => `${when}: ${one}`))
    wrong.push(...(await harmIn(page)).map((one) => `${when}: ${one}`))
    wrong.push(...seen.splice(0).map((one) => `${when}: ${one}`))
  }
  try {
    // What a page has drawn is looked at once it requests nothing more, whatever it found: nothing on it says so in words.
    await page.goto(address, { waitUntil: 'networkidle' })
    const ask = row.ask && main.getByRole('button', { name: row.ask })
    if (ask && (await ask.isVisible()) && (await ask.isEnabled())) await ask.click()
    await expect(main.locator('[aria-busy=true], [data-loading]')).toHaveCount(0)
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await check(`${width} px`)
    }
    for (const opened of ['main details', 'main details details']) // what is drawn when it is opened
      await page.evaluate((selector) => {
        for (const one of document.querySelectorAll(selector)) one.setAttribute('open', '')
      }, opened)
    await check('opened')
    await page.keyboard.press('Tab')
    if (await page.evaluate(() => document.activeElement === document.body)) wrong.push('Tab reaches nothing')
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    const tools = page.getByRole('button', { name: /^Request inspector/ })
    // Where owners come back there are none.
    if (!isShort && (await tools.count()) > 0) await lookAround(bench, check)
  } catch (error) {
    const at = (await main.innerText().catch(() => '')).replace(/\s+/g, ' ').slice(0, 500)
    const words = stripVTControlCharacters(String(error)).split('\n').slice(0, 6).join(' | ')
    wrong.push(`${words.slice(0, 600)}\n    page: ${at}`)
  }
  await page.evaluate(() => sessionStorage.clear()).catch(() => undefined)
  await page.unroute(place, spoil)
  return [...new Set(wrong)]
}

/** The inspector, and the overview, which names what was looked at. */
async function lookAround({ page }: Bench, check: (when: string) => Promise<void>): Promise<void> {
  const tools = page.getByRole('button', { name: /^Request inspector/ })
  await tools.click()
  await expect(page.getByRole('complementary', { name: 'Request inspector' })).toBeVisible()
  await check('inspector')
  await tools.click()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Overview', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await check('overview')
}

/** What of the answer has got further than its place. */
const harmIn = (page: Page) =>
  page.evaluate(
    ({ mostTask, mostCell, slow }) => {
      const found: string[] = []
      const say = (element: Element) => {
        const name = `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''}`
        return `${name} “${(element.textContent ?? '').slice(0, 40)}”`
      }
      if (window.__hit !== undefined) found.push('a text of the answer ran')
      if (window.worstTask > mostTask) found.push(`${slow} ${window.worstTask} ms`)
      window.worstTask = 0
      const console =
        /^\/$|^\/(connections|users|webhooks|subscriptions|jobs|deliveries)(\/[^/]+)?$|^\/vehicles(\/[^/]+(\/(battery|service|trouble-codes|system-status|vin|batch|signals(\/[^/]+)?))?)?$|^\/(signals|deprecations|activity|settings|help(\/api)?|openapi\.json|licenses\.txt)$/
      for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href]')) {
        const given = link.getAttribute('href') ?? ''
        const isOwn = link.origin === location.origin
        if (!/^(https?|mailto):$/.test(link.protocol)) found.push(`link to ${given.slice(0, 80)}`)
        else if (!isOwn && !link.hostname.match(/^(localhost|127\.0\.0\.1)$/)) found.push(`link out to ${link.host}`)
        else if (isOwn && !given.startsWith('#')) {
          const path = given.replace(location.origin, '').split(/[?#]/)[0] ?? ''
          if (!console.test(path) || decodeURIComponent(path) !== decodeURIComponent(link.pathname))
            found.push(`link that leads to ${link.pathname.slice(0, 80)}, given as ${given.slice(0, 80)}`)
        }
      }
      const isLaidOut = document.documentElement.clientWidth > 900
      for (const cell of document.querySelectorAll('main td, main th')) {
        const { width } = cell.getBoundingClientRect()
        const isWhole = (cell as HTMLTableCellElement).colSpan > 1
        if (isLaidOut && !isWhole && width > mostCell) found.push(`a cell ${Math.round(width)} px wide: ${say(cell)}`)
      }
      for (const element of document.querySelectorAll('main :is(td, th, dd, dt, h1, h2, h3, p, li, label)')) {
        const { overflowX, display } = getComputedStyle(element)
        const past = element.scrollWidth - element.clientWidth
        if (past > 2 && overflowX === 'visible' && display !== 'inline' && element.clientWidth > 1)
          found.push(`${past} px past its box: ${say(element)}`)
      }
      const { scrollWidth, clientWidth, scrollHeight } = document.documentElement
      if (scrollWidth > clientWidth) {
        const past = [...document.querySelectorAll('body *')].filter(
          (element) =>
            element.getBoundingClientRect().right > clientWidth + 1 &&
            !element.parentElement?.closest('section[tabindex], [role=region], dialog'),
        )
        found.push(`past the view: ${past.slice(-2).map(say).join(', ')}`)
      }
      if (scrollHeight > 60_000) found.push(`the page is ${scrollHeight} px high`)
      return found.slice(0, 8)
    },
    { mostTask: MOST_TASK_MS, mostCell: MOST_CELL_PX, slow: SLOW },
  )
