/** Drawings of every known signal and of values that nobody would expect: what is seen, what is heard, and what keys show. */
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type KnownSignal, knownSignals } from '../../../api/signals.data'
import { ConfigProvider } from '../../../core/config'
import type { TableRow } from '../../../core/table-row'
import { totalOf, valueAt } from '../../../sandbox/signal-values'
import { signalShapes } from '../../../sandbox/signals.data'
import { draw } from '../../../ui/browser-harness'
import { Drawing } from './drawing'

const config = { mapUrl: 'https://maps.example/?q={latitude},{longitude}' } as never // nothing else of it is read here
const drawing = (records: readonly TableRow[], code = 'x', name = 'Signal') =>
  draw(
    <ConfigProvider value={config}>
      <Drawing records={records} all={records} code={code} name={name} />
    </ConfigProvider>,
  )

/** Ten values, or as many as there are, as the sandbox sends them. */
function examplesOf({ code }: KnownSignal): TableRow[] {
  const shape = signalShapes[code]
  if (!shape) throw new Error(`The sandbox has no ${code}`)
  const count = Math.min(10, totalOf(shape))
  return Array.from({ length: count }, (_, index) => valueAt(shape, { seed: 7, row: 3, code: 5, index }))
}
/** Its heading. */
const kindOf = () => document.querySelector('main h2, h2')?.textContent ?? 'nothing'

const at = (hour: number) => new Date(Date.UTC(2025, 10, 20, hour)).toISOString()
const valued = (...values: unknown[]): TableRow[] =>
  values.map((value, hour) => ({ value, recordedAt: at(hour) })).reverse()

describe('every known signal', () => {
  it.each(knownSignals.map((signal) => [signal.code, signal] as const))('%s', async (_, signal) => {
    await drawing(examplesOf(signal), signal.code, signal.name)
    const parts: Record<string, string> = { doors: 'Doors', windows: 'Windows', tires: 'Tires' }
    const part = /^(closure|wheel)-/.test(signal.code) ? parts[signal.code.split('-')[1] ?? ''] : undefined
    const expected = part
      ? part
      : signal.code === 'location-preciselocation'
        ? 'Track'
        : isOfStates(signal)
          ? 'States over time'
          : 'nothing'
    expect(kindOf()).toBe(expected)
    // Each says in words what it shows, and has no name twice.
    for (const slider of page.getByRole('slider').elements())
      expect(slider.getAttribute('aria-valuetext')).toMatch(/ from | · /)
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })
})

function isOfStates({ code }: KnownSignal): boolean {
  const { kind } = signalShapes[code] ?? {}
  const isSecret = code === 'vehicleidentification-vin'
  return !isSecret && ['boolean', 'word', 'opening', 'status', 'mode'].includes(kind ?? '')
}

