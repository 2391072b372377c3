/** A creation is sent once, and its outcome is said for what it is. */

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ofServer } from '../../api/own-response-harness'

const subscriptionKey = { webhookId: 'w', userId: 'u', vehicleId: 'v' }
/** What a component would see. */
vi.mock('react', () => ({
  useSyncExternalStore: (_: unknown, get: () => unknown) => get(),
  createContext: () => ({ Provider: undefined }),
  useContext: () => ({ extensions: [] }),
}))
const { subscriptionKeyText } = await import('./subscription-key')
const { setExtensions } = await import('../../requests/extensions')
const { isListOn } = await import('./list-extension')
const { nextAccount, openAccount } = await import('../../core/account')
const { memoryStorage } = await import('../../core/storage-harness')
const { subscribe: subscribeTo, useAttempts } = await import('./subscribe')
const changed = vi.fn()
const subscribe = (given: typeof subscriptionKey) => subscribeTo(given, changed)

const error = (status: number, body: object = {}) =>
  Response.json(
    { errors: [{ status: String(status), title: `Error ${status}`, ...body }] },
    { status, headers: ofServer },
  )
const accepted = () =>
  Response.json({ meta: { message: 'subscription creation in progress' } }, { status: 202, headers: ofServer })

function service(...answers: (() => Response | Promise<Response>)[]) {
  const sent: string[] = []
  vi.stubGlobal('fetch', async (address: string, { method, body }: { method: string; body: string | null }) => {
    sent.push(`${method} ${decodeURIComponent(address)} ${body ?? ''}`.trim())
    const answer = answers.shift()
    if (!answer) throw new Error('nobody expected this request')
    return answer()
  })
  return sent
}
const attempt = () => useAttempts()[subscriptionKeyText(subscriptionKey)]

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  nextAccount(null)
  setExtensions([])
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('subscribe', () => {
  it('accepted: sent once, without an ID', async () => {
    const sent = service(accepted)
    await Promise.all([subscribe(subscriptionKey), subscribe(subscriptionKey)])
    expect(sent).toEqual([
      `POST /api/management/v3/subscriptions {"data":{"attributes":${JSON.stringify(subscriptionKey)}}}`,
    ])
    expect(attempt()).toMatchObject({ phase: 'accepted', detail: expect.stringContaining('in progress') })
  })
  it('whose response comes once other tokens are in use isn’t shown under these', async () => {
    vi.stubGlobal('localStorage', memoryStorage())
    vi.stubGlobal('sessionStorage', memoryStorage())
    openAccount(['https://service.example'], null, 'one')
    service(async () => {
      nextAccount('two')
      return accepted()
    })
    expect(await subscribe(subscriptionKey)).toBe('accepted')
    expect(attempt()).toBeUndefined()
    nextAccount(null)
  })
  it('any 2xx is success, with or without a body', async () => {
    service(() => new Response(null, { status: 204, headers: ofServer }))
    await subscribe(subscriptionKey)
    expect(attempt()?.phase).toBe('accepted')
  })
  it('asleep waits; the operator’s retry is another request', async () => {
    const sent = service(() => error(409, { type: 'VEHICLE_STATE', code: 'ASLEEP' }), accepted)
    await subscribe(subscriptionKey)
    expect(attempt()?.phase).toBe('asleep')
    await subscribe(subscriptionKey)
    expect(attempt()?.phase).toBe('accepted')
    expect(sent).toHaveLength(2)
  })
  it.each([{ code: 'ALREADY_SUBSCRIBED' }, { type: 'CONFLICT', code: 'X' }, { title: 'Conflict' }])(
    'a 409 that says %j is “already subscribed”',
    async (body) => {
      service(() => error(409, body))
      await subscribe(subscriptionKey)
      expect(attempt()?.phase).toBe('already')
    },
  )
  it.each([
    ['an empty body', () => new Response(null, { status: 409, headers: ofServer })],
    ['empty JSON', () => Response.json({}, { status: 409, headers: ofServer })],
    ['a web page', () => new Response('<h1>409 Conflict: already exists</h1>', { status: 409, headers: ofServer })],
    ['another code and no title', () => error(409, { code: 'WEBHOOK_DISABLED', title: undefined })],
  ])('a 409 with %s is no word of a subscription: it has failed', async (_, answer) => {
    service(answer)
    await subscribe(subscriptionKey)
    expect(attempt()).toMatchObject({ phase: 'failed', error: { status: 409 } })
  })
  it.each([400, 401, 403, 404, 500])('%i has failed', async (status) => {
    service(() => error(status))
    await subscribe(subscriptionKey)
    expect(attempt()).toMatchObject({ phase: 'failed', error: { status } })
  })
  it.each([
    ['no answer', () => Promise.reject(new TypeError('failed to fetch'))],
    ['502', () => error(502)],
    ['504', () => error(504)],
  ])('%s: nobody knows', async (_, answer) => {
    const sent = service(answer)
    await subscribe(subscriptionKey)
    expect(attempt()?.phase).toBe('unknown')
    expect(sent).toHaveLength(1)
  })
})

