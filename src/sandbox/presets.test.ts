/** The sandbox speaks as a preset says: its names, sizes, errors and headers, and no others. */
import { describe, expect, it } from 'vitest'
import { connections } from '../api/connections'
import { ApiError, explain, isAsleep } from '../api/errors'
import { dialectOf, presets } from '../api/presets/presets'
import { testSandbox } from './harness'

const speaking = (name: string) => {
  const preset = presets[name]
  if (!preset) throw new Error(`there is no ${name}`)
  return testSandbox({ dialect: dialectOf(preset) })
}
const { ask } = speaking('example')
const told = (status: number, body: unknown) => new ApiError('http', connections.read, { status, body })

describe('a provider that differs wherever it may', () => {
  it('knows its own names of filters and pages, and has them in its links', async () => {
    const { body } = await ask('/v3/connections?mode=simulated&page=2')
    expect(body.meta).toMatchObject({ pageNumber: 2, pageSize: 20 })
    expect(body.data[0].attributes.vehicle.mode).toBe('simulated')
    expect(body.links.next).toBe('/v3/connections?page=3&per_page=20')
    const values = await ask(
      `/v3/vehicles/${body.data[0].relationships.vehicle.data.id}/signals/odometer-traveleddistance/values?page=2`,
    )
    expect(values.body.links.next).toMatch(/\?page=3&per_page=10$/)
  })
  it('knows no others', async () => {
    const { body } = await ask('/v3/connections?filter[vehicle.mode]=simulated&page[number]=2&page[size]=5')
    expect(body.meta).toMatchObject({ pageNumber: 1, pageSize: 20, totalCount: 2500 })
  })
  it('takes the page sizes that it offers', async () => {
    expect((await ask('/v3/connections?per_page=101')).status).toBe(400)
    expect((await ask('/v3/webhooks?per_page=41', { host: 'management' })).body.detail).toBe(
      'per_page expects a whole number from 1 to 40.',
    )
  })
  it('tells errors of version 3 as problems, and the console reads them', async () => {
    const { status, headers, body } = await ask('/v3/connections/fault-409')
    expect([status, headers.get('content-type')]).toEqual([409, 'application/problem+json'])
    expect(headers.get('ex-request-id')).toMatch(/^sandbox-/)
    expect(body).toEqual({
      type: 'https://docs.test/problems/vehicle-state-errors#asleep',
      title: 'Vehicle Asleep',
      status: 409,
      detail: 'The vehicle is asleep and can’t respond right now.',
      instance: `/requests/${headers.get('ex-request-id')}`,
    })
    expect(explain(told(status, body))).toEqual({
      title: 'Vehicle Asleep',
      status: 409,
      code: 'asleep',
      detail: body.detail,
      about: body.type,
      instance: body.instance,
    })
    expect(isAsleep(told(status, body))).toBe(true)
  })
  it('tells errors of version 2.0 in three words, of a batch’s items too', async () => {
    const { body } = await ask('/v2.0/vehicles/fault-409/vin', { host: 'vehicleData' })
    expect(body).toEqual({ error: 'vehicle_state_error', message: expect.any(String), code: 'ASLEEP' })
    expect(isAsleep(told(409, body))).toBe(true)
    expect((await ask('/v2.0/vehicles/fault-400/vin', { host: 'vehicleData' })).body.code).toBe('VALIDATION')
  })
  it('has no list of subscriptions', () => expect(presets.example?.config.extensions).toBeUndefined())
})
