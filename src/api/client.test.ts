/** The client: what is sent, once, and how every way to fail is told apart. */
import { describe, expect, it, vi } from 'vitest'
import { type CallRecord, call, observeCalls } from './client'
import { connections } from './connections'
import { BadIdError } from './endpoint'
import { ApiError, explain, factsOf, isAsleep, isPassing, isUnclear } from './errors'
import * as fixtures from './fixtures'
import { signals } from './signals'
import { subscriptions } from './subscriptions'

const answer = (body: unknown, init: ResponseInit = {}) => {
  const text = typeof body === 'string' || body === null ? body : JSON.stringify(body)
  return vi.fn(async (_input: RequestInfo | URL, _init?: RequestInit) => new Response(text, init))
}
const failure = async (promise: Promise<unknown>): Promise<ApiError> => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(ApiError)
  return error as ApiError // just checked
}
const one = { path: { connectionId: 'c/1' } }

describe('call', () => {
  it('sends one request, the query as the address bar has it', async () => {
    const fetch = answer(fixtures.connectionList)
    const { value, differences, status } = await call(
      connections.list,
      { query: { 'filter[user.externalId]': '007', 'page[number]': '2' } },
      { fetch },
    )
    expect(fetch).toHaveBeenCalledTimes(1)
    expect(fetch.mock.calls[0]?.[0]).toBe('/api/vehicle/v3/connections?filter[user.externalId]=007&page[number]=2')
    expect(fetch.mock.calls[0]?.[1]).toMatchObject({
      method: 'GET',
      redirect: 'error',
      body: null,
      headers: { accept: 'application/json' },
    })
    expect([value.data?.length, differences.length, status]).toEqual([2, 0, 200])
  })
  it('sends a JSON body, and names a user only where the endpoint does', async () => {
    const created = answer({ meta: { message: 'in progress' } }, { status: 202 })
    const body = { data: { attributes: { webhookId: 'w', userId: 'u', vehicleId: 'v' } } }
    await call(subscriptions.create, { body, user: 'u' }, { fetch: created })
    expect(created.mock.calls[0]?.[1]).toMatchObject({ method: 'POST', body: JSON.stringify(body) })
    expect(created.mock.calls[0]?.[1]?.headers).toEqual({
      accept: 'application/json',
      'content-type': 'application/json',
    })
    const values = answer(fixtures.doorList)
    await call(signals.values, { path: { vehicleId: 'v', signalCode: 's' }, user: 'u' }, { fetch: values })
    expect(values.mock.calls[0]?.[1]?.headers).toMatchObject({ 'x-forecourt-user': 'u' })
  })
  it.each(['', '.', '..'])('refuses the id %j before anything is sent', async (connectionId) => {
    const fetch = answer({})
    await expect(call(connections.read, { path: { connectionId } }, { fetch })).rejects.toThrow(BadIdError)
    expect(fetch).not.toHaveBeenCalled()
  })
  it.each([
    ['a web page', '<!doctype html><h1>Hi</h1>', 200, 'a web page'],
    ['nothing', '', 200, 'an empty body'],
    ['half of it', '{"data":[', 200, 'text that is not JSON'],
    ['a web page', '<html>', 502, 'a web page'],
  ])('%s is not JSON', async (_, body, status, words) => {
    const error = await failure(call(connections.list, {}, { fetch: answer(body, { status }) }))
    expect([error.kind, error.status]).toEqual(['not-json', status])
    expect(explain(error).detail).toContain(words)
  })
  it.each([204, 200, 202])('a change answered %i is done, whatever its body', async (status) => {
    const fetch = answer(status === 204 ? null : 'OK then', { status })
    await expect(call(connections.remove, one, { fetch })).resolves.toMatchObject({ status })
    expect(fetch.mock.calls[0]?.[0]).toBe('/api/vehicle/v3/connections/c%2F1')
  })
  it('an HTTP error keeps its body and the facts of its headers', async () => {
    const headers = { 'retry-after': '7', 'xy-request-id': 'r-9' }
    const error = await failure(
      call(connections.read, one, { fetch: answer(fixtures.version3Error, { status: 404, headers }) }),
    )
    expect(error).toMatchObject({ kind: 'http', status: 404, facts: { retryAfter: 7, requestId: 'r-9' } })
    expect(explain(error)).toMatchObject({
      title: 'Not Found',
      code: 'NOT_FOUND',
      about: 'https://docs.example/errors/v3/not-found',
      requestId: 'r-9',
    })
  })
  it('unreachable, timed out and aborted are three things', async () => {
    const gone = await failure(call(connections.list, {}, { fetch: () => Promise.reject(new TypeError('failed')) }))
    expect([gone.kind, isPassing(gone), isUnclear(gone)]).toEqual(['unreachable', true, true])
    const hang = (_: unknown, init?: RequestInit) =>
      new Promise<Response>((_resolve, reject) =>
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
      )
    const late = await failure(call(connections.list, {}, { fetch: hang, timeoutMs: 5 }))
    expect([late.kind, isUnclear(late)]).toEqual(['timeout', true])
    const controller = new AbortController()
    const aborted = call(connections.list, {}, { fetch: hang, signal: controller.signal })
    controller.abort()
    await expect(aborted).rejects.toMatchObject({ name: 'AbortError' })
  })
  it('a gateway that gave up waiting is a time-out too', async () => {
    const body = {
      errors: [
        { status: '504', type: 'GATEWAY', code: 'UPSTREAM_TIMEOUT', title: 'T', detail: 'No answer within 5 ms.' },
      ],
    }
    const error = await failure(call(connections.list, {}, { fetch: answer(body, { status: 504 }) }))
    expect(error.kind).toBe('timeout')
    expect(explain(error)).toMatchObject({ title: 'Timed out', detail: 'No answer within 5 ms.' })
  })
  it('tells those who watch, but not of what was aborted', async () => {
    const seen: CallRecord[] = []
    const stop = observeCalls((record) => seen.push(record))
    await call(connections.list, {}, { fetch: answer(fixtures.connectionList) })
    await failure(call(connections.read, one, { fetch: answer({}, { status: 500 }) }))
    stop()
    await call(connections.list, {}, { fetch: answer(fixtures.connectionList) })
    expect(seen.map(({ status, error }) => [status, error?.kind])).toEqual([
      [200, undefined],
      [500, 'http'],
    ])
  })
})

