/** One signal of several vehicles: priced before it is read, each with its own status, the same numbers in chart, table and file. */

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { ofServer } from '../../api/own-response-harness'
import { nextAccount } from '../../core/account'
import { lookedAt } from '../../core/recent'
import { NumberSeries } from './number-series'
import { drawAsConsole, listOf, serveValues, valuesOf } from './signals-harness'

const wanted = { vehicleId: 'own', signalCode: 'soc' }
const records = valuesOf('percent', 80, 70, 60)
const drawSeries = (config?: object) =>
  drawAsConsole(<NumberSeries records={records} signal="State of charge" wanted={wanted} readAt={0} />, config)
const button = (name: string | RegExp) => page.getByRole('button', { name })
const table = page.getByRole('table', { name: 'Compared vehicles' })
const row = (name: string) => table.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) })
const answered = (body: unknown, status = 200) => Response.json(body, { status, headers: ofServer })
const add = async (...ids: string[]) => {
  await page.getByRole('textbox', { name: 'Vehicles to add' }).fill(ids.join(', '))
  await button('Add')
    .and(page.getByRole('button', { name: 'Add', exact: true }))
    .click()
}
const open = () => button('Compare vehicles').click()

beforeEach(() => page.viewport(1440, 1200))
afterEach(() => {
  nextAccount(null)
  vi.unstubAllGlobals()
})

it('names its price, reads each vehicle once, and shows the same numbers everywhere', async () => {
  lookedAt('vehicle', 'a', '2020 Nissan Leaf')
  const asked = serveValues((path) =>
    answered(listOf(valuesOf('percent', ...(path.includes('/a/') ? [50, 40] : [30, 20])))),
  )
  await drawSeries()
  await open()
  await button('Add 2020 Nissan Leaf (a)').click()
  await add('b', 'b', 'own')
  await expect.element(page.getByText('1 of 3 vehicles read')).toBeVisible()
  await expect.element(row('2020 Nissan Leaf (a)')).toHaveTextContent('Not read yet')
  expect(asked).toEqual([])
  await button('Read 2 vehicles (2 requests)').click()
  await expect.element(page.getByText('3 of 3 vehicles read')).toBeVisible()
  await expect.element(row('own')).toHaveTextContent(/From this page80% just now608030/)
  await expect.element(row('2020 Nissan Leaf (a)')).toHaveTextContent(/50% just now405021/)
  await expect.element(row('b')).toHaveTextContent(/30% just now203021/)
  const points = page.getByRole('region', { name: /of several vehicles/ }).getByRole('slider')
  await expect.element(points).toHaveAttribute('aria-valuetext', expect.stringContaining('2020 Nissan Leaf (a): 50%'))
  await page.getByText('Show as table').click()
  await expect.element(page.getByRole('table', { name: 'Compared values' }).getByRole('row').nth(7)).toBeVisible()
  await expect.element(button('Save comparison as CSV (7 rows)')).toBeVisible()
  expect(asked).toHaveLength(2)
  expect(new Set(asked).size).toBe(2)
  // Put away and opened again, it is there and costs nothing.
  await open()
  await open()
  await expect.element(page.getByText('3 of 3 vehicles read')).toBeVisible()
  await expect.element(button(/^Read \d/)).not.toBeInTheDocument()
  await button('Stop comparing b').click()
  await expect.element(page.getByText('2 of 2 vehicles read')).toBeVisible()
  expect(asked).toHaveLength(2)
})

it('gives away vehicle, time, value and unit of each', async () => {
  serveValues(() => answered(listOf(valuesOf('km', 50, 51, null, '=1+1'))))
  const made = vi.spyOn(URL, 'createObjectURL')
  await drawSeries()
  await open()
  await add('a')
  await button('Read 1 vehicle (1 request)').click()
  await expect.element(button('Save comparison as CSV (7 rows)')).toBeVisible()
  await button(/^Save comparison/).click()
  await expect.poll(() => made.mock.calls.length).toBe(1)
  const [file] = made.mock.calls[0] ?? []
  const lines = (await (file as Blob).text()).trim().split('\r\n')
  expect(lines[0]).toBe('vehicle,time,value,unit')
  expect(lines).toHaveLength(8)
  expect(lines.filter((line) => /^own,\d{4}-.+Z,\d0,percent$/.test(line))).toHaveLength(3)
  expect(lines.filter((line) => /^a,\d{4}-.+Z,,km$/.test(line))).toHaveLength(2) // gaps
  expect(lines.filter((line) => /^a,\d{4}-.+Z,50,km$/.test(line))).toHaveLength(1)
  made.mockRestore()
})

