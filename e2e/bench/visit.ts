/** One visit of a page: what it sends and asks for, when its rows are seen, what it keeps. */
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'
import { type Mark, type Moment, type Noted, type Point, watchPage } from './in-page'

export const ROWS = 100
/** A slow computer behind a slow line: a mid-range phone of today on an average mobile network. */
const SLOW = { cpu: 4, bitsPerSecond: 9e6, roundTripMs: 165 }

let slower = 1
/** Makes the line as many times slower as the machine is, so that the network keeps its part of each time. */
export function setSlower(times: number): void {
  slower = times
}

export type Figures = Record<string, number>

const kinds = { Document: 'document', Script: 'script', Stylesheet: 'style', Fetch: 'data', XHR: 'data' } as const
type Kind = (typeof kinds)[keyof typeof kinds] | 'other'

export const newContext = (browser: Browser): Promise<BrowserContext> =>
  browser.newContext({ locale: 'en-US', timezoneId: 'Europe/Berlin', viewport: { width: 1280, height: 800 } })

export async function inNewContext<T>(browser: Browser, measure: (context: BrowserContext) => Promise<T>): Promise<T> {
  const context = await newContext(browser)
  try {
    return await measure(context)
  } finally {
    await context.close()
  }
}

export interface Visit {
  page: Page
  session: CDPSession
  figures: Figures
}

export interface OpenPage {
  page: Page
  session: CDPSession
}

/** The same server under another name, which is another site. */
function otherSite(address: string): string {
  const url = new URL('/healthz', address)
  url.hostname = '127.0.0.1'
  return url.href
}

/**
 * Opens a page of another site, from which the visit begins, as in a tab in use. A new tab's process would be reused for the
 * floor, but not for the console, because of its Cross-Origin-Opener-Policy.
 */
const openVisit = (context: BrowserContext, address: string, isSlow: boolean, isClicked = false) =>
  openPage(context, isSlow, isClicked, otherSite(address))

/** Opens a page and watches it. @param isSlow if true, processor and line are slowed down */
export async function openPage(
  context: BrowserContext,
  isSlow: boolean,
  isClicked = false,
  from = 'about:blank',
): Promise<OpenPage> {
  const page = await context.newPage()
  await page.goto(from)
  const session = await context.newCDPSession(page)
  await page.addInitScript(watchPage, { rowsExpected: ROWS, isClicked })
  await session.send('Network.enable')
  await session.send('HeapProfiler.enable')
  if (isSlow) {
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW.cpu })
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: SLOW.roundTripMs * slower,
      downloadThroughput: SLOW.bitsPerSecond / slower / 8,
      uploadThroughput: SLOW.bitsPerSecond / slower / 8,
    })
  }
  return { page, session }
}

/** Opens the address and waits for its rows, then until it asks for nothing more. */
export async function visit(context: BrowserContext, address: string, isSlow: boolean): Promise<Visit> {
  const { page, session } = await openVisit(context, address, isSlow)
  const bytes: Record<Kind, number> = { document: 0, script: 0, style: 0, data: 0, other: 0 }
  const sent: Record<Kind, number> = { document: 0, script: 0, style: 0, data: 0, other: 0 }
  const kindOf = new Map<string, Kind>()
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    const isData = new URL(response.url).pathname.startsWith('/api/') // a preload has a type of its own
    kindOf.set(requestId, isData ? 'data' : ((kinds as Record<string, Kind>)[type] ?? 'other'))
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kindOf.get(requestId)
    if (kind === undefined || encodedDataLength === 0) return // from the cache
    bytes[kind] += encodedDataLength
    sent[kind] += 1
  })
  await page.goto(address)
  await page.evaluate(() => window.bench.rows)
  await page.waitForLoadState('networkidle') // a visit is measured to its last request
  await page.waitForFunction(() => window.bench.noted.largestPaint !== undefined, undefined, { polling: 100 }) // told some frames later
  const noted = await page.evaluate(() => {
    const { interactions: _, ...rest } = window.bench.noted
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const isScript = ({ name, initiatorType }: PerformanceResourceTiming) =>
      initiatorType === 'script' || /\.js(\?|$)/.test(name)
    const data = resources.filter(({ name }) => new URL(name).pathname.startsWith('/api/'))
    return {
      ...rest,
      data: data.map(({ startTime }) => startTime),
      scripts: new Set(resources.filter(isScript).map(({ name }) => name)).size,
      nodes: document.querySelectorAll('*').length,
    }
  })
  const { shift, tasks } = noted
  return {
    page,
    session,
    figures: {
      ...seenIn(noted),
      ...(noted.data.length > 0 && { 'first data request': Math.min(...noted.data) }),
      'blocking time': tasks.reduce((sum, [, duration]) => sum + duration - 50, 0),
      'layout shift': Number(shift.toFixed(4)),
      requests: Object.values(sent).reduce((sum, count) => sum + count, 0),
      scripts: noted.scripts,
      'document bytes': bytes.document,
      'script bytes': bytes.script,
      'style bytes': bytes.style,
      'data bytes': bytes.data,
      'DOM nodes': noted.nodes,
      heap: await heapOf(session),
    },
  }
}

