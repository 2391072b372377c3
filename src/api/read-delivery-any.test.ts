/** Whatever text is delivered, what is read of it has the shape and the bounds that pages and the store rely on. */
import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { broken } from './broken-harness'
import { type Delivery, deliveryKinds } from './deliveries'
import { readDelivery } from './read-delivery'
import { madeOf } from './text-harness'

const folder = new URL('../receiver/fixtures/', import.meta.url)
const fixtures = readdirSync(folder)
  .filter((name) => name !== 'manifest.json')
  .map((name) => readFileSync(new URL(name, folder), 'utf8'))
const parsed = fixtures.filter((text) => /^\{.*\}\s*$/s.test(text)).map((text): unknown => JSON.parse(text))

const isText = (most: number) => (text: unknown) =>
  text === undefined || (typeof text === 'string' && text.length <= most && text.isWellFormed() && !text.includes('\0'))
const isId = (id: unknown) => isText(200)(id) && id !== ''
const isWords = isText(300)
const isLong = isText(2_000)
const isTime = (at: number | undefined) =>
  at === undefined || (Number.isInteger(at) && at > 0 && new Date(at).toISOString().length === 24)

/** Names the first field that is not as it should be. */
function flawIn({ vehicle, signals, errors, triggers, unread, ...delivery }: Delivery): string | undefined {
  const { kind, mode, sequence, sentAt, challenge } = delivery
  const { eventId, deliveryId, webhookId, vehicleId, userId, externalId, eventType, version, webhookName } = delivery
  const { year, ...car } = vehicle
  const checks: Record<string, boolean> = {
    kind: deliveryKinds.includes(kind),
    mode: [undefined, 'live', 'test'].includes(mode),
    ids: [eventId, deliveryId, webhookId, vehicleId, userId, externalId].every(isId),
    words: [eventType, version, webhookName].every(isWords),
    sentAt: isTime(sentAt),
    sequence: sequence === undefined || (Number.isFinite(sequence) && sequence > 0),
    challenge: isLong(challenge) && (challenge === undefined || kind === 'verify'),
    vehicle: Object.values(car).every(isWords),
    year: year === undefined || (Number.isInteger(year) && year > 0 && year < 10_000),
    lists: [signals, errors, triggers].every(({ length }) => length <= 2_000),
    triggers: triggers.every((code) => isId(code)),
    signals: signals.every(({ code, name, group, status, recordedAt, fetchedAt, error }) => {
      const hasTimes = isTime(recordedAt) && isTime(fetchedAt)
      return isId(code) && [name, group, status, error?.type, error?.code].every(isWords) && hasTimes
    }),
    errors: errors.every(({ description, suggestedUserMessage, docUrl, signals: codes, ...words }) => {
      const isBounded = [description, suggestedUserMessage, docUrl].every(isLong)
      return isBounded && Object.values(words).every(isWords) && codes.length <= 2_000 && codes.every(isId)
    }),
    unread: unread.length <= 50 && unread.every((place) => isWords(place) && place !== ''),
  }
  return Object.entries(checks).find(([, isRight]) => !isRight)?.[0]
}
const isSound = (text: string) => {
  const delivery = readDelivery(text)
  expect(flawIn(delivery)).toBeUndefined()
  // Halves of characters and NUL stay out of what becomes of it, too.
  const again = JSON.stringify({ ...delivery, signals: delivery.signals.map(({ body, ...signal }) => signal) })
  expect(again).not.toMatch(/\\ud[89a-f]|\\u0000/i)
}

const odd = fc.oneof(
  fc.constantFrom<unknown>(null, 0, -1, 1e308, '', '\0', '\ud800', 'x'.repeat(5_000), '2026-09-21', 'LIVE', '8e15'),
  fc.constantFrom<unknown>(
    [],
    {},
    { toString: 1 },
    { code: 'a' },
    ['Group.Name'],
    [[]],
    { 'A.B': 1 },
    { signal: 'A.B' },
  ),
  fc.constant<unknown>(Object.fromEntries([['__proto__', { value: 1 }]])),
  fc.jsonValue(),
)
/** Names that the reader looks for, so that random bodies get beyond its first question. */
const names = fc.constantFrom(
  ...[
    'data',
    'meta',
    'signals',
    'errors',
    'triggers',
    'signal',
    'code',
    'name',
    'group',
    'body',
    'status',
    'value',
    'error',
  ],
  ...[
    'vehicle',
    'user',
    'id',
    'eventType',
    'eventName',
    'payload',
    'version',
    'challenge',
    'type',
    'mode',
    'resolution',
  ],
  ...['oemUpdatedAt', 'deliveredAt', 'sequence', '__proto__', 'constructor', 'toString', 'Group.Name'],
)
const alike = fc.letrec<{ node: unknown }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 7 },
    odd,
    fc.array(tie('node'), { maxLength: 3 }),
    fc.dictionary(names, tie('node'), { maxKeys: 6 }),
  ),
})).node

/** Also with halves of characters. */
const anyText = fc.array(fc.nat({ max: 0xffff }), { maxLength: 20 }).map((units) => String.fromCharCode(...units))

/** `undefined` where JSON has no form of it. */
function asJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    return undefined
  }
}

describe('any text at all', () => {
  it('of no form', () => {
    fc.assert(fc.property(anyText, isSound), { numRuns: 500 })
    fc.assert(fc.property(madeOf('{', '}', '[', ']', '"data"', '"signals"', ':', ',', '1', '\\ud800'), isSound))
  })
  it('that is JSON', () => {
    fc.assert(fc.property(fc.json(), isSound), { numRuns: 500 })
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true, withSparseArray: true }), (any) => isSound(asJson(any) ?? '')),
    )
  })
  it('that has the names of a delivery', () =>
    fc.assert(
      fc.property(alike, (body) => isSound(JSON.stringify(body))),
      { numRuns: 1_000 },
    ))
  it('that was a delivery before something in it was replaced', () => {
    const ways = fc.array(fc.nat({ max: 20 }), { maxLength: 6 })
    const replaced = fc.array(fc.tuple(ways, odd), { minLength: 1, maxLength: 4 })
    const isBrokenSound = (body: unknown, changes: readonly (readonly [number[], unknown])[]) =>
      isSound(JSON.stringify(changes.reduce<unknown>((last, [way, by]) => broken(last, way, by), body)))
    fc.assert(fc.property(fc.constantFrom(...parsed), replaced, isBrokenSound), { numRuns: 1_000 })
  })
  it('that was a delivery before a part of it was lost or put in', () =>
    fc.assert(
      fc.property(fc.constantFrom(...fixtures), fc.nat(), fc.nat({ max: 9 }), anyText, (text, at, most, by) => {
        const start = at % (text.length + 1)
        isSound(text.slice(0, start) + by + text.slice(start + most))
      }),
      { numRuns: 1_000 },
    ))
  it('of great depth or length', () => {
    isSound('['.repeat(100_000))
    isSound(`{"data":${'{"signals":['.repeat(5_000)}1${']}'.repeat(5_000)}}`)
    isSound(
      JSON.stringify({
        data: { signals: Object.fromEntries(Array.from({ length: 9_000 }, (_, at) => [`k${at}`, []])) },
      }),
    )
    isSound(JSON.stringify({ eventType: 'x'.repeat(500_000), triggers: Array(5_000).fill('İ'.repeat(200)) }))
  })
})