it('says the same failure once, each status in its row, and reads again only what failed, for its price', async () => {
  const asleep = {
    errors: [{ status: '409', type: 'VEHICLE_STATE', code: 'ASLEEP', title: 'Asleep', detail: 'It sleeps.' }],
  }
  const broken = { errors: [{ title: 'Broken', detail: 'the cause' }] }
  const asked = serveValues((path) => {
    if (path.includes('/bad')) return answered(broken, 500)
    if (path.includes('/no')) return answered({ errors: [{ title: 'Forbidden', detail: 'no permission' }] }, 403)
    return path.includes('/sleeper') ? answered(asleep, 409) : answered(listOf(valuesOf('percent', 5, 4)))
  })
  await drawSeries()
  await open()
  await add('bad1', 'bad2', 'bad3', 'no', 'sleeper', 'good')
  await button('Read 6 vehicles (6 requests)').click()
  await expect.element(page.getByText('×3')).toBeVisible()
  await expect.element(page.getByText('bad1, bad2, bad3')).toBeVisible()
  await expect.element(row('bad2')).toHaveTextContent('Failed')
  await expect.element(row('no')).toHaveTextContent('Not permitted')
  await expect.element(row('sleeper')).toHaveTextContent('Asleep')
  await expect.element(row('good')).toHaveTextContent('5%')
  expect(page.getByRole('alert').elements()).toHaveLength(2) // asleep is none
  expect(asked).toHaveLength(6)
  await button('Read 3 vehicles again (3 requests)').click()
  await expect.poll(() => asked.length).toBe(9)
  expect(asked.slice(6).every((path) => path.includes('/bad'))).toBe(true)
})

it('can be canceled as a whole, and goes on only when asked', async () => {
  const asked = serveValues((path) => (path.includes('/a/') ? answered(listOf(valuesOf('percent', 5, 4))) : undefined))
  await drawSeries()
  await open()
  await add('a', 'b', 'c')
  await button('Read 3 vehicles (3 requests)').click()
  await expect.element(page.getByText('2 of 4 vehicles read')).toBeVisible()
  await page
    .getByRole('region', { name: /of several vehicles/ })
    .getByRole('button', { name: 'Cancel' })
    .first()
    .click()
  await expect.element(row('b')).toHaveTextContent('Canceled')
  await expect.element(row('c')).toHaveTextContent('Canceled')
  await expect.element(button('Read 2 vehicles (2 requests)')).toBeVisible()
  expect(asked).toHaveLength(3)
})

it('takes eight vehicles at most, and says how many were left out', async () => {
  serveValues(() => undefined)
  await drawSeries()
  await open()
  await add(...Array.from({ length: 9 }, (_, index) => `v${index}`))
  await expect.element(page.getByText('At most 8 vehicles are compared. 2 vehicles not added.')).toBeVisible()
  await expect.element(button('Read 7 vehicles (7 requests)')).toBeVisible()
  await expect.element(table.getByRole('row').nth(8)).toBeVisible()
  expect(table.getByRole('row').elements()).toHaveLength(9)
})

it('where the service wants a user named, each vehicle has its own', async () => {
  const connection = (vehicle: string, user: string) => ({
    id: `${vehicle}-${user}`,
    type: 'connection',
    attributes: { permissions: [], user: { id: user, externalId: `ext-${user}` } },
    relationships: { vehicle: { data: { id: vehicle, type: 'vehicle' } }, user: { data: { id: user, type: 'user' } } },
  })
  const values: string[] = []
  vi.stubGlobal('fetch', async (address: string, { headers }: RequestInit) => {
    const { pathname, searchParams } = new URL(address, 'http://console')
    if (!pathname.includes('/signals/')) {
      const vehicle = searchParams.get('filter[vehicleId]') ?? ''
      const users = searchParams.get('filter[vehicle.mode]') === 'live' ? (vehicle === 'a' ? ['u1'] : ['u2', 'u3']) : []
      return answered(listOf(users.map((user) => connection(vehicle, user))))
    }
    values.push(`${pathname.split('/').at(-4)} ${new Headers(headers).get('x-forecourt-user')}`)
    return answered(listOf(valuesOf('percent', 5, 4)))
  })
  await drawSeries({ headerPrefix: 'sb' })
  await open()
  await add('a', 'b')
  await expect.element(row('b')).toHaveTextContent('Several users are connected to this vehicle.')
  await button('Read 1 vehicle (1 request)').click()
  await expect.poll(() => values).toEqual(['a u1'])
  await page.getByLabelText('Whose reading: b').selectOptions('ext-u3')
  await button('Read 1 vehicle (1 request)').click()
  await expect.poll(() => values).toEqual(['a u1', 'b u3'])
})

it('draws what nobody would expect: two units, text for numbers, no list, markup', async () => {
  const unit = '<img src=x>‮'
  serveValues((path) => {
    if (path.includes('/units')) return answered(listOf(valuesOf(unit, 1e308, -0, 'word', {}, null)))
    if (path.includes('/text')) return answered(listOf(valuesOf('', 'a', 'b')))
    if (path.includes('/none')) return answered({ data: null })
    return new Response('<html>')
  })
  const { container } = await drawSeries()
  await open()
  await add('units', 'text', 'none', 'html', '<b>x</b>', '..')
  await button('Read 6 vehicles (6 requests)').click()
  await expect.element(row('units')).toHaveTextContent('1e+308 <img src=x>')
  await expect.element(row('text')).toHaveTextContent('No numbers to draw')
  await expect.element(row('html')).toHaveTextContent('Failed')
  await expect.element(page.getByText('This can’t be an ID')).toBeVisible()
  expect(container.querySelector('img, b')).toBeNull()
})
