/** What the inspector shows of the calls: failed ones, billed ones, and equal failures once. */
import { describe, expect, it } from 'vitest'
import { connections } from '../../api/connections'
import type { Endpoint } from '../../api/endpoint'
import { ApiError } from '../../api/errors'
import { vehicleData } from '../../api/vehicle-data'
import { webhooks } from '../../api/webhooks'
import { fits, groupFailures, noFilter } from './call-filter'
import type { Call } from './calls'

const call = (id: number, endpoint: Endpoint = connections.list, status = 200, code = 'NO'): Call => ({
  id,
  endpoint,
  input: {},
  address: '/api/vehicle/v3/connections',
  at: 0,
  durationMs: 1,
  status,
  isAborted: false,
  headers: [],
  ...(status >= 400 && {
    error: new ApiError('http', endpoint, { status, body: { errors: [{ title: 'Refused', code }] } }),
  }),
})
const idsOf = (calls: readonly Call[], kind: 'all' | 'failed' | 'billed') =>
  calls.flatMap((one) => (fits(one, { ...noFilter, kind }) ? one.id : []))

describe('the kinds of calls', () => {
  it('what is not there, and what was given up, has not failed', () => {
    const calls = [
      call(1),
      call(2, connections.read, 404),
      call(3, connections.list, 500),
      { ...call(4, connections.list, 500), isAborted: true },
      call(5, vehicleData.vin),
    ]
    expect(idsOf(calls, 'all')).toEqual([1, 2, 3, 4, 5])
    expect(idsOf(calls, 'failed')).toEqual([3])
    expect(idsOf(calls, 'billed')).toEqual([5])
  })
})

describe('failures', () => {
  const failures = [
    call(6, connections.list, 503),
    call(5, webhooks.list, 503),
    call(4, connections.read, 503),
    call(3, connections.list, 503, 'OTHER'),
    call(2, connections.list, 500),
    call(1, connections.list, 503),
  ]
  const lines = (chosen?: number) => groupFailures(failures, chosen).map(({ call: { id }, alike }) => [id, alike])
  it('of one host, status and code are one line, the newest first', () => {
    expect(lines()).toEqual([
      [6, 3],
      [5, 1],
      [3, 1],
      [2, 1],
    ])
  })
  it('the others follow the one that is looked at, and none is lost', () => {
    expect(lines(4)).toEqual([
      [6, 3],
      [4, 1],
      [1, 1],
      [5, 1],
      [3, 1],
      [2, 1],
    ])
  })
  it('that nothing answered are told apart by what is known of them', () => {
    const cut = { ...call(7), status: undefined, error: new ApiError('unreachable', connections.list) }
    const late = { ...call(8), status: undefined, error: new ApiError('timeout', connections.list) }
    expect(groupFailures([late, cut, { ...cut, id: 6 }], undefined).map(({ alike }) => alike)).toEqual([1, 2])
  })
})
