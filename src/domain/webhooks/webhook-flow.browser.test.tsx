/** A webhook drawn as what it does: of the documented shapes, and of shapes that no documentation has. */
import { afterEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { webhook as documented } from '../../api/fixtures'
import { knownSignals } from '../../api/signals.data'
import type { WebhookRow } from '../../api/webhooks'
import { draw } from '../../ui/browser-harness'
import { WebhookFlow } from './webhook-flow'

type Attributes = WebhookRow['attributes']
const ref = (code: string) => ({ group: 'g', name: 'n', code })
const good = {
  ...documented.attributes,
  triggers: [ref('charge-ischarging')],
  data: [ref('charge-ischarging'), ref('odometer-traveleddistance'), ref('location-preciselocation')],
}
const flow = (attributes: Attributes) => draw(<WebhookFlow webhook={attributes === undefined ? {} : { attributes }} />)
const box = (nth: number) => page.getByRole('listitem').nth(nth)
const found = () => [...document.querySelectorAll('[data-tone]')].map(({ textContent }) => textContent)
const tops = () => [...document.querySelectorAll('li')].map((one) => Math.round(one.getBoundingClientRect().top))

afterEach(() => page.viewport(1280, 800))

it('is a sentence in three boxes, in their order', async () => {
  await flow(good)
  await expect.element(box(0)).toHaveTextContent('WhenCharging changes')
  await expect.element(box(1)).toHaveTextContent('Send3 signalsCharging, Odometer, Location')
  await expect.element(box(2)).toHaveTextContent('Tohooks.example.com/nightErrors to hooks.example.com/night/errors')
  await expect.element(page.getByText('No problems found in its configuration.')).toBeVisible()
  expect(page.getByRole('list').elements()).toHaveLength(1)
  expect(new Set(tops()).size).toBe(1)
})

it('is one below the other on a phone, and no wider than it', async () => {
  await page.viewport(320, 640)
  await flow({ ...good, callbackUri: `https://${'long-name.'.repeat(12)}example/${'path/'.repeat(20)}` })
  await expect.element(box(2)).toBeVisible()
  expect(new Set(tops()).size).toBe(3)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
})

it('looks stopped where it is disabled, in words and in shape', async () => {
  await flow({ ...good, isEnabled: false })
  await expect.element(page.getByText('Disabled.')).toBeVisible()
  const [first] = document.querySelectorAll('li > div')
  expect(first && getComputedStyle(first).borderStyle).toBe('dashed')
  expect(document.querySelectorAll('li use[href="#i-ban"]')).toHaveLength(1)
  expect(page.getByText('No problems found').elements()).toHaveLength(0)
})

describe('what looks wrong is on the box that it is about', () => {
  it.each<[nth: number, says: string, Attributes]>([
    [0, 'no signal change triggers a delivery', { ...good, triggers: [] }],
    [0, 'more than once', { ...good, triggers: [ref('charge-ischarging'), ref('charge-ischarging')] }],
    [0, 'subscribes vehicles automatically', { ...good, isEnabled: false, autoSubscribe: true }],
    [1, 'a delivery would contain no signals', { ...good, data: [] }],
    [1, 'Climate running (hvac-iscabinhvacactive) is not', { ...good, triggers: [ref('hvac-iscabinhvacactive')] }],
    [2, 'Nothing can be delivered', { ...good, callbackUri: 'hooks' }],
    [2, 'uses http', { ...good, callbackUri: 'http://hooks.example/a' }],
    [2, 'no error callback URI', { ...good, errorCallbackUri: null }],
    [2, 'to the same address', { ...good, errorCallbackUri: good.callbackUri }],
  ])('%i: %s', async (nth, says, attributes) => {
    await flow(attributes)
    await expect.element(box(nth)).toHaveTextContent(says)
    expect(found()).toHaveLength(1)
  })
})

describe('of any shape', () => {
  it.each<[what: string, says: readonly (string | RegExp)[], Attributes]>([
    ['nothing at all', ['Not in response', 'Not in response', 'No usable address'], undefined],
    [
      'null everywhere',
      ['Not reported', 'Not reported', 'No usable address'],
      { triggers: null, data: null, callbackUri: null },
    ],
    ['no triggers', ['No signal changes', '3 signals', 'hooks'], { ...good, triggers: [] }],
    [
      'two triggers',
      ['Charging or Odometer changes', '3 signals', 'hooks'],
      { ...good, triggers: good.data.slice(0, 2) },
    ],
    [
      '93 triggers',
      ['any of 93 signals changes', '93 signals', 'hooks'],
      { ...good, triggers: [...knownSignals], data: [...knownSignals] },
    ],
    [
      'codes that nobody knows',
      [/WhenBrand new changes/, 'x-unnamed', 'hooks'],
      {
        ...good,
        triggers: [{ code: 'x-y', name: 'BrandNew' }],
        data: [{ code: 'x-unnamed' }, { code: 'x-y', name: 'BrandNew' }],
      },
    ],
    [
      'signals without a code or a name',
      ['Unnamed signal', 'Unnamed signal', 'hooks'],
      { ...good, triggers: [{}], data: [{ code: null }] },
    ],
    [
      'an address that is none',
      ['Charging', '3 signals', 'No usable address'],
      { ...good, callbackUri: 'javascript:alert(1)' },
    ],
    [
      'an address in another script',
      ['Charging', '3 signals', 'xn--'],
      { ...good, callbackUri: 'https://مثال.example/مسار' },
    ],
    [
      'text from right to left, and markup',
      ['\u202eشحن', '<b>bold</b>', 'hooks'],
      {
        ...good,
        triggers: [{ code: 'a', name: '\u202eشحن' }],
        data: [{ code: 'b', name: '<b>bold</b>' }, { code: 'a' }],
      },
    ],
  ])('%s', async (_, says, attributes) => {
    await flow(attributes)
    for (const [nth, text] of says.entries()) await expect.element(box(nth)).toHaveTextContent(text)
    expect(document.querySelector('b, a')).toBeNull()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(1280)
  })
})
