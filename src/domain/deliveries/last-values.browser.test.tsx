/** What deliveries told of a vehicle: its values, what is not shown of them, its open errors, and without any of it. */

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { STREAM_CHECK } from '../../api/own-response-harness'
import type { TeamLastValue, TeamVehicleError } from '../../api/team-deliveries'
import { refusal } from '../../changes/jobs/job-fixtures'
import { ConfigProvider } from '../../core/config'
import { pageConfig } from '../../core/config-harness'
import { draw } from '../../ui/browser-harness'
import { LastValues } from './last-values'

const AT = '2026-01-02T03:04:05.000Z'
type Told = Partial<NonNullable<TeamLastValue['value']>>
const lastOf = (code: string, told: Told, failing: TeamLastValue['failing'] = null): TeamLastValue => ({
  ...{ code, name: null, group: null, failing },
  value: {
    ...{ recordedAt: AT, fetchedAt: null, sentAt: null, receivedAt: AT, deliveryId: 123 },
    ...{ isPrivate: false, isRedacted: false, isSealed: false },
    ...told,
  },
})
const errorOf = (told: Partial<TeamVehicleError>): TeamVehicleError => ({
  ...{ type: 'CONNECTED_SERVICES_ACCOUNT', code: 'PERMISSION', state: 'ERROR', isOpen: true, isSealed: false },
  ...{ description: null, suggestedUserMessage: null, docUrl: null, resolution: null, signals: [] },
  ...{ sentAt: AT, receivedAt: AT, webhookId: 'w', deliveryId: 1 },
  ...told,
})

const asked: string[] = []
function serve(values: readonly TeamLastValue[], errors: readonly TeamVehicleError[] = [], instead?: () => unknown) {
  vi.stubGlobal('fetch', async (address: string) => {
    if (address !== STREAM_CHECK) asked.push(address)
    return instead?.() ?? Response.json({ values, errors })
  })
}
const drawValues = () =>
  draw(
    <QueryClientProvider client={new QueryClient()}>
      <ConfigProvider value={{ ...pageConfig, hasReceiver: true, docsUrl: 'https://docs.example.com/x' }}>
        <LastValues vehicleId="vehicle/1" />
      </ConfigProvider>
    </QueryClientProvider>,
  )
const rows = () => [...document.querySelectorAll('tbody tr:not([aria-hidden])')].map((row) => row.textContent)
const button = (name: string) => page.getByRole('button', { name, exact: true })

beforeEach(() => {
  asked.length = 0
})
afterEach(() => vi.unstubAllGlobals())

