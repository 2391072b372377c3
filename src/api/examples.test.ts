/** Example bodies of a service, in the folder that `EXAMPLES` names: every one of them parses, and so do broken versions. */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { batch } from './batch'
import { connections } from './connections'
import { ApiError, explain } from './errors'
import * as fixtures from './fixtures'
import { openApiOf } from './openapi/openapi'
import { checkerOf } from './openapi/openapi-harness'
import { responseName } from './openapi/schemas'
import { namedOperations } from './operations'
import { type Difference, pathText, read } from './read'
import { signals } from './signals'
import { subscriptions } from './subscriptions'
import { vehicleData } from './vehicle-data'
import { webhooks } from './webhooks'

const folder = process.env.EXAMPLES ?? ''

/** What each example answers, and the places where it differs from the interface. */
const answers: Record<string, readonly [schema: z.ZodMiniType, differs?: readonly string[]]> = {
  'v2-batch-docs': [batch.send.response],
  'v2-batch-mixed-legacy-error': [batch.send.response],
  'v2-dtcs': [vehicleData.troubleCodes.response],
  'v2-nominal-capacity-case1-smartcar': [vehicleData.batteryCapacity.response],
  'v2-nominal-capacity-case2-undetermined': [vehicleData.batteryCapacity.response],
  'v2-nominal-capacity-user-selected': [vehicleData.batteryCapacity.response],
  'v2-service-history-docs': [vehicleData.serviceHistory.response],
  'v2-service-history-sdk-test': [
    vehicleData.serviceHistory.response,
    [
      '[0].serviceId',
      '[0].serviceTasks[0].taskId',
      '[0].serviceDetails',
      '[1].serviceId',
      '[1].serviceTasks[0].taskId',
      '[1].serviceTasks[1].taskId',
      '[1].serviceDetails',
      '[2].serviceId',
      '[2].serviceTasks[0].taskId',
      '[2].serviceTasks[1].taskId',
      '[2].serviceDetails',
    ],
  ],
  'v2-system-status': [vehicleData.systemStatus.response],
  'v2-vin': [vehicleData.vin.response],
  'v3-connection': [connections.read.response],
  'v3-create-subscription-202': [subscriptions.create.response],
  'v3-signals-docs-2025': [signals.values.response, ['meta.pageNumber', 'links.prev']],
  'v3-subscription': [
    subscriptions.read.response,
    ['data.relationships.user.data.type', 'data.relationships.vehicle.data.type'],
  ],
  'v3-webhook': [webhooks.read.response],
}
/** Error bodies: the status and the code that the explanation must name. */
const errors: Record<string, readonly [status: number, code: string | undefined]> = {
  'v2-error-400-validation': [400, undefined],
  'v2-error-403-permission': [403, undefined],
  'v2-error-409-asleep': [409, 'ASLEEP'],
  'v2-error-429-vehicle': [429, 'VEHICLE'],
  'v2-error-430-vehicle-request-limit': [430, 'VEHICLE_REQUEST_LIMIT'],
  'v2-error-500-record-not-found': [500, 'RECORD_NOT_FOUND'],
  'v3-error-400': [400, 'BAD_REQUEST'],
}
/** Bodies of reads that the interface reaches only through a batch, and of others outside it: items of a batch. */
const items = [
  'v2-battery',
  'v2-charge',
  'v2-charge-limit',
  'v2-engine-oil',
  'v2-fuel',
  'v2-location',
  'v2-odometer',
  'v2-permissions',
  'v2-security',
  'v2-tires-pressure',
  'v2-vehicle-attributes',
  'v3-signal-odometer',
  'v3-token',
]

const { wrongIn } = checkerOf(openApiOf({ version: '1', parameters: {}, headerPrefix: null }))
/** Where a body is not what the OpenAPI document says of this response. */
function undocumented(schema: z.ZodMiniType, body: unknown): string {
  const operation = namedOperations.find(({ endpoint }) => endpoint.response === schema)
  if (!operation) throw new Error('This is the response of no operation.')
  return wrongIn(`#/components/schemas/${responseName(operation)}`, body)
}

const places = (differences: Difference[]) => differences.map(({ path }) => pathText(path))

/** Every version of a body with one value taken out, or put in the wrong type. */
function* broken(body: unknown): Generator<unknown> {
  yield null
  yield undefined
  yield [[body]]
  if (typeof body !== 'object' || body === null) return
  for (const key of Object.keys(body)) {
    const entries = body as Record<string, unknown> // an object or a list, by its keys
    for (const value of [undefined, null, 0, 'x', [], {}])
      yield Array.isArray(body)
        ? body.map((item, index) => (String(index) === key ? value : item))
        : { ...entries, [key]: value }
    for (const inner of broken(entries[key]))
      yield Array.isArray(body)
        ? body.map((item, index) => (String(index) === key ? inner : item))
        : { ...entries, [key]: inner }
  }
}

if (folder !== '') {
  describe('the reference examples', () => {
    const names = readdirSync(folder).map((name) => name.replace(/\.json$/, ''))
    const load = (name: string): unknown => JSON.parse(readFileSync(`${folder}/${name}.json`, 'utf8'))

    it('are all known here', () => {
      expect(names.toSorted()).toEqual([...Object.keys(answers), ...Object.keys(errors), ...items].toSorted())
    })
    it.each(Object.entries(answers))('%s parses, and so do its broken versions', (name, [schema, differs = []]) => {
      const body = load(name)
      const { value, differences } = read(schema, body)
      expect(places(differences)).toEqual(differs)
      if (differs.length === 0) expect(value).toEqual(body)
      expect(undocumented(schema, body) === '').toBe(differs.length === 0)
      let versions = 0
      for (const version of broken(body)) {
        versions += 1
        expect(() => read(schema, version)).not.toThrow()
      }
      expect(versions).toBeGreaterThan(5)
    })
    it.each(Object.entries(errors))('%s is explained, and so are its broken versions', (name, [status, code]) => {
      const of = (body: unknown) => explain(new ApiError('http', connections.read, { status, body }))
      const body = load(name)
      expect(of(body)).toMatchObject({
        status,
        ...(code && { code }),
        about: expect.stringMatching(/^https:/),
        detail: expect.any(String),
      })
      for (const version of broken(body)) expect(of(version).title).toBeTypeOf('string')
    })
    it.each(items)('%s is an item of a batch as it stands', (name) => {
      const body = load(name)
      const { value, differences } = read(batch.send.response, { responses: [{ path: '/x', code: 200, body }] })
      expect(differences).toEqual([])
      expect(value.responses?.[0]?.body).toEqual(body)
    })
  })
}

describe('our own fixtures, which a plain clone has', () => {
  const own: [string, z.ZodMiniType, unknown][] = [
    ['connections', connections.list.response, fixtures.connectionList],
    ['a webhook', webhooks.read.response, { data: fixtures.webhookWithoutErrorUri }],
    ['a subscription', subscriptions.read.response, { data: fixtures.subscriptionAllWebhooks }],
    ['service records', vehicleData.serviceHistory.response, fixtures.services.looser],
    ['a capacity', vehicleData.batteryCapacity.response, fixtures.capacity.ownerMustChoose],
    ['a batch', batch.send.response, fixtures.batchAnswer],
    ['signals of the older shape', signals.values.response, fixtures.olderSignalList],
  ]
  it.each(own)('%s: broken versions are read, and what differs is listed', (_, schema, body) => {
    let reported = 0
    for (const version of broken(body)) reported += read(schema, version).differences.length > 0 ? 1 : 0
    expect(reported).toBeGreaterThan(10)
  })
})
