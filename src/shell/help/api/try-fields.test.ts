/** “Try it” begins with what was viewed last, and sends what its fields hold and nothing else. */
import { describe, expect, it } from 'vitest'
import { namedOperations, parametersOf } from '../../../api/operations'
import type { RecentThing } from '../../../core/recent'
import { filledIn, inputOf } from './try-fields'

const recent: RecentThing[] = [
  { kind: 'vehicle', id: 'veh-2', at: 2 },
  { kind: 'vehicle', id: 'veh-1', at: 1 },
  { kind: 'user', id: 'u-1', at: 1 },
]
function of(id: string) {
  const operation = namedOperations.find((one) => one.id === id)
  if (!operation) throw new Error(`there is no ${id}`)
  const parameters = parametersOf(operation, { parameters: {}, headerPrefix: 'xy' })
  const first = filledIn(operation.endpoint, parameters, { recent, signals: ['odometer-traveleddistance'] })
  return { first, input: (fields = first) => inputOf(operation.endpoint, parameters, fields) }
}

describe('the fields', () => {
  it('begin with what was viewed last of each kind', () => {
    expect(of('vehicleData.vin').first).toEqual({ id: 'veh-2' })
    expect(of('signals.values').first).toEqual({ vehicleId: 'veh-2', signalCode: 'odometer-traveleddistance' })
    expect(of('connections.read').first).toEqual({ connectionId: '' })
    expect(JSON.parse(of('subscriptions.create').first.body ?? '')).toEqual({
      data: { attributes: { webhookId: '', userId: 'u-1', vehicleId: 'veh-2' } },
    })
  })
  it('are sent where they belong, empty ones not', () => {
    const { first, input } = of('signals.values')
    expect(input({ ...first, page: ' 2 ', pageSize: '', user: 'u-1' }).input).toEqual({
      path: { vehicleId: 'veh-2', signalCode: 'odometer-traveleddistance' },
      query: { page: '2' },
      user: 'u-1',
    })
    expect(of('batch.send').input()).toEqual({
      input: { path: { id: 'veh-2' }, query: {}, user: undefined, body: { requests: [{ path: '/odometer' }] } },
    })
  })
  it('say what is missing', () => {
    expect(of('connections.read').input().problem).toEqual({ missing: ['connectionId'] })
    expect(of('batch.send').input({ id: 'v', body: '{' }).problem).toBe('not JSON')
    expect(of('batch.send').input({ id: 'v', body: '{"requests":[{"path":"/a","method":"POST"}]}' }).problem).toBe(
      'another body',
    )
  })
})