it('shows each value with its unit, when it was recorded and received, and where it is from', async () => {
  serve([
    lastOf('tractionbattery-stateofcharge', { body: { value: 61.5, unit: 'percent' } }),
    lastOf('charge-ischarging', { body: { value: true }, deliveryId: null }),
    lastOf('made-up', { body: { value: null } }),
    lastOf('two-fields', { body: { a: 1, b: 2 } }),
    lastOf('closure-doors', {}),
  ])
  await drawValues()
  const table = page.getByRole('table', { name: 'Last known values' })
  await expect.element(table.getByRole('columnheader', { name: 'Received' })).toBeVisible()
  await expect.poll(rows).toHaveLength(5)
  const [charge, charging, unreported, fields, none] = rows()
  expect(charge).toMatch(/tractionbattery-stateofcharge61\.5% .*Jan 2.*Jan 2.*Delivery 123$/)
  expect(charging).toMatch(/Yes/i)
  expect(charging).not.toContain('Delivery')
  expect(unreported).toContain('Not reported')
  expect(fields).toContain('{"a":1,"b":2}')
  expect(none).toContain('No value')
  await expect
    .element(table.getByRole('link', { name: /stateofcharge/ }))
    .toHaveAttribute('href', '/vehicles/vehicle%2F1/signals/tractionbattery-stateofcharge')
  await expect
    .element(table.getByRole('link', { name: 'Delivery 123' }).first())
    .toHaveAttribute('href', '/deliveries/123')
  expect(asked).toEqual(['/last-values/vehicle%2F1.json'])
})
it('says why a value is not shown, and what fails beside the last one', async () => {
  serve([
    lastOf('location-preciselocation', { body: { hidden: true }, isPrivate: true }),
    lastOf('vehicleidentification-vin', { isPrivate: true, isRedacted: true }),
    lastOf('odometer-traveleddistance', { isSealed: true }),
    lastOf(
      'charge-voltage',
      { body: { value: 240, unit: 'volts' } },
      { type: 'COMPATIBILITY', code: 'VEHICLE_NOT_CAPABLE', at: AT },
    ),
    { ...lastOf('closure-doors', {}, { type: null, code: null, at: AT }), value: null },
  ])
  await drawValues()
  await expect.poll(rows).toHaveLength(5)
  const [hidden, redacted, sealed, failing, never] = rows()
  expect(hidden).toContain('Hidden for your role')
  expect(redacted).toContain('Not stored (DELIVERIES_REDACT)')
  expect(sealed).toContain('Encrypted with another key')
  expect(failing).toContain('240 V COMPATIBILITY · VEHICLE_NOT_CAPABLE')
  expect(never).toContain('Not readable')
  await expect.element(button('Reveal masked values')).not.toBeInTheDocument()
})
it('masks a place and a VIN until they are revealed', async () => {
  const vin = 'WVWZZZ1JZ3W386752'
  serve([
    lastOf('location-preciselocation', { body: { latitude: 52.5, longitude: 13.25 }, isPrivate: true }),
    lastOf('vehicleidentification-vin', { body: { value: vin }, isPrivate: true }),
  ])
  await drawValues()
  await expect.poll(rows).toHaveLength(2)
  expect(rows().join()).toMatch(/Masked.*Masked/)
  expect(document.body.textContent).not.toMatch(/52\.5|WVWZZZ/)
  await button('Reveal masked values').click()
  expect(rows().join()).toMatch(new RegExp(`52\\.5, 13\\.25.*${vin}`))
  await button('Mask again').click()
  expect(document.body.textContent).not.toMatch(/52\.5|WVWZZZ/)
})
it('shows errors until they are resolved, with the message for the owner to copy', async () => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const hostile = `<img src=x onerror=alert(1)>${'x'.repeat(5000)}`
  serve(
    [lastOf('made-up', { body: { value: 1 } })],
    [
      errorOf({
        ...{ description: hostile, suggestedUserMessage: 'Sign in to your car’s app again.' },
        ...{ docUrl: 'https://docs.example.com/errors', signals: ['charge-ischarging', 'made-up'] },
      }),
      errorOf({ code: 'CLOSED', isOpen: false }),
      errorOf({ code: null, docUrl: 'javascript:alert(1)' }),
    ],
  )
  await drawValues()
  const [first, second] = [page.getByRole('status').nth(0), page.getByRole('status').nth(1)]
  await expect.element(first.getByRole('heading')).toHaveTextContent('CONNECTED_SERVICES_ACCOUNT · PERMISSION')
  await expect.element(first).toHaveTextContent(/Message for the owner: Sign in to your car’s app again\./)
  await expect.element(first).toHaveTextContent(/Signals affected: .*charge-ischarging, made-up.*Reported Jan 2, /)
  await expect.element(first.getByRole('link')).toHaveAttribute('href', 'https://docs.example.com/errors')
  await expect.element(second).toHaveTextContent('javascript:alert(1) (not a link')
  expect(second.getByRole('link').elements()).toEqual([])
  expect(document.querySelector('img')).toBeNull()
  expect(document.body.textContent).not.toContain('x'.repeat(1001))
  expect(document.body.textContent).not.toContain('CLOSED')
  await button('Copy message').click()
  expect(writeText).toHaveBeenCalledWith('Sign in to your car’s app again.')
})
it('shows fifty of many signals, and all of them on a click', async () => {
  serve(Array.from({ length: 500 }, (_, at) => lastOf(`signal-${at}`, { body: { value: at } })))
  await drawValues()
  await expect.poll(rows).toHaveLength(50)
  await button('Show all 500').click()
  await expect.poll(rows).toHaveLength(500)
  await expect.element(button('Show all 500')).not.toBeInTheDocument()
})
it('says what leads to values where nothing was delivered', async () => {
  serve([])
  await drawValues()
  await expect.element(page.getByText('No deliveries for this vehicle yet.')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Webhooks' })).toHaveAttribute('href', '/webhooks')
  await expect.element(page.getByRole('table')).not.toBeInTheDocument()
})
it('says that values can’t be had, and asks again on a click', async () => {
  let isThere = false
  serve([lastOf('made-up', { body: { value: 7 } })], [], () =>
    isThere ? undefined : refusal('STORE_UNAVAILABLE', 503),
  )
  await drawValues()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Couldn’t load the last known values')
  expect(asked).toHaveLength(1)
  isThere = true
  await button('Retry').click()
  await expect.poll(() => rows().join()).toContain('made-up')
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})