describe('where the service lists subscriptions', () => {
  const related = (id: string) => ({ data: { id, type: 'x' } })
  const row = (id: string, vehicle = 'v') => ({
    id,
    type: 'subscription',
    relationships: { webhook: related('w'), user: related('u'), vehicle: related(vehicle) },
  })
  const listed =
    (...rows: object[]) =>
    () =>
      Response.json({ data: rows, meta: { totalCount: rows.length }, links: {} })

  const history =
    (...rows: { subscriptionId: string | null; since: number }[]) =>
    () =>
      Response.json({
        rows: rows.map(({ subscriptionId, since }, n) => ({
          ...{ n, ...subscriptionKey, subscriptionId, state: subscriptionId === null ? 'accepted' : 'present' },
          ...{ at: new Date(since).toISOString(), by: null, since: new Date(since).toISOString(), sinceBy: null },
          isTold: false,
        })),
        ...{ next: null, count: { value: rows.length, isExact: true } },
      })
  const single = (id: string) => () => Response.json({ data: row(id) })

  it('the list tells the end of a creation, and its ID is read for the history', async () => {
    setExtensions(['subscriptions.list'])
    const ours = history({ subscriptionId: null, since: 1_000 })
    const sent = service(accepted, listed(), ours, listed(row('another', 'v2'), row('s')), ours, single('s'))
    await subscribe(subscriptionKey)
    await vi.advanceTimersByTimeAsync(2000)
    expect(attempt()?.phase).toBe('accepted')
    await vi.advanceTimersByTimeAsync(5000)
    expect(attempt()).toMatchObject({ phase: 'present', subscriptionId: 's' })
    expect(changed).toHaveBeenCalled()
    expect(sent[1]).toContain('filter[webhookId]=w&filter[userId]=u&filter[vehicleId]=v')
    expect(sent[2]).toContain('/team/subscriptions?webhook=w&user=u&vehicle=v')
    expect(sent.at(-1)).toContain('/v3/subscriptions/s')
    expect(sent).toHaveLength(6)
  })
  it('a subscription that the history knew before the creation is not what it made', async () => {
    setExtensions(['subscriptions.list'])
    const ours = history({ subscriptionId: null, since: 2_000 }, { subscriptionId: 'old', since: 1_000 })
    service(accepted, listed(row('old')), ours, listed(row('new'), row('old')), ours, single('new'))
    await subscribe(subscriptionKey)
    await vi.advanceTimersByTimeAsync(2000)
    expect(attempt()?.phase).toBe('accepted')
    await vi.advanceTimersByTimeAsync(5000)
    expect(attempt()).toMatchObject({ phase: 'present', subscriptionId: 'new' })
  })
  it('without a history the list alone tells it', async () => {
    setExtensions(['subscriptions.list'])
    const away = () => error(503, { type: 'GATEWAY', code: 'STORE_UNAVAILABLE' })
    service(accepted, listed(row('s')), away, single('s'))
    await subscribe(subscriptionKey)
    await vi.advanceTimersByTimeAsync(2000)
    expect(attempt()).toMatchObject({ phase: 'present', subscriptionId: 's' })
  })
  it('a list that is read with other tokens says nothing of the creation, nor that there is no list', async () => {
    setExtensions(['subscriptions.list'])
    service(
      accepted,
      () => {
        nextAccount(null)
        return error(404)
      },
      history(),
    )
    await subscribe(subscriptionKey)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(isListOn()).toBe(true)
  })
  it.each([404, 405])('a %i switches it off', async (status) => {
    setExtensions(['subscriptions.list'])
    const sent = service(accepted, () => error(status), history())
    await subscribe(subscriptionKey)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(isListOn()).toBe(false)
    expect(sent).toHaveLength(3)
    expect(attempt()?.phase).toBe('accepted')
  })
})
