/** A second signal over the first: its price first, one request, and never by color alone. */

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { ofServer } from '../../api/own-response-harness'
import { nextAccount } from '../../core/account'
import { NumberSeries } from './number-series'
import { drawAsConsole, listOf, serveValues, valuesOf } from './signals-harness'

const wanted = { vehicleId: 'car', signalCode: 'tractionbattery-stateofcharge' }
const records = valuesOf('percent', 80, 70, 60)
const drawSeries = () =>
  drawAsConsole(<NumberSeries records={records} signal="State of charge" wanted={wanted} readAt={0} />)
const button = (name: string | RegExp) => page.getByRole('button', { name })
const field = page.getByRole('combobox', { name: 'Signal code' })
const choose = async (code: string) => {
  await button('Add a signal').click()
  await field.fill(code)
}
const answered = (body: unknown, status = 200) => Response.json(body, { status, headers: ofServer })

beforeEach(() => page.viewport(1280, 900))
afterEach(() => {
  nextAccount(null)
  vi.unstubAllGlobals()
})

it('costs what its button says, and nothing before', async () => {
  const asked = serveValues(() => answered(listOf(valuesOf('km', 12, 11, 10), 4000)))
  await drawSeries()
  await choose('odometer-traveleddistance')
  await expect.element(button('Read Odometer (1 request)')).toBeVisible()
  expect(asked).toEqual([])
  await button('Read Odometer (1 request)').click()
  const both = page.getByRole('list', { name: 'Signals of this chart' })
  await expect.element(both).toHaveTextContent('State of charge 80% left axis')
  await expect.element(both).toHaveTextContent('Odometer 12 km right axis')
  await expect.element(page.getByRole('img', { name: /^State of charge and Odometer over time/ })).toBeVisible()
  const points = page.getByRole('slider', { name: 'Points of the chart' })
  await expect.element(points).toHaveAttribute('aria-valuetext', expect.stringContaining('Odometer: 12 km'))
  expect(asked).toHaveLength(1)
  // The rest has its own price.
  await expect.element(button('Read all 4,000 values of Odometer (40 requests)')).toBeVisible()
  // Put away and taken again, it costs nothing.
  await button('Hide Odometer').click()
  await field.fill('odometer-traveleddistance')
  await button('Show Odometer').click()
  await expect.element(both).toBeVisible()
  await button('Add a signal').click()
  await expect.element(both).not.toBeInTheDocument()
  expect(asked).toHaveLength(1)
})

it('shows the same time of both', async () => {
  const long = Array.from({ length: 100 }, (_, index) => index)
  serveValues(() => answered(listOf(valuesOf('km', ...long))))
  await drawSeries()
  await choose('odometer-traveleddistance')
  await button(/^Read Odometer/).click()
  const points = page.getByRole('slider', { name: 'Points of the chart' })
  await expect.element(points).toHaveAttribute('aria-valuemax', '102') // 3 and 100
  await page.getByRole('radio', { name: '24h' }).click()
  await expect.element(points).toHaveAttribute('aria-valuemax', '27') // 3, and those of the last day
  await page.getByText('Show as table').click()
  const table = page.getByRole('table', { name: 'both signals' })
  await expect.element(table.getByRole('row').first()).toHaveTextContent(/^Time.*State of charge.*Odometer.*km/)
  expect(table.getByRole('row').elements()).toHaveLength(1 + 28)
})

it('refuses no signal, and the page’s own one, with the reason', async () => {
  const asked = serveValues(() => undefined)
  await drawSeries()
  await choose('')
  await expect.element(page.getByText('Choose a signal first.')).toBeVisible()
  await field.fill('TractionBattery-StateOfCharge')
  await expect.element(page.getByText('Choose another signal than this page’s.')).toBeVisible()
  await button(/^Read/).click({ force: true })
  expect(asked).toEqual([])
})

it('can be canceled, and is read again only when asked', async () => {
  const asked = serveValues(() => undefined)
  await drawSeries()
  await choose('odometer-traveleddistance')
  await button(/^Read Odometer/).click()
  await button('Cancel').click()
  await expect.element(page.getByText('Canceled. The request in progress may still count.')).toBeVisible()
  await expect.element(button('Read Odometer (1 request)')).toBeVisible()
  expect(asked).toHaveLength(1)
})

it.each<[string, () => Response, string]>([
  ['asleep', () => answered({ errors: [{ status: '409', code: 'ASLEEP', title: 'Vehicle asleep' }] }, 409), 'Asleep'],
  ['failed', () => answered({ errors: [{ title: 'Broken', detail: 'the cause' }] }, 500), 'the cause'],
  ['no list', () => answered(listOf([])), 'Odometer has no numbers with times to draw.'],
  ['no numbers', () => answered(listOf(valuesOf('', 'a', null, {}, '<b>'))), 'has no numbers with times to draw.'],
  ['no times', () => answered(listOf([{ value: 1 }, { value: 2 }])), 'has no numbers with times to draw.'],
  ['no JSON', () => new Response('<html>'), 'The response isn’t JSON'],
])('says what came instead, beside the first signal: %s', async (_, answer, words) => {
  serveValues(answer)
  await drawSeries()
  await choose('odometer-traveleddistance')
  await button(/^Read Odometer/).click()
  await expect.element(page.getByText(words).first()).toBeVisible()
  await expect.element(page.getByRole('img', { name: /^State of charge over time/ })).toBeVisible()
  await button('Hide Odometer').click()
  await expect.element(field).toBeVisible()
})

it('draws what nobody would expect, and no markup', async () => {
  const unit = '<img src=x>‮'
  serveValues(() => answered(listOf(valuesOf(unit, 1e308, -0, null, 'word', -1e308))))
  const { container } = await drawSeries()
  await choose('odometer-traveleddistance')
  await button(/^Read Odometer/).click()
  await expect
    .element(page.getByRole('list', { name: 'Signals of this chart' }))
    .toHaveTextContent('1e+308 <img src=x>')
  expect(container.querySelector('img')).toBeNull()
})
