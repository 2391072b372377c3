/** The drawing of end dates: its words, its shapes, and that it fits. */
import { afterEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { draw } from '../../ui/browser-harness'
import { DeprecationDrawing } from './deprecation-drawing'

afterEach(() => void vi.useRealTimers())

/** Its rows as they are read, on a day. */
async function rowsOn(day: string, width: number, isCompact = false) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${day}T12:00:00Z`) })
  await draw(
    <div style={{ width }} data-testid="place">
      <DeprecationDrawing compact={isCompact} />
    </div>,
  )
  await expect.element(page.getByRole('list', { name: 'End dates' })).toBeVisible()
  return page.getByRole('listitem').elements()
}
const shapeOf = (row: Element | undefined) => row?.querySelector('[data-phase][style]')
const textOf = (row: Element | undefined) => row?.textContent

it.each([
  ['2026-11-23', 'System status, Ended 54 days ago, Jul 1 to Sep 30', 'Trouble codes, Ends in 8 days, Dec 1'],
  ['2026-12-01', 'System status, Ended 62 days ago, Jul 1 to Sep 30', 'Trouble codes, Ends today, Dec 1'],
  [
    '2025-06-01',
    'System status, Ends in 486 days, Jul 1, 2026 to Sep 30, 2026 ›',
    'Trouble codes, Ends in 548 days, Dec 1, 2026 ›',
  ],
  [
    '2028-06-01',
    'System status, Ended 610 days ago, ‹ Jul 1, 2026 to Sep 30, 2026',
    'Trouble codes, Ended 548 days ago, ‹ Dec 1, 2026',
  ],
])('on %s says of each what ends and when', async (day, quarter, single) => {
  const rows = await rowsOn(day, 900)
  expect(rows).toHaveLength(6)
  expect(textOf(rows[0])).toBe(quarter)
  expect(textOf(rows[3])).toBe(single)
})

it('draws a point for a day and a bar for a quarter, what is over as over', async () => {
  const rows = await rowsOn('2026-11-23', 900)
  const [over, day, , , quarter] = rows.map(shapeOf)
  expect([over, day, quarter].map((shape) => shape?.getAttribute('data-phase'))).toEqual(['passed', 'ahead', 'inside'])
  expect(day?.getBoundingClientRect().width).toBeLessThan(20)
  expect(quarter?.getBoundingClientRect().width).toBeGreaterThan(100)
  if (!over || !quarter) throw new Error('both are drawn')
  expect(getComputedStyle(over).borderStyle).toBe('dashed')
  expect(getComputedStyle(quarter).borderStyle).toBe('solid')
})

it('draws nothing where an end lies beyond its months', async () => {
  const rows = await rowsOn('2028-06-01', 900)
  expect(rows.map(shapeOf)).toEqual(rows.map(() => null))
})

it.each([
  [900, '2026-11-23'],
  [560, '2026-11-23'],
  [296, '2026-11-23'],
  [296, '2025-06-01'],
  [296, '2028-06-01'],
])('fits into %i px on %s, no date beyond its row', async (width, day) => {
  const rows = await rowsOn(day, width, true)
  const place = page.getByTestId('place').element()
  expect(place.scrollWidth).toBeLessThanOrEqual(width)
  const edge = place.getBoundingClientRect()
  for (const row of rows) {
    const date = row.querySelector('[data-side]')?.getBoundingClientRect()
    expect(date?.left).toBeGreaterThanOrEqual(edge.left)
    expect(date?.right).toBeLessThanOrEqual(edge.right)
  }
  expect(page.getByText('Ends on this day').elements()).toHaveLength(0)
})