/** When what a person sees was there. */
const seenIn = (noted: Omit<Noted, 'interactions'>): Figures => ({
  frame: noted.frameAt ?? Number.NaN,
  'rows in the window': noted.windowAt ?? Number.NaN,
  rows: noted.rowsAt ?? Number.NaN,
  'first paint': noted.firstPaint ?? Number.NaN,
  'largest paint': noted.largestPaint ?? Number.NaN,
})

/** A first visit alone, until its rows are there: with a slow provider, too. */
export async function firstRows(context: BrowserContext, address: string): Promise<{ frame: number; rows: number }> {
  const { page } = await openVisit(context, address, true)
  await page.goto(address, { waitUntil: 'commit' })
  await page.evaluate(() => window.bench.rows)
  const { frameAt = Number.NaN, rowsAt = Number.NaN } = await page.evaluate(() => ({ ...window.bench.noted }))
  return { frame: frameAt, rows: rowsAt }
}

/** @returns a promise of what the page first calls the function with */
async function exposeOnce<T>(page: Page, name: string): Promise<{ called: Promise<T> }> {
  let resolve: (value: T) => void
  const called = new Promise<T>((done) => {
    resolve = done
  })
  await page.exposeFunction(name, (value: T) => resolve(value))
  return { called }
}

/**
 * A visit on which the first live row's Remove is clicked once, when it is shown. @returns milliseconds from the visit's
 * begin until its question is shown, as a dialog or as a page of its own
 */
export async function removeOpens(context: BrowserContext, address: string): Promise<number> {
  const { page } = await openVisit(context, address, true, true)
  const seen = await exposeOnce<Point>(page, 'benchSeen')
  const asked = await exposeOnce<Moment>(page, 'benchAsked')
  await page.goto(address, { waitUntil: 'commit' })
  const began = await page.evaluate(() => performance.timeOrigin)
  const { x, y } = await seen.called
  await page.mouse.click(x, y)
  const { now, origin } = await asked.called
  return origin - began + now
}

/** Bytes of the heap that are in use after a garbage collection. */
export async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  return (await session.send('Runtime.getHeapUsage')).usedSize
}

/** Does something and says how long it took from its key or click to the frame that shows it. */
export async function timed(page: Page, mark: Mark, act: () => Promise<unknown>): Promise<number> {
  const [time = Number.NaN] = await timedAll(page, [mark], act)
  return time
}

export async function timedAll(page: Page, marks: readonly Mark[], act: () => Promise<unknown>): Promise<number[]> {
  await page.evaluate((wanted) => window.bench.arm(wanted), marks)
  await act()
  return page.evaluate(() => window.bench.reached())
}

/** The slowest interaction (a key, a click: until the frame after it), and the longest task, while something is done. */
export async function worst(page: Page, act: () => Promise<unknown>): Promise<{ interaction: number; task: number }> {
  await settled(page) // what was done before is not meant
  const began = await page.evaluate(() => {
    window.bench.noted.interactions.clear()
    return performance.now()
  })
  await act()
  await settled(page)
  return page.evaluate((since) => {
    const { interactions, tasks } = window.bench.noted
    const most = (numbers: number[]) => numbers.reduce((one, other) => Math.max(one, other), 0)
    return {
      interaction: most([...interactions.values()]),
      task: most(tasks.filter(([at]) => at >= since).map(([, duration]) => duration)),
    }
  }, began)
}

/** Entries are handed to observers some frames after what they tell of. */
const settled = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        setTimeout(() => requestIdleCallback(() => resolve(), { timeout: 1000 }), 300) // a page that draws nothing may never be idle
      }),
  )
