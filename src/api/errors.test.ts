/** Errors of every shape are told apart and explained, and headers are known by their suffix (4.1, 7). */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { connections } from './connections'
import { BadIdError } from './endpoint'
import { ApiError, explain, factsOf, hasCode, isAsleep, isNotFound, leavesOpen } from './errors'
import * as fixtures from './fixtures'
import { headersTooLarge } from './header-limit'

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
  it('names the service’s own request, ours only where it sent none', () => {
    const of = (headers: Record<string, string>) => factsOf(new Headers(headers)).requestId
    const ours = { 'x-forecourt-request-id': 'ours' }
    expect([of({ ...ours, 'sc-request-id': 's' }), of({ ...ours, 'x-request-id': 'x' })]).toEqual(['s', 'x'])
    expect(of(ours)).toBe('ours')
  })
  it('reads retry-after as seconds and as a date, and nonsense as nothing', () => {
    const of = (value: string) => factsOf([['Retry-After', value]], Date.UTC(2026, 0, 1)).retryAfter
    expect([of('120'), of('0')]).toEqual([120, 0])
    expect(['0.5', '1.5', '299.997', ' 60 ', '2.0'].map(of)).toEqual([1, 2, 300, 60, 2])
    expect([of('Thu, 01 Jan 2026 00:00:30 GMT'), of('Thursday, 01-Jan-26 00:00:30 GMT')]).toEqual([30, 30])
    expect(of('Wed, 31 Dec 2025 00:00:00 GMT')).toBe(0)
    const nonsense = ['soon', '', '-5', '1.', '.5', '7, 7', '1e5', '2026', 'Sun', '99999999999999999999999']
    expect(nonsense.map(of)).toEqual(nonsense.map((one) => (one === '2026' ? 2026 : undefined)))
  })
})

