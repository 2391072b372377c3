/** Which owner flow was opened here: known for an hour, and kept no longer. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { memoryStorage } from '../../core/storage-harness'

const HOUR_MS = 3_600_000
const service = ['https://vehicle.example']
const file = `forecourt.owner-flows ${JSON.stringify([service, null])}`
let storage = memoryStorage()
const kept = () => storage.getItem(file) ?? ''
async function load() {
  const { openAccount } = await import('../../core/account')
  openAccount(service, null, null)
  return import('./owner-flow')
}
beforeEach(() => {
  vi.useFakeTimers()
  vi.resetModules()
  storage = memoryStorage()
  vi.stubGlobal('localStorage', storage)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('is known for an hour; the page that stays open drops it then', async () => {
  const { beginFlow, hasBegun } = await load()
  beginFlow('v-1')
  expect([hasBegun('v-1'), hasBegun('v-2'), kept().includes('v-1')]).toEqual([true, false, true])
  vi.advanceTimersByTime(HOUR_MS)
  expect([hasBegun('v-1'), kept()]).toEqual([false, '[]'])
})
it('what is older goes from the browser with the next look, before any flow', async () => {
  const now = Date.now()
  storage.setItem(
    file,
    JSON.stringify([
      { vehicleId: 'new', at: now - 1 },
      { vehicleId: 'old', at: now - HOUR_MS },
    ]),
  )
  const { hasBegun } = await load()
  expect([hasBegun('new'), hasBegun('old')]).toEqual([true, false])
  expect(kept()).toContain('new')
  expect(kept()).not.toContain('old')
})
it('writes nothing where there is nothing to drop', async () => {
  const { hasBegun } = await load()
  expect(hasBegun('v-1')).toBe(false)
  expect(storage.length).toBe(0)
})
