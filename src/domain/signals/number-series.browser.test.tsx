/** The numbers of a signal: its figures, the time that is shown, and what a service might send instead of numbers. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { TableRow } from '../../core/table-row'
import { draw } from '../../ui/browser-harness'
import { NumberSeries } from './number-series'

const DAY_MS = 86_400_000
const record = (value: unknown, daysAgo: number): TableRow => ({
  value,
  unit: 'percent',
  recordedAt: new Date(Date.now() - daysAgo * DAY_MS).toISOString(),
})
const drawSeries = (records: readonly TableRow[], readAt = 0) =>
  draw(
    <NumberSeries
      records={records}
      signal="State of charge"
      wanted={{ vehicleId: 'v', signalCode: 'soc' }}
      readAt={readAt}
    />,
  )
const strip = async (...words: string[]) => {
  for (const text of words) await expect.element(page.getByRole('region')).toHaveTextContent(text)
}
const range = (name: string) => page.getByRole('group', { name: 'Time shown' }).getByRole('radio', { name })

it('says the latest, least and greatest value with their age, and how many there are', async () => {
  await drawSeries([record(50, 2), record(null, 3), record(20, 5), record(90, 40)])
  await strip('Latest 50% 2d ago', 'Min 20% 5d ago', 'Max 90% 1mo ago', 'Count 3 1 gap')
  await expect.element(page.getByRole('heading', { name: 'State of charge over time in %' })).toBeInTheDocument()
})

it('says that the latest was old when it was read, and of no other figure', async () => {
  await drawSeries([record(50, 2), record(20, 5)], Date.now())
  await strip('Latest 50% Stale 2d ago', 'Min 20% 5d ago', 'Max 50% 2d ago')
})

it('shows what was recorded in the days before the latest value', async () => {
  await drawSeries([record(50, 2), record(40, 2.5), record(20, 5), record(90, 20), record(95, 40)])
  await expect.element(range('All')).toBeChecked()
  await range('30d').click()
  await strip('Max 90%', 'Count 4')
  await range('7d').click()
  await strip('Max 50%', 'Count 3')
  await range('24h').click()
  await strip('Min 40%', 'Count 2')
  await range('All').click()
  await strip('Max 95%', 'Count 5')
})

it('of several columns draws the one that is chosen', async () => {
  const at = (daysAgo: number) => record(undefined, daysAgo).recordedAt
  await drawSeries([
    { front: 210, back: 230, recordedAt: at(1) },
    { front: 220, back: 240, recordedAt: at(2) },
  ])
  await strip('Latest 210')
  await page.getByLabelText('Shown', { exact: true }).selectOptions('back')
  await strip('Latest 230')
  await expect.element(page.getByRole('img', { name: /^State of charge: back over time/ })).toBeVisible()
})

it('says that no value is in the time that is shown', async () => {
  await drawSeries([record(null, 1), record(10, 5), record(20, 6)])
  await range('24h').click()
  await strip('Latest No values in this time', 'Count 0 1 gap')
})

it.each<[string, TableRow[]]>([
  ['text', [record('high', 1), record('low', 2)]],
  ['one number', [record(1, 1)]],
  ['numbers without a time', [{ value: 1 }, { value: 2 }]],
  ['nothing', []],
])('draws nothing of %s', async (_, records) => {
  const { container } = await drawSeries(records)
  expect(container.querySelector('section, dl, [role=slider]')).toBeNull()
})

it('draws numbers that nobody would expect, and no markup', async () => {
  const unit = '<img src=x onerror=alert(1)>‮%'
  const values = [1e308, -0, 1e-320, 'a word', Number.NaN, null, {}, [], -1e308]
  const { container } = await drawSeries(values.map((value, index) => ({ ...record(value, index), unit })))
  await strip('Latest 1e+308', 'Min -1e+308', 'Count 4 5 gaps')
  await expect.element(page.getByRole('slider')).toBeInTheDocument()
  expect(container.querySelector('img')).toBeNull()
})