describe('explain', () => {
  const error = (status: number, body: unknown) => new ApiError('http', connections.read, { status, body })
  const { version2Errors: v2, problems } = fixtures
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
    [
      'a problem',
      409,
      problems.whole,
      {
        title: 'Vehicle asleep',
        code: 'vehicle-asleep',
        detail: 'The car sleeps.',
        about: 'https://docs.example/problems/vehicle-asleep',
        instance: '/requests/r-1',
      },
    ],
    ['a problem with a code', 409, problems.coded, { code: 'ASLEEP', about: 'urn:problem:example:sleep' }],
    ['a problem of fields', 400, problems.validation, { code: 'invalid-request', fields: ['#/data: is required'] }],
    ['version 3', 404, fixtures.version3Error, { title: 'Not Found', type: 'RESOURCE_NOT_FOUND' }],
    [
      'several errors',
      404,
      fixtures.severalVersion3Errors,
      { code: 'NOT_FOUND', resolution: 'CONTACT_SUPPORT', more: [{ title: 'Error', detail: 'And another.' }] },
    ],
    ['lower-case codes', 409, fixtures.olderVersion3Error, { status: 409, title: 'Vehicle Asleep', code: 'asleep' }],
    [
      'fields of any shape',
      400,
      { detail: [{ field: [{ toString: 1 }, 'a'], message: 'm' }, 7] },
      { fields: ['a: m'] },
    ],
    ['no body', 418, undefined, { title: 'HTTP 418' }],
    ['another shape', 500, { oops: [1] }, { title: 'Internal Server Error' }],
    ['a list', 500, [1], { title: 'Internal Server Error' }],
    ['null errors', 500, { errors: [null, 7] }, { title: 'Internal Server Error' }],
  ])('%s', (_, status, body, expected) => {
    expect(explain(error(status, body))).toMatchObject(expected)
  })
  it.each([
    ['a bare text', 'it broke', '"it broke"'],
    ['a number', 7, '7'],
    ['null', null, 'null'],
    ['true', true, 'true'],
    ['an empty text', '', '""'],
    ['a list', [{ message: 'it broke' }], '[{"message":"it broke"}]'],
    ['an empty list', [], '[]'],
    ['an empty object', {}, '{}'],
    ['another object', { oops: ['it broke'] }, '{"oops":["it broke"]}'],
    ['errors that are none', { errors: ['it broke'] }, '{"errors":["it broke"]}'],
    [
      'a detail of another shape',
      { code: 'X', description: { de: 'kaputt' } },
      '{"code":"X","description":{"de":"kaputt"}}',
    ],
    ['more beside what is understood', { code: 'X', hint: 'look here' }, '{"code":"X","hint":"look here"}'],
    ['a second error that is none', { errors: [{ code: 'X' }, 'it broke'] }, '{"errors":[{"code":"X"},"it broke"]}'],
    ['a long one', 'x'.repeat(5000), `"${'x'.repeat(599)}`],
  ])('what is not understood stands there as it was sent: %s', (_, body, excerpt) => {
    expect(explain(error(500, body))).toMatchObject({ title: 'Internal Server Error', excerpt })
    expect(explain(new ApiError('timeout', connections.read, { status: 504, body })).excerpt).toBe(excerpt)
  })
  it('what is understood stands there once, in words', () => {
    for (const body of [
      v2.predecessor,
      v2.oauth,
      { code: 'X', statusCode: 404, requestId: null, detail: '' },
      fixtures.version3Error,
      ...[problems.whole, problems.coded, problems.blank].map((body) => ({ ...body, status: 404 })),
    ])
      expect(explain(error(404, body)).excerpt, JSON.stringify(body)).toBeUndefined()
    expect(explain(error(418, undefined)).excerpt).toBeUndefined()
  })
  it('a resolution that is null, or of no type, is none', () => {
    for (const body of [v2.resolutionNull, v2.resolutionWithoutType])
      expect(explain(error(430, body)).resolution).toBeUndefined()
    for (const body of [fixtures.olderVersion3Error, ...Object.values(problems)])
      expect(explain(error(409, body)).type).toBeUndefined()
    expect(explain(error(409, problems.blank))).not.toHaveProperty('code')
  })
  it('the facts of the headers stand beside what the body says', () => {
    const facts = { requestId: 'r-header', retryAfter: 9 }
    const of = (body: unknown) => explain(new ApiError('http', connections.read, { status: 429, body, facts }))
    expect(of(fixtures.version3Error)).toMatchObject({ requestId: 'r-header', retryAfter: 9 })
    expect(of(v2.resolutionObject)).toMatchObject({ requestId: 'r-1', retryAfter: 9 })
  })
  it.each([
    [undefined, { title: 'Timed out', detail: 'No response in time.' }],
    [{}, { title: 'Timed out', detail: 'No response in time.' }],
    [
      { errors: [{ title: 'T', detail: 'No answer within 5 ms.' }] },
      { title: 'Timed out', detail: 'No answer within 5 ms.' },
    ],
  ])('a time-out with the body %j', (body, expected) => {
    expect(explain(new ApiError('timeout', connections.read, { body }))).toMatchObject(expected)
  })
  it.each([
    [502, '<html><h1>Bad</h1>', { title: 'Bad Gateway', detail: 'The API returned 502 with a web page.' }],
    [500, '', { title: 'Internal Server Error', detail: 'The API returned 500 with an empty body.' }],
    [431, '', { title: 'Request headers too large', detail: headersTooLarge }],
    [200, 'x'.repeat(5000), { title: 'The response isn’t JSON', excerpt: 'x'.repeat(600) }],
  ])('what is not JSON: %i', (status, body, expected) => {
    expect(explain(new ApiError('not-json', connections.read, { status, body }))).toMatchObject(expected)
  })
  it('any body is explained in words', () => {
    const names = fc.constantFrom('errors', 'detail', 'field', 'message', 'links', 'title', 'toString', '__proto__')
    const { node } = fc.letrec<{ node: unknown }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 5 },
        fc.jsonValue({ maxDepth: 1 }),
        fc.array(tie('node')),
        fc.dictionary(names, tie('node')),
      ),
    }))
    fc.assert(
      fc.property(node, fc.constantFrom('http', 'timeout', 'not-json', 'unreachable'), (body, kind) => {
        const {
          fields = [],
          more = [],
          ...texts
        } = explain(new ApiError(kind, connections.read, { status: 400, body }))
        expect(texts.title).toBeTypeOf('string')
        for (const text of [...Object.values(texts), ...fields])
          expect(['string', 'number', 'undefined']).toContain(typeof text)
        for (const { title } of more) expect(title).toBeTypeOf('string')
      }),
    )
  })
  it('asleep is a state, whatever the case of its code', () => {
    for (const body of [fixtures.olderVersion3Error, problems.coded]) expect(isAsleep(error(409, body))).toBe(true)
    expect(isAsleep(error(409, { ...problems.whole, type: '/problems/asleep/' }))).toBe(true)
    expect(hasCode({ code: 'record-not-found' }, 'RECORD_NOT_FOUND')).toBe(true)
    expect(isAsleep(error(409, v2.predecessor))).toBe(false)
  })
  it('a 404 that our own server made says nothing of what the service has', () => {
    const notFound = (errors: object) => error(404, { errors: [errors] })
    expect(isNotFound(notFound({ type: 'NOT_FOUND', code: 'NOT_FOUND' }))).toBe(true)
    expect(isNotFound(notFound({ type: 'GATEWAY', code: 'NOT_AN_OPERATION' }))).toBe(false)
    expect(leavesOpen(notFound({ type: 'GATEWAY', code: 'NOT_AN_OPERATION' }))).toBe(true)
  })
  it('what is not of the service is said to be the console’s', () => {
    expect(explain(new Error('x')).title).toBe('Something went wrong in the console')
    expect(explain(new BadIdError('id', '..')).title).toBe('This can’t be an ID')
  })
})
