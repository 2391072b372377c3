/** The chart: what its axes and the value under the pointer say, by pointer and by keyboard; how it is looked at closer. */
import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw } from './browser-harness'
import { Chart } from './chart'
import type { Line } from './chart-plot'
import { mergeTimes } from './merge-times'
import { ZoneProvider } from './time'

const HOUR_S = 3600
const from = Date.UTC(2025, 10, 20, 8, 1) / 1000
const three: Line[] = [{ label: 'Charge', unit: '%', values: [1, 2500.5, 3] }]
const hundred: Line[] = [{ label: 'Charge', values: Array.from({ length: 101 }, (_, n) => n) }]

interface Shown {
  zone?: 'utc' | 'local' | 'relative'
  at?: readonly number[]
  lines?: readonly Line[]
  width?: number
}
const drawChart = ({ zone = 'utc', at = [0, 1, 2].map((n) => from + n * HOUR_S), lines = three, width = 800 }: Shown) =>
  draw(
    <ZoneProvider value={zone}>
      <div style={{ width }}>
        <Chart at={at} lines={lines} summary="A chart" />
      </div>
    </ZoneProvider>,
  )
const points = page.getByRole('slider', { name: 'Points of the chart' })
const focusPoints = async () => {
  points.element().focus()
  await expect.element(points).toHaveFocus()
}
const press = (...keys: string[]) => userEvent.keyboard(keys.map((key) => `{${key}}`).join(''))
const said = async (text: string | RegExp) => expect.element(points).toHaveAttribute('aria-valuetext', text)

it.each([
  ['utc', 'Nov 20, 2025, 09:01: 2,500.5%'],
  ['local', 'Nov 20, 2025, 10:01: 2,500.5%'],
  ['relative', 'Nov 20, 2025, 10:01: 2,500.5%'], // an age would name no place on an axis
] as const)('says the value under the pointer with its time and unit: %s', async (zone, words) => {
  await drawChart({ zone })
  await userEvent.hover(page.getByRole('img', { name: 'A chart' }))
  await expect.element(page.getByText(words)).toBeVisible()
  await userEvent.hover(page.getByText('Drag to zoom, double-click to reset.'))
  await expect.element(page.getByText(words)).not.toBeInTheDocument()
})

it.each([
  ['times', HOUR_S, /^Nov 20, 2025, \d\d:00$/, 'UTC'],
  ['days', 10 * 24 * HOUR_S, /^(Nov|Dec) \d+, 2025$/, 'UTC'],
])('has %s on its axis, in the form of every date, with the zone below', async (_, step, mark, zone) => {
  const drawn = vi.spyOn(CanvasRenderingContext2D.prototype, 'fillText')
  await drawChart({ at: [0, 1, 2].map((n) => from + n * step) })
  await vi.waitFor(() => expect(drawn.mock.calls.map(([text]) => text)).toContain(zone))
  const texts = drawn.mock.calls.map(([text]) => text)
  expect(texts.filter((text) => mark.test(text)).length).toBeGreaterThan(1)
  expect(texts).toContain('%')
  drawn.mockRestore()
})

it('is gone through with the arrow keys, point by point, and says each', async () => {
  await drawChart({ lines: [{ label: 'Charge', unit: '%', values: [1, null, 3] }] })
  await focusPoints()
  await said('Nov 20, 2025, 10:01: 3%') // the latest, before any key
  await press('ArrowLeft')
  await said('Nov 20, 2025, 10:01: 3%')
  await expect.element(page.getByText('Nov 20, 2025, 10:01: 3%')).toBeVisible()
  await press('ArrowLeft')
  await said('Nov 20, 2025, 09:01: no value')
  await press('ArrowLeft', 'ArrowLeft')
  await said('Nov 20, 2025, 08:01: 1%')
  await expect.element(points).toHaveAttribute('aria-valuenow', '0')
  await press('End')
  await said('Nov 20, 2025, 10:01: 3%')
  await press('Home')
  await said('Nov 20, 2025, 08:01: 1%')
  points.element().blur()
  await expect.element(page.getByText('Nov 20, 2025, 08:01: 1%')).not.toBeInTheDocument()
})

it('is zoomed, moved and reset by keyboard, and says what it shows', async () => {
  const at = Array.from({ length: 101 }, (_, n) => from + n * 60)
  await drawChart({ at, lines: [{ label: 'Charge', values: at.map((_, n) => n) }] })
  const shown = page.getByText(/^Zoomed to/)
  await focusPoints()
  await press('+')
  await expect.element(shown).toHaveTextContent('Zoomed to Nov 20, 2025, 08:26 – Nov 20, 2025, 09:16')
  await press('Home')
  await said('Nov 20, 2025, 08:26: 25')
  await press('Shift>}{ArrowLeft}{/Shift')
  await expect.element(shown).toHaveTextContent('Zoomed to Nov 20, 2025, 08:13 – Nov 20, 2025, 09:03')
  await press('-')
  await expect.element(page.getByText('All values shown')).toBeInTheDocument()
  await press('+', '+', '0')
  await expect.element(page.getByText('All values shown')).toBeInTheDocument()
  await press('=')
  await expect.element(shown).toBeInTheDocument()
  await press('Escape')
  await expect.element(page.getByText('All values shown')).toBeInTheDocument()
})

