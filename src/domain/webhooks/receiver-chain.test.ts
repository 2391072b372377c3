/** Every link that the receiver adds: whether it holds, what breaks it, and what stays unknown. */
import { describe, expect, it } from 'vitest'
import type { WebhookRow } from '../../api/webhooks'
import { chainOf, verdictOf } from './delivery-chain'
import { type ReceiverFacts, receiverLinks } from './receiver-chain'

const NOW = Date.parse('2026-07-01T12:00:00Z')
const MINUTE_MS = 60_000
const before = (minutes: number) => new Date(NOW - minutes * MINUTE_MS).toISOString()
const ref = (code: string) => ({ group: 'g', name: 'n', code })
const [odometer, charging] = ['odometer-traveleddistance', 'charge-ischarging']
const webhook: WebhookRow = {
  id: 'w',
  attributes: {
    name: 'w',
    triggers: [ref(odometer)],
    data: [ref(charging), ref(odometer)],
    callbackUri: 'http://127.0.0.1:1/deliveries/slug',
    errorCallbackUri: 'http://127.0.0.1:1/deliveries/slug',
    isEnabled: true,
    autoSubscribe: false,
  },
}
type Row = NonNullable<ReceiverFacts['ofVehicle']>[number]
const row = (minutes: number, change: Partial<Row> = {}): Row => ({
  ...{ kind: 'state', at: before(minutes), flags: [], signals: [charging, odometer] },
  ...change,
})
const whole: ReceiverFacts = {
  isOurs: true,
  now: NOW,
  verifications: [{ at: before(600) }],
  ofWebhook: { rows: [row(2), row(6)], isWhole: true },
  ofVehicle: [row(2), row(6)],
  arrivals: { last: before(2), day: { value: 12, isExact: true }, usualGap: 4 * MINUTE_MS },
  last: { values: [{ code: odometer, failing: null }], errors: [] },
  refusals: [],
}
const of = (change: Partial<ReceiverFacts>, about = webhook) =>
  chainOf({ webhook: about, vehicleId: 'v', receiver: { ...whole, ...change } }).filter(
    ({ step }) => step === 'Delivery',
  )
const saying = (change: Partial<ReceiverFacts>, about?: WebhookRow) =>
  of(change, about).map(({ name, state, text }) => `${name} ${state}: ${text}`)

const tests = [row(5, { flags: ['test'] })]
const none = { rows: [], isWhole: true }
const refusal = { id: 'r', at: before(3), reason: 'wrong signature' } as const
const error = { type: 'VEHICLE_STATE', code: 'UNREACHABLE', isOpen: true, suggestedUserMessage: 'Your car is away.' }

describe('the receiver’s links', () => {
  it('hold where all is well, each with its evidence', () => {
    expect(saying({})).toEqual([
      'Callback is this server holds: The callback is this server’s own receiver.',
      'Callback verified holds: This server completed a verification 10h ago.',
      'Signature accepted holds: A delivery of this webhook was accepted 2m ago.',
      'Delivered for this vehicle holds: Last delivery 2m ago; 12 deliveries in 24 h, usually every 4 min.',
      'Signal delivered holds: The last delivery has Odometer (odometer-traveleddistance).',
      'No open error holds: No open error of this vehicle was delivered.',
      'Not overdue holds: Last delivery 2m ago, usually every 4 min.',
    ])
  })
  it('of another callback end at once, and what was unknown stays so', () => {
    expect(of({ isOurs: false }).map(({ name, state }) => `${name} ${state}`)).toEqual([
      'Callback to this server unknown',
      'Callback verification unknown',
      'Deliveries unknown',
    ])
    expect(saying({ isOurs: false })[0]).toContain('its deliveries don’t reach this server.')
  })
  it('are unknown where nothing could be read', () => {
    const links = receiverLinks(webhook, { isOurs: true, now: NOW })
    expect(links.map(([, { state }]) => state)).toEqual(['holds', ...Array(6).fill('unknown')])
  })
  it('have a name of their own in each state', () => {
    const all = [of({}), of({ ofVehicle: [], ofWebhook: none }), of({ isOurs: false }), of({ last: undefined })]
    for (const links of all) expect(new Set(links.map(({ name }) => name)).size).toBe(links.length)
  })
  it('call the local address of this server no problem', () => {
    const at = (isOurs: boolean) =>
      chainOf({ webhook, vehicleId: 'v', receiver: { ...whole, isOurs } }).map(({ name }) => name)
    expect(at(true)).toContain('Callback address plausible')
    expect(at(false)).toContain('Callback address is local')
  })
})