describe('factsOf', () => {
  it('recognises headers by suffix, whatever the prefix', () => {
    const headers = new Headers({
      'sc-data-age': 'a',
      'other-unit-system': 'metric',
      'x-request-id': 'r',
      'sb-fetched-at': 'f',
    })
    expect(factsOf(headers)).toEqual({ dataAge: 'a', unitSystem: 'metric', requestId: 'r', fetchedAt: 'f' })
  })
  it('reads retry-after as seconds and as a date, and nonsense as nothing', () => {
    const of = (value: string) => factsOf([['Retry-After', value]], Date.UTC(2026, 0, 1)).retryAfter
    expect([of('120'), of('Thu, 01 Jan 2026 00:00:30 GMT'), of('Wed, 31 Dec 2025 00:00:00 GMT'), of('soon')]).toEqual([
      120,
      30,
      0,
      undefined,
    ])
  })
})

describe('explain', () => {
  const error = (status: number, body: unknown) => new ApiError('http', connections.read, { status, body })
  const { version2Errors: v2 } = fixtures
  it.each([
    [
      'version 2.0',
      409,
      v2.resolutionNull,
      {
        type: 'VEHICLE_STATE',
        code: 'ASLEEP',
        detail: 'The car sleeps.',
        about: 'https://docs.example/errors#asleep',
        requestId: 'r-1',
      },
    ],
    [
      'a resolution as text',
      403,
      v2.resolutionText,
      { title: 'Forbidden', type: 'PERMISSION', resolution: 'REAUTHENTICATE' },
    ],
    ['a resolution as object', 429, v2.resolutionObject, { code: 'VEHICLE', resolution: 'RETRY_LATER' }],
    [
      'status 430',
      430,
      v2.resolutionWithoutType,
      { status: 430, title: 'Billing limit reached', code: 'VEHICLE_REQUEST_LIMIT' },
    ],
    ['fields', 400, v2.validation, { detail: 'The car sleeps.', fields: ['requests.0: is required'] }],
    [
      'the predecessor',
      409,
      v2.predecessor,
      { title: 'Conflict', type: 'vehicle_state_error', code: 'VS_000', detail: 'No state.' },
    ],
    ['OAuth', 400, v2.oauth, { type: 'invalid_client', detail: 'Unknown client.' }],
    ['version 3', 404, fixtures.version3Error, { title: 'Not Found', type: 'RESOURCE_NOT_FOUND' }],
    ['no body', 418, undefined, { title: 'HTTP 418' }],
    ['another shape', 500, { oops: [1] }, { title: 'Internal Server Error' }],
    ['a list', 500, [1], { title: 'Internal Server Error' }],
    ['null errors', 500, { errors: [null, 7] }, { title: 'Internal Server Error' }],
  ])('%s', (_, status, body, expected) => {
    expect(explain(error(status, body))).toMatchObject(expected)
  })
  it('asleep is a state, whatever the case of its code', () => {
    expect(isAsleep(error(409, fixtures.olderVersion3Error))).toBe(true)
    expect(isAsleep(error(409, v2.predecessor))).toBe(false)
  })
  it('what is not of the service is said to be the console’s', () => {
    expect(explain(new Error('x')).title).toBe('Something failed in the console')
    expect(explain(new BadIdError('id', '..')).title).toBe('That cannot be an id')
  })
})