it('keeps the point of the keyboard and what is zoomed to where it is drawn for another width', async () => {
  const { container } = await drawChart({ at: Array.from({ length: 101 }, (_, n) => from + n * 60), lines: hundred })
  const tip = () => container.querySelector('[aria-hidden="true"] > p')
  await focusPoints()
  await press('+', 'Home')
  await said('Nov 20, 2025, 08:26: 25')
  const place = container.querySelector<HTMLElement>('div[style]')
  for (const width of ['300px', '700px']) {
    if (place) place.style.width = width
    await vi.waitFor(() => expect(container.querySelector('.uplot')?.clientWidth).toBe(Number.parseInt(width, 10)))
    await expect.poll(() => tip()?.textContent).toBe('Nov 20, 2025, 08:26: 25')
    await expect.element(page.getByText(/^Zoomed to Nov 20, 2025, 08:26/)).toBeInTheDocument()
  }
  await press('ArrowRight')
  await expect.poll(() => tip()?.textContent).toBe('Nov 20, 2025, 08:27: 26')
})

it('is zoomed by dragging, and reset by a double click', async () => {
  const { container } = await drawChart({})
  const over = container.querySelector<HTMLElement>('.u-over')
  if (!over) throw new Error('nothing was drawn')
  const drag = (kind: string, x: number) => {
    const { left, top } = over.getBoundingClientRect()
    const target = kind === 'mouseup' ? document : over
    const at = { clientX: left + x, clientY: top + 50, bubbles: true, button: 0, movementX: 1 }
    target.dispatchEvent(new MouseEvent(kind, at))
  }
  drag('mousemove', 100)
  drag('mousedown', 100)
  drag('mousemove', 300)
  drag('mouseup', 300)
  await expect.element(page.getByText(/^Zoomed to/)).toBeInTheDocument()
  over.dispatchEvent(new MouseEvent('dblclick', { bubbles: true, button: 0 }))
  await expect.element(page.getByText('All values shown')).toBeInTheDocument()
})

it('leaves keys that are not its own to the page', async () => {
  await drawChart({})
  await focusPoints()
  const heard = vi.fn()
  addEventListener('keydown', heard)
  await press('ArrowLeft', 'j', 'Escape')
  removeEventListener('keydown', heard)
  expect(heard.mock.calls.map(([{ key }]) => key)).toEqual(['j', 'Escape']) // nothing is zoomed
})

it('of two lines with times of their own, each says its nearest point, with its time where that is another', async () => {
  const drawn = vi.spyOn(CanvasRenderingContext2D.prototype, 'fillText')
  const dashed = vi.spyOn(CanvasRenderingContext2D.prototype, 'setLineDash')
  const { at, values } = mergeTimes([
    { at: [from, from + HOUR_S], values: [1, 2] },
    { at: [from + 600, from + HOUR_S], values: [50, 60] },
  ])
  const lines: Line[] = [
    { label: 'Odometer', unit: 'km', values: values[0] ?? [], axis: '0' },
    { label: 'Charge', unit: '%', values: values[1] ?? [], axis: '1' },
  ]
  await drawChart({ at, lines })
  await focusPoints()
  await press('End')
  await said('Nov 20, 2025, 09:01; Odometer: 2 km; Charge: 60%')
  await press('Home')
  await said('Nov 20, 2025, 08:01; Odometer: 1 km; Charge: 50% (Nov 20, 2025, 08:11)')
  const texts = drawn.mock.calls.map(([text]) => text)
  expect(texts).toContain('Odometer (km)') // an axis of its own for each
  expect(texts).toContain('Charge (%)')
  expect(new Set(dashed.mock.calls.map(([dash]) => String(dash))).size).toBeGreaterThan(1) // not by color alone
  drawn.mockRestore()
  dashed.mockRestore()
})

it.each<[string, Shown]>([
  ['the greatest numbers', { lines: [{ label: 'x', values: [1e308, -1e308, 1.7e308] }] }],
  ['the least numbers', { lines: [{ label: 'x', values: [5e-324, -0, 1e-300] }] }],
  ['one number', { lines: [{ label: 'x', values: [7, 7, 7] }] }],
  ['nothing but gaps', { lines: [{ label: 'x', values: [null, null, null] }] }],
  ['one point', { at: [from], lines: [{ label: 'x', values: [1] }] }],
  ['one time', { at: [from, from, from] }],
  ['times before all and after all', { at: [-8.64e12, 0, 8.64e12] }],
  ['no line at all', { lines: [] }],
  ['a narrow place', { width: 240 }],
  ['text that is none of ours', { lines: [{ label: '<b>‮x', unit: '<img src=x>'.repeat(50), values: [1, 2, 3] }] }],
])('draws %s', async (_, shown) => {
  const { container } = await drawChart(shown)
  await focusPoints()
  await press('Home', '+', 'ArrowRight', '-', 'End')
  expect(container.querySelector('canvas')).not.toBeNull()
  expect(container.querySelector('img, b')).toBeNull()
})
