/** A job as lists show it: when it sends next, at a cost that doesn't grow with its hours. */
import { expect, it, vi } from 'vitest'
import type { JobRecord } from '../../store/job-rows'
import { shownJob } from './job-shown'

const now = Date.parse('2026-01-10T12:00:00.000Z')
const hours = { from: '11:59', to: '12:00', timeZone: 'UTC' }
const job: JobRecord = {
  ...{ id: 1, operation: 'GET /team/users', phase: 'running', reason: null, orderedBy: null, begunBy: 'ann' },
  ...{ subject: null, client: '192.0.2.1', begunAt: new Date(now), startAt: null, hours, waitingUntil: null },
  ...{ endedAt: null, isChecking: false, isRetrying: false, shared: null, share: 100, total: null },
  ...{ rowsRead: 0, bytesRead: 0, erasedAt: null, tokenId: null, pauseCause: null, pausedAt: null, signedInAt: null },
  ...{ adoptedBy: null, adoptedSubject: null, adoptedClient: null },
  counts: { failed: 0, unknown: 0, asleep: 0, sending: 0, waiting: 1, done: 0 },
}

it.each<[string, Partial<JobRecord>, string | null]>([
  ['its hours', {}, '2026-01-11T11:59:00.000Z'],
  ['hours that begin after its start', { startAt: new Date(now + 86_400_000) }, '2026-01-12T11:59:00.000Z'],
  ['a limit within its hours', { hours: null, waitingUntil: new Date(now + 5_000) }, '2026-01-10T12:00:05.000Z'],
  ['nothing', { hours: null }, null],
  ['hours of a zone that this server doesn’t know', { hours: { ...hours, timeZone: 'Europe/Nowhere' } }, null],
  ['nothing once it has ended', { phase: 'ended', endedAt: new Date(now) }, null],
  ['nothing while it is paused', { phase: 'paused' }, null],
])('waits for %s', (_, more, expected) => {
  expect(shownJob({ ...job, ...more }, null, now).waitingUntil).toBe(expected)
})

it('a list of 200 jobs formats the time a few times for each that runs, and never for those that don’t', () => {
  const format = vi.spyOn(Intl.DateTimeFormat.prototype as { format: unknown }, 'format', 'get') // an accessor, which the types call a method
  const listOf = (more: Partial<JobRecord>) => {
    format.mockClear()
    for (let n = 0; n < 200; n += 1) shownJob({ ...job, ...more }, null, now)
    return format.mock.calls.length
  }
  expect(listOf({})).toBeLessThan(200 * 10)
  expect(listOf({ phase: 'ended', endedAt: new Date(now) })).toBe(0)
  expect(listOf({ counts: { ...job.counts, waiting: 0, done: 1 } })).toBe(0)
  format.mockRestore()
})