it.each<[string, Partial<ReceiverFacts>]>([
  ['Callback isn’t verified broken: This server has received no', { verifications: [], ofWebhook: none }],
  [
    'Callback isn’t verified broken',
    { verifications: [], ofWebhook: { rows: [row(1, { kind: 'verify' })], isWhole: true } },
  ],
  ['Callback verified holds: A delivery was accepted 2m ago', { verifications: [] }],
  ['Callback verification unknown', { verifications: undefined, ofWebhook: none }],
  ['Signed with another token broken: Signed with', { ofWebhook: none, refusals: [refusal], verdict: 'another token' }],
  ['Body is altered on the way broken: The body', { ofWebhook: none, refusals: [refusal], verdict: 'body altered' }],
  ['Signed with an old token broken: ', { ofWebhook: none, refusals: [refusal], verdict: 'old token' }],
  ['Signature is refused broken: The signature matches', { ofWebhook: none, refusals: [refusal] }],
  ['Only live deliveries are refused broken: Tests', { ofWebhook: none, refusals: [refusal], verdict: 'live only' }],
  [
    'Only live deliveries are refused broken: Tests',
    { ofWebhook: { rows: tests, isWhole: true }, refusals: [refusal], verdict: 'another token' },
  ],
  ['Signature unknown: Only tests', { ofWebhook: { rows: tests, isWhole: false }, refusals: [refusal] }],
  ['Signature unknown: Only tests', { ofWebhook: { rows: tests, isWhole: true } }],
  ['Signature unknown: No delivery of this webhook was accepted', { ofWebhook: none }],
  ['Signature unknown', { ofWebhook: none, refusals: [{ ...refusal, reason: 'no signature' }] }],
  ['Signature unknown', { ofWebhook: none, refusals: undefined }],
  ['Signature accepted holds', { refusals: [refusal], verdict: 'another token' }],
  [
    'Deliveries for this vehicle unknown: No delivery for this vehicle was received. The webhook last',
    { ofVehicle: [] },
  ],
  ['Deliveries for this vehicle unknown: No delivery of this webhook', { ofVehicle: [], ofWebhook: none }],
  [
    'Removed here broken: A delivery arrived after the removal',
    { ofVehicle: [row(1, { flags: ['removed'], signals: [] })] },
  ],
  [
    'Delivered for this vehicle holds: Last delivery 2m ago; at least 1 delivery in 24 h.',
    { arrivals: { last: before(2), day: { value: 1, isExact: false }, usualGap: null } },
  ],
  [
    'Signal is missing broken: The last delivery doesn’t have Odometer',
    { ofVehicle: [row(1, { signals: [charging] })] },
  ],
  [
    'Signal has an error broken: Odometer (odometer-traveleddistance): COMPATIBILITY, VEHICLE_NOT_CAPABLE, and 1 more signal.',
    {
      last: {
        values: [charging, odometer].map((code) => ({
          code,
          failing: { type: 'COMPATIBILITY', code: 'VEHICLE_NOT_CAPABLE', at: before(1) },
        })),
        errors: [],
      },
    },
  ],
  [
    'Signal delivered holds',
    { last: { values: [{ code: 'wheel-tires', failing: { type: 'x', code: null, at: before(1) } }], errors: [] } },
  ],
  ['Signal in the delivery unknown: No delivery with signals', { ofVehicle: [row(1, { kind: 'error', signals: [] })] }],
  [
    'Error is open broken: VEHICLE_STATE, UNREACHABLE. Suggested message: “Your car is away.”',
    { last: { values: [], errors: [{ ...error, isOpen: false }, error] } },
  ],
  [
    'Error is open broken: PERMISSION.',
    { last: { values: [], errors: [{ ...error, type: 'PERMISSION', code: null, suggestedUserMessage: null }] } },
  ],
  ['No open error holds', { last: { values: [], errors: [{ ...error, isOpen: false }] } }],
  ['Errors unknown', { ofVehicle: [] }],
  ['Overdue broken: Quiet for 3 h, usually every 4 min.', { arrivals: { ...late(180), usualGap: 4 * MINUTE_MS } }],
  ['Not overdue holds', { arrivals: { ...late(5.5), usualGap: MINUTE_MS } }],
  ['Overdue broken', { arrivals: { ...late(6.5), usualGap: MINUTE_MS } }],
  ['Not overdue holds', { arrivals: { ...late(179), usualGap: 60 * MINUTE_MS } }],
  ['Usual interval unknown: An idle vehicle sends nothing.', { arrivals: { ...late(180), usualGap: null } }],
  [
    'Usual interval unknown: An idle vehicle sends nothing.',
    { arrivals: { ...late(180), last: null, usualGap: null } },
  ],
  ['Usual interval unknown: A removed vehicle', { ofVehicle: [row(180, { flags: ['removed'] })] }],
])('%s', (expected, change) => {
  expect(saying(change).filter((text) => text.startsWith(expected))).toHaveLength(1)
})

function late(minutes: number) {
  return { last: before(minutes), day: { value: 1, isExact: true } }
}

it('a webhook without data names no signal, and one without a delivered trigger is checked by its data', () => {
  const about = (change: Partial<NonNullable<WebhookRow['attributes']>>) =>
    saying({}, { id: 'w', attributes: { ...webhook.attributes, ...change } })[4]
  expect(about({ data: [] })).toContain('Signal in the delivery unknown: The webhook names no signal.')
  expect(about({ triggers: [ref('wheel-tires')] })).toContain('The last delivery has Charging')
})

it('finds nothing broken, and says so alone where nothing is unknown', () => {
  expect(verdictOf(of({}))).toBe('No problems found.')
  expect(verdictOf(of({ ofVehicle: [] }))).toContain('No problems found. Couldn’t check: Deliveries for this vehicle, ')
})
