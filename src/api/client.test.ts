/** The client: what is sent, once, and how every way to fail is told apart. */
import { describe, expect, it, vi } from 'vitest'
import { type CallRecord, call, observeCalls, setAccount, setTimeouts } from './client'
import { connections } from './connections'
import { BadIdError } from './endpoint'
import { ApiError, explain, isNotFound, isPassing, isUnclear } from './errors'
import * as fixtures from './fixtures'
import { ofServer } from './own-response-harness'
import { unanswered } from './pending-harness'
import { signals } from './signals'
import { subscriptions } from './subscriptions'

const answer = (body: unknown, init: ResponseInit = {}) => {
  const text = typeof body === 'string' || body === null ? body : JSON.stringify(body)
  return vi.fn(async (_input: RequestInfo | URL, _init?: RequestInit) => {
    const headers = { ...ofServer, ...(init.headers as Record<string, string> | undefined) } // an object in each test
    return new Response(text, { ...init, headers })
  })
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
      'x-forecourt': '1',
      'x-forecourt-click': expect.any(String),
    })
    const values = answer(fixtures.doorList)
    await call(signals.values, { path: { vehicleId: 'v', signalCode: 's' }, user: 'u' }, { fetch: values })
    expect(values.mock.calls[0]?.[1]?.headers).toMatchObject({ 'x-forecourt-user': 'u' })
  })
  it.each(['', 'ü', 'a\nb', ' u', 'u '])('refuses the user %j, which no header carries as it is', async (user) => {
    const fetch = answer(fixtures.doorList)
    const values = call(signals.values, { path: { vehicleId: 'v', signalCode: 's' }, user }, { fetch })
    await expect(values).rejects.toThrow(BadIdError)
    expect(fetch).not.toHaveBeenCalled()
  })
  it('sends awkward values as they are', async () => {
    const fetch = answer(fixtures.connectionList)
    const awkward = ['007', '1e5', '662E41', '123456789012345678', 'true', 'a&b=c#d', '[x]', '"q"']
    for (const value of awkward)
      await call(connections.list, { query: { 'filter[user.externalId]': value } }, { fetch })
    const sent = fetch.mock.calls.map(([address]) => new URL(String(address), 'http://h').searchParams)
    expect(sent.map((search) => search.get('filter[user.externalId]'))).toEqual(awkward)
    expect(fetch).toHaveBeenCalledTimes(awkward.length)
  })
  it.each(['null', '[]', '"maintenance"', '{}', '{"data":null}', '{"data":"x","meta":{}}'])(
    'an answer of %s has no data: an error with what was sent, never an empty list',
    async (text) => {
      const error = await failure(call(connections.list, {}, { fetch: answer(text) }))
      expect([error.kind, error.status, error.body]).toEqual(['unreadable', 200, JSON.parse(text)])
      expect(explain(error)).toMatchObject({ title: 'The response has nothing that can be shown', excerpt: text })
      expect([isPassing(error), isUnclear(error)]).toEqual([false, false])
      expect((await failure(call(connections.read, one, { fetch: answer(text) }))).kind).toBe('unreadable')
    },
  )
  it('rows that cannot be read are no empty answer, nor is a reading of another shape', async () => {
    const list = await call(
      connections.list,
      {},
      { fetch: answer({ ...fixtures.connectionList, data: [{ id: null }] }) },
    )
    expect([list.value.data, list.differences.length > 0]).toEqual([[], true])
    const values = await call(signals.values, { path: { vehicleId: 'v', signalCode: 's' } }, { fetch: answer('null') })
    expect([values.value, values.raw]).toEqual([{}, null])
  })
  it('an answer that breaks off in the middle is no answer', async () => {
    const fetch = async () => {
      const body = new ReadableStream({
        start: (controller) => {
          controller.enqueue(new TextEncoder().encode('{"data":['))
          controller.error(new TypeError('terminated'))
        },
      })
      return new Response(body)
    }
    expect((await failure(call(connections.list, {}, { fetch }))).kind).toBe('unreachable')
  })
  it.each([
    [400, fixtures.version3Error, 'http'],
    [430, fixtures.version2Errors.resolutionWithoutType, 'http'],
    [504, fixtures.version3Error, 'http'],
    [500, [null], 'http'],
    [500, 'null', 'http'],
    [500, '', 'not-json'],
  ])('status %i with %j', async (status, body, kind) => {
    const fetch = answer(body, { status })
    expect(await failure(call(connections.remove, one, { fetch }))).toMatchObject({ kind, status })
    expect(fetch).toHaveBeenCalledTimes(1)
  })
  it.each(['', '.', '..'])('refuses the id %j before anything is sent', async (connectionId) => {
    const fetch = answer({})
    await expect(call(connections.read, { path: { connectionId } }, { fetch })).rejects.toThrow(BadIdError)
    expect(fetch).not.toHaveBeenCalled()
  })
  it.each([
    ['a web page', '<!doctype html><h1>Hi</h1>', 200, 'a web page'],
    ['nothing', '', 200, 'an empty body'],
    ['half of it', '{"data":[', 200, 'text that isn’t JSON'],
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
    const late = await failure(call(connections.list, {}, { fetch: unanswered, timeoutMs: 5 }))
    expect([late.kind, isUnclear(late)]).toEqual(['timeout', true])
    const controller = new AbortController()
    const aborted = call(connections.list, {}, { fetch: unanswered, signal: controller.signal })
    controller.abort()
    await expect(aborted).rejects.toBe(controller.signal.reason)
    expect(controller.signal.reason).toMatchObject({ name: 'AbortError' })
  })
  it('waits longer than the server may take: for a token, for its turn and for the answer', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout')
    const path = { vehicleId: 'v', signalCode: 's' }
    try {
      setTimeouts(30_000, 180_000, 40_000)
      await call(connections.remove, one, { fetch: answer(null, { status: 204 }) })
      await call(signals.values, { path }, { fetch: answer('null') })
      expect(timeout.mock.calls).toEqual([[75_000], [225_000]])
    } finally {
      setTimeouts(30_000, 180_000)
      timeout.mockRestore()
    }
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
  it('asks the service anew where this page had an answer just now, and else takes one that the server has', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const fetch = answer(fixtures.connectionList)
    const isFresh = async (page: string) => {
      await call(connections.list, { query: { 'page[number]': page } }, { fetch })
      return new Headers(fetch.mock.lastCall?.[1]?.headers).get('x-forecourt-fresh')
    }
    expect([await isFresh('90'), await isFresh('91'), await isFresh('90')]).toEqual([null, null, '1'])
    vi.advanceTimersByTime(2_000)
    expect(await isFresh('90')).toBeNull()
    setAccount('another')
    expect(await isFresh('90')).toBeNull()
    setAccount(null)
    vi.useRealTimers()
  })
  it('names the click of every change, each another one, and of nothing else', async () => {
    const fetch = answer(null, { status: 204 })
    for (const _ of [1, 2]) await call(connections.remove, one, { fetch })
    const clickOf = (init: RequestInit | undefined) => new Headers(init?.headers).get('x-forecourt-click') ?? ''
    const clicks = fetch.mock.calls.map(([, init]) => clickOf(init))
    for (const click of clicks) expect(click).toMatch(/^\d{1,10}(-\d{1,10}){3}$/)
    expect(new Set(clicks).size).toBe(2)
    const read = answer(fixtures.connectionList)
    await call(connections.list, {}, { fetch: read })
    expect(clickOf(read.mock.calls[0]?.[1])).toBe('')
  })
  it.each([
    [200, '{}'],
    [200, '{"data":{}}'],
    [202, ''],
    [204, null],
    [400, '{"message":"Bad Request"}'],
    [404, '{"errors":[{"status":"404","title":"Not Found"}]}'],
    [409, '{"errors":[{"code":"ASLEEP"}]}'],
    [500, '{"errors":[{"status":"500"}]}'],
    [520, 'error code: 520'],
  ])('takes no outcome of a change from a response that is not the server’s (%i %s)', async (status, body) => {
    const fetch = async () => new Response(body, { status })
    const error = await failure(call(connections.remove, one, { fetch }))
    expect([error.kind, isUnclear(error), isNotFound(error)]).toEqual(['unreachable', true, false])
  })
  it.each([413, 429, 503])('takes %i of a proxy for a change that was not sent', async (status) => {
    const fetch = async () => new Response('', { status })
    const error = await failure(call(connections.remove, one, { fetch }))
    expect([error.status, isUnclear(error)]).toEqual([status, false])
  })
  it('takes a repeat that was refused for what became of the first', async () => {
    const repeat = (first: unknown) =>
      answer(
        { errors: [{ type: 'GATEWAY', code: 'REPEATED', status: '409', title: 'Already received', first }] },
        { status: 409 },
      )
    const send = (first: unknown) => call(connections.remove, one, { fetch: repeat(first) })
    expect(await send(204)).toMatchObject({ status: 204, differences: [] })
    const unknown = await failure(send('unknown'))
    expect([unknown.status, isUnclear(unknown)]).toEqual([504, true])
    const refused = await failure(send(403))
    expect([refused.status, isUnclear(refused)]).toEqual([403, false])
    expect(isNotFound(await failure(send(404)))).toBe(true)
    for (const first of ['not sent', undefined, '204']) {
      const unsent = await failure(send(first))
      expect([unsent.status, isUnclear(unsent)]).toEqual([409, false])
    }
    const ofTheService = answer({ errors: [{ type: 'CONFLICT', code: 'REPEATED', first: 204 }] }, { status: 409 })
    expect((await failure(call(connections.remove, one, { fetch: ofTheService }))).status).toBe(409)
  })
  it('tells those who watch, what came back with it, and what was given up', async () => {
    const seen: CallRecord[] = []
    const stop = observeCalls((record) => seen.push(record))
    await call(connections.list, {}, { fetch: answer(fixtures.connectionList) })
    await failure(call(connections.read, one, { fetch: answer({}, { status: 500 }) }))
    const controller = new AbortController()
    controller.abort()
    const aborted = vi.fn(async () => {
      throw controller.signal.reason
    })
    await expect(call(connections.list, {}, { fetch: aborted, signal: controller.signal })).rejects.toThrow()
    stop()
    await call(connections.list, {}, { fetch: answer(fixtures.connectionList) })
    expect(seen.map(({ status, error, isAborted }) => [status, error?.kind, isAborted])).toEqual([
      [200, undefined, false],
      [500, 'http', false],
      [undefined, undefined, true],
    ])
    expect(seen[0]?.text).toBe(JSON.stringify(fixtures.connectionList))
    expect(seen[1]).toMatchObject({ input: one, text: '{}' })
  })
})
