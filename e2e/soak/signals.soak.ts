/** A signal with 100,000 values, read page by page: smooth, and within its memory. */
import { expect, test } from '../test'

const VALUES = 100_000
const MOST_HEAP_MB = 300

test(`${VALUES} values, page by page`, async ({ signedIn: page }) => {
  let requests = 0
  await page.route('**/signals/*/values**', async (route) => {
    requests += 1
    const query = new URL(route.request().url()).searchParams
    const [number, size] = [Number(query.get('page') ?? 1), Number(query.get('pageSize') ?? 10)]
    const first = (number - 1) * size
    const data = Array.from({ length: size }, (_, index) => ({
      value: (first + index) * 1.5,
      unit: 'km',
      recordedAt: new Date(1.8e12 - (first + index) * 60_000).toISOString(),
    }))
    const isLast = first + size >= VALUES
    await route.fulfill({
      json: {
        data,
        meta: { pageNumber: number, pageSize: size, totalCount: VALUES },
        links: {
          self: `?page=${number}&pageSize=${size}`,
          first: '?page=1',
          prev: null,
          next: isLast ? null : `?page=${number + 1}&pageSize=${size}`,
          last: `?page=${VALUES / size}`,
        },
      },
    })
  })
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.enable')
  await page.goto('/vehicles/any/signals/x')
  await page.getByRole('button', { name: 'Read values' }).click()
  await page.evaluate(() => {
    window.longest = 0
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration)
    }).observe({ entryTypes: ['longtask'] })
  })
  await page.getByRole('button', { name: 'Read all 100,000 values (1,000 requests)' }).click()
  await expect(page.getByText(/[1-9]\d,\d{3} of 100,000 values/)).toBeVisible({ timeout: 5 * 60_000 })
  const whileReading = await page.evaluate(() => window.longest)
  await expect(page.getByText('All 100,000 values read with 1,000 requests.')).toBeVisible({ timeout: 5 * 60_000 })
  await expect(page.getByRole('img', { name: /over time/ })).toBeVisible()
  expect(requests).toBe(1001)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  const longest = await page.evaluate(() => window.longest)
  console.info(
    `heap ${(usedSize / 1e6).toFixed(0)} MB, longest task ${whileReading.toFixed(0)} ms while reading, ${longest.toFixed(0)} ms when drawn`,
  )
  expect(usedSize / 1e6).toBeLessThan(MOST_HEAP_MB)
  expect(whileReading).toBeLessThan(200)
})

declare global {
  interface Window {
    /** Milliseconds of the longest task so far. */
    longest: number
  }
}