describe('states over time', () => {
  const records = valued(false, true, true, null, true)
  it('begin with what is so now, since when, and how often it changed', async () => {
    await drawing(records, 'charge-ischarging', 'Charging')
    await expect
      .element(page.getByRole('figure'))
      .toHaveTextContent(/^Charging: Yes since Nov 20, 2025, 05:00 .* · 1 change, 1 gap/)
    const legend = page.getByRole('figure').getByRole('list').getByRole('listitem')
    expect(legend.elements().map(({ textContent }) => textContent?.trim())).toEqual(['Yes', 'No', 'Not reported'])
  })
  it('show each segment under the arrow keys', async () => {
    await drawing(records, 'charge-ischarging', 'Charging')
    const lane = page.getByRole('slider', { name: 'Charging, segment by segment' })
    await expect
      .element(lane)
      .toHaveAttribute('aria-valuetext', 'Yes from Nov 20, 2025, 05:00, latest value Nov 20, 2025, 05:00')
    await userEvent.click(lane)
    await userEvent.keyboard('{Home}')
    await expect
      .element(lane)
      .toHaveAttribute('aria-valuetext', 'No from Nov 20, 2025, 01:00 to Nov 20, 2025, 02:00, 1 h')
    await userEvent.keyboard('{ArrowRight}')
    await expect
      .element(lane)
      .toHaveAttribute('aria-valuetext', 'Yes from Nov 20, 2025, 02:00 to Nov 20, 2025, 04:00, 2 h')
    await expect.element(page.getByText('Yes from Nov 20, 2025, 02:00 to Nov 20, 2025, 04:00, 2 h')).toBeVisible()
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
    await expect.element(lane).toHaveAttribute('aria-valuenow', '1')
    await userEvent.keyboard('{End}')
    await expect.element(lane).toHaveAttribute('aria-valuenow', '4')
  })
  it('show the one under the pointer', async () => {
    await drawing(records, 'charge-ischarging', 'Charging')
    const lane = page.getByRole('slider')
    await userEvent.hover(lane, { position: { x: 4, y: 20 } })
    await expect.element(lane).toHaveAttribute('aria-valuenow', '1')
  })
  it('are a table with the same segments, the newest first', async () => {
    await drawing(records, 'charge-ischarging', 'Charging')
    await page.getByText('Show as table').click()
    const rows = page.getByRole('table', { name: 'Charging: segments' }).getByRole('row')
    expect(rows.elements().map((row) => row.lastElementChild?.textContent)).toEqual([
      'State',
      'Yes',
      'Not reported',
      'Yes',
      'No',
    ])
    await expect.element(page.getByRole('button', { name: 'Save 4 segments as CSV' })).toBeVisible()
  })
  it('are drawn of all the time, or of the last days', async () => {
    await drawing(valued(...Array.from({ length: 72 }, (_, hour) => hour >= 60)))
    await expect.element(page.getByText('1 change')).toBeVisible()
    const lane = page.getByRole('slider')
    await expect.element(lane).toHaveAttribute('aria-valuemax', '2')
    await page.getByRole('radio', { name: '24h' }).click()
    await userEvent.click(lane)
    await userEvent.keyboard('{Home}')
    await expect
      .element(lane)
      .toHaveAttribute('aria-valuetext', expect.stringMatching(/^No from Nov 22, 2025, 00:00 to/))
  })
  it('show words as they were sent, and no word where it has no room', async () => {
    await drawing(
      valued('<b>A</b>', 'مشحون', 'CHARGING', ...Array.from({ length: 60 }, (_, hour) => (hour % 2 ? 'x' : 'y'))),
    )
    const words = [...document.querySelectorAll('[role="slider"] bdi')].map(({ textContent }) => textContent)
    expect(words).toEqual([])
    for (const word of ['<b>A</b>', 'مشحون', 'CHARGING'])
      await expect.element(page.getByRole('listitem').filter({ hasText: word })).toBeVisible()
  })
  it('of thousands are drawn in steps, which is said', async () => {
    await drawing(valued(...Array.from({ length: 4000 }, (_, hour) => hour % 2 === 0)))
    await expect.element(page.getByText(/^Each of \d+ steps shows the state that lasted longest/)).toBeVisible()
    expect(document.querySelectorAll('[role="slider"] > span').length).toBeLessThan(410)
    await page.getByText('Show as table').click()
    await expect.element(page.getByText('The newest 100 of 4,000; the CSV file has all.')).toBeVisible()
  })
})

const way = (...places: readonly (readonly [unknown, unknown])[]): TableRow[] =>
  places.map(([latitude, longitude], hour) => ({ latitude, longitude, recordedAt: at(hour) })).reverse()

describe('a track', () => {
  it('names its ends, its scale, and its length, and leads to the map', async () => {
    await drawing(way([52, 13], [52.1, 13.1], [52.2, 13]), 'location-preciselocation', 'Location')
    await expect
      .element(
        page.getByText(/^3 positions from Nov 20, 2025, 01:00 .* to Nov 20, 2025, 03:00 .*, 26 km in straight lines$/),
      )
      .toBeVisible()
    for (const word of ['Start', 'Latest', 'N', '10 km'])
      await expect.element(page.getByText(word, { exact: true })).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'Open the latest position on a map' }))
      .toHaveAttribute('href', 'https://maps.example/?q=52.2,13')
    const slider = page.getByRole('slider', { name: 'Location, position by position' })
    await expect.element(slider).toHaveAttribute('aria-valuetext', expect.stringContaining('52.2, 13'))
    slider.element().focus()
    await userEvent.keyboard('{Home}')
    await expect.element(slider).toHaveAttribute('aria-valuetext', expect.stringContaining('52, 13'))
    await page.getByText('Show as table').click()
    await expect
      .element(page.getByRole('table', { name: 'Location: positions' }).getByRole('row').nth(1))
      .toHaveTextContent('52.213')
  })
  it('of one place has one mark', async () => {
    await drawing(way([52, 13], [52, 13]))
    await expect.element(page.getByText('2 positions in one place')).toBeVisible()
    await expect.element(page.getByText('Start', { exact: true })).not.toBeInTheDocument()
  })
  it('counts what is no place on earth', async () => {
    await drawing(way([52, 13], [91, 0], ['x', 1], [null, null]))
    await expect.element(page.getByText('3 values without a valid position are left out.')).toBeVisible()
    await drawing(way([91, 0]))
    await expect.element(page.getByText('1 value without a valid position is left out.')).toBeVisible()
  })
})

