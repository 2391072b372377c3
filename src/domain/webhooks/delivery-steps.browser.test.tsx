/** The steps of a delivery: what is well is one line, what is unknown is folded, the first problem is open. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { webhook as documented } from '../../api/fixtures'
import { knownSignals } from '../../api/signals.data'
import type { WebhookRow } from '../../api/webhooks'
import { draw } from '../../ui/browser-harness'
import { type ChainFacts, chainOf } from './delivery-chain'
import { Steps } from './delivery-steps'

const steps = (attributes: WebhookRow['attributes'] | null, facts: Partial<ChainFacts> = {}) =>
  draw(
    <Steps links={chainOf({ webhook: { id: 'w', attributes: attributes ?? undefined }, vehicleId: 'v', ...facts })} />,
  )
const good = { ...documented.attributes, data: documented.attributes.triggers }
const lines = () => [...document.querySelectorAll('summary')].map(({ textContent }) => textContent.trim())
const open = () => [...document.querySelectorAll('details[open] summary')].map(({ textContent }) => textContent)

it('are six in their order; without a problem none is open, and each says what could not be checked', async () => {
  await steps(good, { entry: { state: 'present' }, values: { code: 'charge-ischarging', count: 2 } })
  await expect.element(page.getByRole('list', { name: 'Delivery checks' })).toBeVisible()
  expect(lines()).toEqual([
    'Webhook OK',
    'Subscription OK',
    'Connection Unknown Couldn’t check: Connection status',
    'Permission Unknown Couldn’t check: Permissions',
    'Vehicle and signal Unknown Couldn’t check: Live or simulated',
    'Delivery Unknown Couldn’t check: Callback verification, Deliveries',
  ])
  expect(open()).toEqual([])
  await expect.element(page.getByText('No problems found.')).toBeVisible()
})

it('open at the first problem alone, which says why', async () => {
  await steps({ ...good, isEnabled: false }, { related: { rows: [], isComplete: true } })
  await expect.element(page.getByText('First problem: Webhook is disabled. Nothing is delivered')).toBeVisible()
  expect(open()).toEqual(['Webhook Problem Webhook is disabled'])
  expect(lines()[2]).toBe('Connection Problem No connection')
  await expect.element(page.getByText('Nothing is delivered, and').last()).toBeVisible()
  await page.getByText('Connection', { exact: true }).click()
  await expect.element(page.getByText('Nobody is connected to this vehicle.')).toBeVisible()
})

it('are a problem where a callback is no address, and where there are no triggers', async () => {
  await steps({ ...good, callbackUri: 'hooks', triggers: [] })
  expect(lines()[0]).toBe('Webhook Problem Callback address is not valid, Triggers or data are missing')
  await expect.element(page.getByText('The callback URI is not an HTTP address.').last()).toBeVisible()
})

it.each<[what: string, WebhookRow['attributes'] | null]>([
  ['no attributes', null],
  ['null attributes', { name: null, triggers: null, data: null, callbackUri: null, isEnabled: null }],
  ['93 triggers', { ...good, triggers: [...knownSignals], data: [...knownSignals] }],
  ['codes that nobody knows', { ...good, triggers: [{ code: 'x-y' }], data: [{ code: '<b>x</b>' }, {}] }],
  ['text from right to left', { ...good, triggers: [{ code: '\u202eشحن' }], data: [{ code: '\u202eشحن' }] }],
])('have six lines of any webhook: %s', async (_, attributes) => {
  await page.viewport(320, 640)
  await steps(attributes, { values: { code: 'x', error: '<b>no</b>' } })
  await expect.element(page.getByRole('list', { name: 'Delivery checks' })).toBeVisible()
  expect(lines()).toHaveLength(6)
  for (const details of document.querySelectorAll('details')) details.open = true
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
  expect(document.querySelector('b')).toBeNull()
  await page.viewport(1280, 800)
})
