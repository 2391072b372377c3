/** The server's record as the console reads it: record by record, page after page, and who is offered it. */

import { afterEach, describe, expect, it, vi } from 'vitest'
import { isIsoTime, maySeeActivity } from '../../api/activity'
import { ApiError, explain } from '../../api/errors'
import { ofServer } from '../../api/own-response-harness'
import { readActivity, recordedOperations } from './activity'

const record = (id: string, more = {}) => ({
  ...{ id, time: '2026-01-01T00:00:00.000Z', kind: 'change', status: 204, host: 'vehicle' },
  ...{ operation: 'DELETE /v3/users/{userId}', parameters: { userId: 'u' }, ...more },
})
const answers = (body: unknown, status = 200) => {
  const asked = vi.fn(
    async (_: string) =>
      new Response(typeof body === 'string' ? body : JSON.stringify(body), {
        status,
        headers: ofServer,
      }),
  )
  vi.stubGlobal('fetch', asked)
  return asked
}
afterEach(() => vi.unstubAllGlobals())

describe('a page of the record', () => {
  it('asks for what is in the address, and no more', async () => {
    const asked = answers({ data: [], next: null, skipped: 0 })
    await readActivity({ text: 'a b&c', operation: undefined, limit: '5' })
    expect(asked.mock.calls[0]?.[0]).toBe('/activity.json?text=a+b%26c&limit=5')
  })
  it('is read record by record: a broken one hides no other, and what is odd in one is left out', async () => {
    answers({ data: [record('a'), { id: 7 }, record('b', { parameters: [1], status: 'unknown' })], next: '9', more: 1 })
    const { rows, broken, next, skipped } = await readActivity({})
    expect(rows.map(({ record: { id, status, parameters } }) => [id, status, parameters])).toEqual([
      ['a', 204, { userId: 'u' }],
      ['b', 'unknown', {}],
    ])
    expect([broken, next, skipped]).toEqual([[{ id: 7 }], '9', 0])
  })
  it('says where it comes from, as far as the server does', async () => {
    const source = {
      kind: 'store',
      since: '2026-01-01T00:00:00.000Z',
      keptDays: 400,
      count: { value: 3, isExact: true },
    }
    answers({ data: [], source: { ...source, unread: 0 } })
    expect((await readActivity({})).source).toEqual({ ...source, unread: 0 })
    for (const odd of [undefined, null, 'store', { kind: 'elsewhere', since: null }, { kind: 'file' }]) {
      answers({ data: [record('a')], source: odd })
      expect(await readActivity({})).toMatchObject({ source: undefined, rows: [{ record: { id: 'a' } }] })
    }
  })
  it.each([
    ['a refusal of the server', { errors: [{ type: 'GATEWAY', code: 'ROLE', detail: 'Why.' }] }, 403, 'ROLE'],
    ['a web page', '<html>', 200, undefined],
    ['nothing', '', 502, undefined],
  ])('%s is an error that can be told', async (_, body, status, code) => {
    answers(body, status)
    const error = await readActivity({}).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ApiError)
    expect(explain(error)).toMatchObject({ status, ...(code && { code, detail: 'Why.' }) })
  })
  it('halves of characters and endless nesting are no more than text', async () => {
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
    answers(`{"data":[${JSON.stringify(record('\ud800'))},{"id":${deep}}],"next":null}`)
    const { rows, broken } = await readActivity({})
    expect(rows.map(({ record: { id } }) => encodeURIComponent(id))).toEqual(['%EF%BF%BD'])
    expect(JSON.stringify(broken).length).toBeLessThan(1000)
  })
  it('JSON of another shape is told too', async () => {
    answers({ rows: [] })
    await expect(readActivity({})).rejects.toThrow('isn’t what this page expects')
  })
  it('a server that is away is told apart', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('away')))
    await expect(readActivity({})).rejects.toMatchObject({ kind: 'unreachable' })
  })
})

describe('who is offered the record', () => {
  const operator = { id: 'operator-1', name: 'operator-1', role: 'operator' } as const
  it.each([
    ['none', null, true],
    ['none', undefined, true],
    ['oidc', operator, true],
    ['proxy', { ...operator, role: 'reader' }, false],
    ['proxy', { ...operator, role: null }, false],
    ['oidc', null, false],
  ] as const)('sign-in %s, %j: %s', (signIn, who, expected) => {
    expect(maySeeActivity({ signIn }, who)).toBe(expected)
  })
})

it('times are ISO, with their zone', () => {
  for (const text of ['2026-05-01', '2026-05-01T12:00Z', '2026-05-01T12:00:30.5+02:00'])
    expect(isIsoTime(text)).toBe(true)
  for (const text of ['', '2026', '2026-05-01T12:00', '2026-02-40', '1 May 2026', '2026-05-01T25:00Z'])
    expect(isIsoTime(text)).toBe(false)
})

it('the operations to choose from are those that are recorded', () => {
  const operations = recordedOperations.map(([operation]) => operation)
  expect(operations).toContain('DELETE /v3/connections/{connectionId}')
  expect(operations).toContain('GET /v2.0/vehicles/{id}/vin')
  expect(recordedOperations).toContainEqual(['job pause', 'Job paused'])
  expect(operations).not.toContain('GET /v3/connections')
})