describe('a car from above', () => {
  const seat = (row: number, column: number, more: TableRow) => ({ row, column, ...more })
  const doors = (rows: number): TableRow[] =>
    Array.from({ length: rows * 2 }, (_, index) =>
      seat(Math.floor(index / 2), index % 2, { isOpen: index === 0, isLocked: index !== 1 }),
    )
  it.each([1, 2, 3])('of %d rows', async (rows) => {
    await drawing(doors(rows), 'closure-doors', 'Doors')
    await expect
      .element(
        page.getByRole('img', { name: `Car from above, its front at the top: 1 of ${rows * 2} open, 1 unlocked` }),
      )
      .toBeVisible()
    const cells = page.getByRole('table', { name: 'Places' }).getByRole('cell')
    await expect.element(cells.nth(0)).toHaveTextContent('Front leftopen, locked')
    await expect.element(cells.nth(1)).toHaveTextContent('Front rightclosed, unlocked')
    expect(cells.elements()).toHaveLength(rows * 2)
  })
  it('has the pressure of each tire with its unit, and a word where nothing came', async () => {
    const tires = [0, 1, 2].map((corner) =>
      seat(Math.floor(corner / 2), corner % 2, { tirePressure: 220 + corner, unit: 'kPa' }),
    )
    await drawing([{ values: tires, rowCount: 2, columnCount: 2, recordedAt: at(0) }], 'wheel-tires', 'Tires')
    const cells = page.getByRole('table', { name: 'Places' }).getByRole('cell')
    await expect.element(cells.nth(2)).toHaveTextContent(/Back left.*Tire pressure.*222 kPa/)
    await expect.element(cells.nth(3)).toHaveTextContent('not reported')
    await expect.element(page.getByText(/^Recorded Nov 20, 2025, 01:00/)).toBeVisible()
  })
  it.each([
    [3, 0],
    [0, 2],
    [1, 0],
    [1e9, 1e9],
  ])('is a grid where there are more places than a car has, or other ones: row %d, column %d', async (row, column) => {
    await drawing([seat(row, column, {})])
    await expect.element(page.getByRole('table', { name: 'Places' })).toBeInTheDocument()
    expect(document.querySelector('[role="img"]')).toBeNull()
    const beyond = page.getByText('1 place further back or to the right is only in the table.')
    if (row > 20) await expect.element(beyond).toBeVisible()
    else await expect.element(beyond).not.toBeInTheDocument()
  })
})

describe('values that nobody would expect', () => {
  const huge = 'x'.repeat(100_000)
  it.each<[string, readonly TableRow[]]>([
    ['nothing', []],
    ['null', [{ value: null, recordedAt: null }]],
    ['numbers that are none', valued(Number.NaN, 1e308, -0, Number.NEGATIVE_INFINITY)],
    ['huge texts', valued(huge, huge)],
    [
      'names of every object',
      JSON.parse(
        '[{"constructor":true,"toString":false,"at":"2026-01-01T00:00:00Z"},{"constructor":false,"at":"2026-01-02T00:00:00Z"}]',
      ),
    ],
    [
      'odd seats',
      [
        { row: 0, column: 1, isOpen: 'yes', isLocked: 7, unit: { a: 1 } },
        { row: 0, column: 0, isOpen: {} },
      ],
    ],
    ['odd grids', [{ values: [null, 1, { row: 0, column: 1, tirePressure: 'high' }, { row: -1, column: 0 }] }]],
    ['odd places', [{ latitude: '52', longitude: {} }, { latitude: 1 }]],
    [
      'times apart by all that a date can hold',
      [
        { value: true, at: '-271821-04-20T00:00:00Z' },
        { value: false, at: '+275760-09-13T00:00:00Z' },
        { value: true, at: '2026-01-01T00:00:00Z' },
      ],
    ],
    ['markup', valued('<img src=x onerror=alert(1)>', '<script>')],
  ])('%s', async (_, records) => {
    await drawing(records)
    expect(document.querySelector('img[src="x"], script[src=""]')).toBeNull()
    for (const part of document.querySelectorAll('[style]')) expect(part.getAttribute('style')).not.toContain('NaN')
    for (const path of document.querySelectorAll('path')) expect(path.getAttribute('d')).not.toMatch(/NaN|undefined/)
  })
})
