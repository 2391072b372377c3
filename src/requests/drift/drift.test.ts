/** What counts as an answer of the service, and what in it differs; asked of real calls. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { call } from '../../api/client'
import { connections } from '../../api/connections'
import * as fixtures from '../../api/fixtures'
import { signals } from '../../api/signals'
import { vehicleData } from '../../api/vehicle-data'
import type { Call } from '../inspector/calls'

/** What a component would see. */
vi.mock('react', async () => (await import('../../core/react-harness')).reactOutsideComponents())
await import('./observe-answers')
const { forgetDrift, useDrift } = await import('./drift')
const { useCalls } = await import('../inspector/calls')
const { findUnshown, inspectedAnswers } = await import('./unshown-fields')

beforeEach(() => forgetDrift())
afterEach(() => vi.unstubAllGlobals())

const answering = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  vi.stubGlobal(
    'fetch',
    async () => new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers }),
  )
const list = () => call(connections.list, {}).catch(() => undefined)
const lines = () =>
  [...useDrift().fold.groups.values()].flatMap(({ operation, isError, answers, lines }) =>
    [...lines.values()].map(({ place, expected, got, answers: seen, example, requestId }) => ({
      of: `${operation}${isError ? ' errors' : ''} ${seen}/${answers}`,
      says: `${place}: ${expected}, ${Object.entries(got).flat().join(' ')} ${example}`.trim(),
      requestId,
    })),
  )

describe('the drift of a session', () => {
  it('counts what is as shown, and lists what is not, with the id of the request', async () => {
    answering(200, fixtures.connectionList)
    await list()
    await list()
    expect([useDrift().fold.answers, useDrift().fold.size]).toEqual([2, 0])
    const row = { ...fixtures.connection, type: 'link' }
    answering(200, { ...fixtures.connectionList, data: [row, row] }, { 'sc-request-id': 'r-1' })
    await list()
    expect(lines()).toEqual([
      { of: 'GET /v3/connections 1/3', says: 'data[].type: connection, text 2 link', requestId: 'r-1' },
    ])
  })
  it('numbers of a signal that some of its records have as text', async () => {
    answering(200, { ...fixtures.connectionList, data: [{ value: '62.0' }, { value: '' }, { value: 61 }] })
    const path = { vehicleId: 'v', signalCode: 'c' }
    await call(signals.values, { path }).catch(() => undefined)
    expect(lines().map(({ says }) => says)).toEqual(['data[].value: a number, text 2 62.0'])
  })
  it('a body that can show nothing counts as an answer too', async () => {
    answering(200, { data: null })
    expect(await list()).toBeUndefined()
    expect(lines().map(({ says }) => says)).toContain('data: a list, null 1')
  })
  it('no JSON, on success and as an error', async () => {
    answering(200, '<h1>Back soon</h1>')
    await list()
    answering(502, '')
    await list()
    expect(lines().map(({ of, says }) => [of, says])).toEqual([
      ['GET /v3/connections 1/1', '(the body): JSON, text 1 <h1>Back soon</h1>'],
      ['GET /v3/connections errors 1/1', '(the body): JSON, text 1'],
    ])
  })
  it('errors of another shape or status, where the interface shows them', async () => {
    answering(403, fixtures.version3Error)
    await list()
    expect(lines()).toEqual([])
    answering(418, { error: 'teapot' })
    await list()
    expect(lines().map(({ says }) => says)).toEqual([
      'HTTP status: 400, 401, 403, 404, 500, a number 1 418',
      'errors: a list, nothing 1',
    ])
    answering(418, { error: 'teapot' })
    await call(vehicleData.vin, { path: { id: 'v' } }).catch(() => undefined)
    expect(lines()).toHaveLength(2)
  })
  it('nothing that the server itself says, and nothing of a call that brought no answer', async () => {
    answering(503, { errors: [{ type: 'GATEWAY', code: 'AUDIT_UNAVAILABLE', status: '503' }] })
    await list()
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('failed')))
    await list()
    expect(useDrift().fold.groups.size).toBe(0)
  })
})

describe('further fields', () => {
  it('are looked for in the kept answers, which keep no difference of their own', async () => {
    answering(200, { ...fixtures.connectionList, data: [{ ...fixtures.connection, nickname: 'x' }], warnings: [] })
    await list()
    answering(500, { extra: 1 })
    await list()
    const calls: readonly Call[] = useCalls()
    expect(calls.every((one) => !('differences' in one))).toBe(true)
    const fold = await findUnshown(calls.slice(0, 2))
    expect(inspectedAnswers(calls.slice(0, 2))).toBe(1)
    const [group] = fold.groups.values()
    expect([...(group?.lines.keys() ?? [])]).toEqual([
      '["data[].nickname","no such field"]',
      '["warnings","no such field"]',
    ])
  })
})
