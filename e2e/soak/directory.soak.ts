/** The directory at its design size: 100,000 connections, walked, searched while walking, kept and cancelled. */
import type { CDPSession, Page } from '@playwright/test'
import { startGateway } from '../gateway'
import { expect, test } from '../test'
import { MOST_PAINT_MS, measure, worstPaint } from './paint'

const CONNECTIONS = 100_000
const MOST_HEAP_MB = 250
const WORDS = ['tesla model 3', 'harbor', '007', 'C-10302', 'renault zoe 2020']

const source = (page: Page) => page.getByRole('region', { name: 'Where this list comes from' })
const copy = (page: Page) => page.getByRole('region', { name: 'Saved copy' })

/** The heap that is in use after a garbage collection, in MB. */
async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return usedSize / 1e6
}

/** Types each text and takes it away again, as somebody does who looks for something. */
async function type(page: Page): Promise<void> {
  await page.getByLabel('Search').click()
  for (const word of WORDS) {
    await page.keyboard.type(word, { delay: 60 })
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe(word)
    for (const _ of word) await page.keyboard.press('Backspace', { delay: 20 })
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBeNull()
  }
}

test(`${CONNECTIONS} connections: walked, typed into, kept`, async ({ page }) => {
  const gateway = await startGateway({ SANDBOX_CONNECTIONS: String(CONNECTIONS) })
  try {
    const session = await page.context().newCDPSession(page)
    await session.send('HeapProfiler.enable')
    await page.goto(`${gateway.origin}/users`)
    await expect(page.getByRole('button', { name: 'Load the rest (999 requests)' })).toBeVisible()
    await measure(page)

    const began = Date.now()
    await page.getByRole('button', { name: /^Load the rest/ }).click()
    await type(page)
    await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible() // it was typed while it walked
    expect(await worstPaint(page, 'typing during the walk')).toBeLessThan(MOST_PAINT_MS)
    await expect(source(page)).toContainText('from all 100,000 connections', { timeout: 5 * 60_000 })
    console.info(`the walk took ${((Date.now() - began) / 1000).toFixed(1)} s`)

    await measure(page)
    await type(page)
    expect(await worstPaint(page, 'typing in the whole')).toBeLessThan(MOST_PAINT_MS)
    await page.getByRole('link', { name: 'Vehicles', exact: true }).click()
    await expect(page.getByRole('table', { name: 'Vehicles' }).getByRole('row')).toHaveCount(26)
    await measure(page)
    await type(page)
    expect(await worstPaint(page, 'typing among the vehicles')).toBeLessThan(MOST_PAINT_MS)

    const heap = await heapOf(session)
    console.info(`heap ${heap.toFixed(0)} MB`)
    expect(heap).toBeLessThan(MOST_HEAP_MB)

    await page.getByRole('button', { name: 'Save in this browser' }).click()
    await expect(copy(page)).toContainText(/Saved \w{3} \d/, { timeout: 60_000 })
    await page.reload()
    await expect(source(page)).toContainText('from all 100,000 connections', { timeout: 60_000 })
    await expect(source(page)).toContainText('saved in this browser')
  } finally {
    await gateway.stop()
  }
})

test('cancelling sends nothing more, at once', async ({ page }) => {
  const gateway = await startGateway({ SANDBOX_CONNECTIONS: String(CONNECTIONS), SANDBOX_LATENCY_MS: '40' })
  try {
    const at: number[] = []
    page.on('request', (request) => request.url().includes('page[number]') && at.push(Date.now()))
    await page.goto(`${gateway.origin}/users`)
    await page.getByRole('button', { name: /^Load the rest/ }).click()
    await expect.poll(() => at.length).toBeGreaterThan(100)
    await page.getByRole('button', { name: 'Cancel' }).click()
    const cancelledAt = Date.now()
    await expect(page.getByRole('button', { name: /^Load the rest/ })).toBeVisible()
    // Another job of the console, which takes longer than the next page of the walk would have.
    await page.getByLabel('Search').fill('nobody at all')
    await expect(page.getByText('No user matches “nobody at all”')).toBeVisible()
    expect(at.filter((time) => time > cancelledAt + 5).length).toBeLessThanOrEqual(2) // the search asks both modes
  } finally {
    await gateway.stop()
  }
})
