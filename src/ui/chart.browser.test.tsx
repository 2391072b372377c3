/** The chart: what its axes and the value under the pointer say. */
import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw } from './browser-harness'
import { Chart } from './chart'
import { ZoneProvider } from './time'

const HOUR_S = 3600
const from = Date.UTC(2025, 10, 20, 8, 1) / 1000
const drawChart = (zone: 'utc' | 'local' | 'relative', step = HOUR_S) =>
  draw(
    <ZoneProvider value={zone}>
      <div style={{ width: 800 }}>
        <Chart
          at={[from, from + step, from + 2 * step]}
          values={[1, 2500.5, 3]}
          label="Charge"
          unit="%"
          summary="A chart"
        />
      </div>
    </ZoneProvider>,
  )

it.each([
  ['utc', 'Nov 20, 2025, 09:01: 2,500.5%'],
  ['local', 'Nov 20, 2025, 10:01: 2,500.5%'],
  ['relative', 'Nov 20, 2025, 10:01: 2,500.5%'], // an age would name no place on an axis
] as const)('says the value under the pointer with its time and unit: %s', async (zone, said) => {
  await drawChart(zone)
  await userEvent.hover(page.getByRole('img', { name: 'A chart' }))
  await expect.element(page.getByText(said)).toBeVisible()
})

it.each([
  ['times', HOUR_S, /^Nov 20, 2025, \d\d:00$/, 'UTC'],
  ['days', 10 * 24 * HOUR_S, /^(Nov|Dec) \d+, 2025$/, 'UTC'],
])('has %s on its axis, in the form of every date, with the zone below', async (_, step, mark, zone) => {
  const drawn = vi.spyOn(CanvasRenderingContext2D.prototype, 'fillText')
  await drawChart('utc', step)
  await vi.waitFor(() => expect(drawn.mock.calls.map(([text]) => text)).toContain(zone))
  const texts = drawn.mock.calls.map(([text]) => text)
  expect(texts.filter((text) => mark.test(text)).length).toBeGreaterThan(1)
  expect(texts).toContain('%')
  drawn.mockRestore()
})
