/** Vehicle reads: one request each, only when asked, and what was read is kept. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { batch } from '../../api/batch'
import { call } from '../../api/client'
import { unanswered } from '../../api/pending-harness'
import { vehicleData } from '../../api/vehicle-data'
import { nextAccount } from '../../core/account'
import { cancelReading, type Reading, readNow } from './readings'

/** What a component would see. */
vi.mock('react', async () => (await import('../../core/react-harness')).reactOutsideComponents())
const { useReading } = await import('./readings')
const { useSpent } = await import('../../requests/spent-requests')

const input = (id: string) => ({ path: { id } })
const state = (id: string): Reading<unknown> => useReading(vehicleData.vin, input(id))
const answering = (...bodies: (unknown | Error)[]) => {
  const left = [...bodies]
  const fetch = vi.fn(async (_address: string, { signal }: RequestInit) => {
    signal?.throwIfAborted()
    const body = left.shift()
    return body instanceof Error ? new Response('{}', { status: 500 }) : Response.json(body)
  })
  vi.stubGlobal('fetch', fetch)
  return fetch
}

afterEach(() => {
  nextAccount(null)
  vi.unstubAllGlobals()
})

describe('a reading', () => {
  it('is idle until asked; looking at it sends nothing', () => {
    const fetch = answering({ vin: 'a' })
    expect(state('v1')).toEqual({ phase: 'idle' })
    expect(fetch).not.toHaveBeenCalled()
  })
  it('sends one request, and none while one is under way', async () => {
    const fetch = answering({ vin: 'a' })
    const first = readNow(vehicleData.vin, input('v2'))
    await readNow(vehicleData.vin, input('v2'))
    expect(state('v2')).toMatchObject({ phase: 'reading', startedAt: expect.any(Number) })
    await first
    expect(fetch).toHaveBeenCalledTimes(1)
    expect(state('v2')).toMatchObject({ phase: 'read', latest: { value: { vin: 'a' } } })
    expect(useSpent('v2')).toBe(1)
  })
  it('keeps the one before beside a newer one', async () => {
    answering({ vin: 'a' }, { vin: 'b' }, { vin: 'c' })
    for (let turn = 0; turn < 3; turn += 1) await readNow(vehicleData.vin, input('v3'))
    expect(state('v3')).toMatchObject({ latest: { value: { vin: 'c' } }, previous: { value: { vin: 'b' } } })
    expect(useSpent('v3')).toBe(3)
  })
  it('keeps what was read when the next one fails, is never retried, and counts', async () => {
    const fetch = answering({ vin: 'a' }, new Error('500'))
    await readNow(vehicleData.vin, input('v4'))
    await readNow(vehicleData.vin, input('v4'))
    expect(fetch).toHaveBeenCalledTimes(2)
    expect(state('v4')).toMatchObject({ phase: 'failed', error: { status: 500 }, latest: { value: { vin: 'a' } } })
    expect(useSpent('v4')).toBe(2)
  })
  it('can be cancelled; it may have been counted', async () => {
    vi.stubGlobal('fetch', unanswered)
    const reading = readNow(vehicleData.vin, input('v5'))
    cancelReading(vehicleData.vin, input('v5'))
    await reading
    expect(state('v5')).toMatchObject({ phase: 'cancelled', tookMs: expect.any(Number) })
    expect(useSpent('v5')).toBe(1)
  })
  it('of one vehicle is not another’s', async () => {
    answering({ vin: 'a' })
    await readNow(vehicleData.vin, input('v6'))
    expect(state('v7').phase).toBe('idle')
  })
  it('is forgotten with the token', async () => {
    answering({ vin: 'a' })
    await readNow(vehicleData.vin, input('v8'))
    nextAccount(null)
    expect(state('v8').phase).toBe('idle')
  })
})

it('a batch costs as much as it has paths', async () => {
  answering({ responses: [] })
  await call(batch.send, { path: { id: 'v9' }, body: { requests: [{ path: '/odometer' }, { path: '/fuel' }] } })
  expect(useSpent('v9')).toBe(2)
})
