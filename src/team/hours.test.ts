/** Hours of a day, over midnight and over a change of the clock. */
import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import type { JobHours } from '../api/team-jobs'
import { isOpen, opensAt } from './hours'

const night = { from: '22:00', to: '06:00', timeZone: 'Europe/Berlin' }
const day = { from: '09:30', to: '17:00', timeZone: 'America/New_York' }
const opens = (hours: typeof night, now: string) =>
  new Date(opensAt(hours, Date.parse(now)) ?? Number.NaN).toISOString()

it.each([
  ['before midnight', night, '2026-01-10T21:00:00.000Z', '2026-01-10T21:00:00.000Z'],
  ['after midnight', night, '2026-01-11T04:59:59.999Z', '2026-01-11T04:59:59.999Z'],
  ['at their end', night, '2026-01-11T05:00:00.000Z', '2026-01-11T21:00:00.000Z'],
  ['within a minute', night, '2026-01-11T20:59:30.500Z', '2026-01-11T21:00:00.000Z'],
  ['by day, before', day, '2026-06-01T00:00:00.000Z', '2026-06-01T13:30:00.000Z'],
  ['by day, after', day, '2026-06-01T21:00:00.000Z', '2026-06-02T13:30:00.000Z'],
  ['when the clock is set forward', night, '2026-03-29T10:00:00.000Z', '2026-03-29T20:00:00.000Z'],
  ['when the clock is set back', night, '2026-10-25T10:00:00.000Z', '2026-10-25T21:00:00.000Z'],
  ['all day', { ...night, to: '22:00' }, '2026-01-11T12:00:00.000Z', '2026-01-11T12:00:00.000Z'],
])('%s', (_, hours, now, expected) => {
  expect(opens(hours, now)).toBe(expected)
})
it('an hour that the clock leaves out comes the day after', () => {
  const skipped = { from: '02:15', to: '02:45', timeZone: 'Europe/Berlin' }
  expect(opens(skipped, '2026-03-28T12:00:00.000Z')).toBe('2026-03-30T00:15:00.000Z')
})

/** Checks each minute, which is plainly right and slow. */
function opensAtByMinutes(hours: JobHours, now: number): number {
  if (isOpen(hours, now)) return now
  let next = (Math.floor(now / 60_000) + 1) * 60_000
  while (!isOpen(hours, next)) next += 60_000
  return next
}

const zones = [
  ...['UTC', 'Europe/Berlin', 'America/New_York', 'America/St_Johns', 'Asia/Kathmandu', 'Australia/Lord_Howe'],
  ...['America/Santiago', 'Africa/Casablanca', 'Antarctica/Troll', 'Pacific/Apia', 'Asia/Beirut'],
]
/** Changes of the clock between 2010 and 2030, a day around each, in all of the zones. */
function changesOf(timeZone: string): number[] {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const noon = (day: number) => Date.UTC(2010, 0, 1 + day, 12)
  return Array.from({ length: 7_300 }, (_, day) => day)
    .filter((day) => clock.format(noon(day)) !== clock.format(noon(day + 1)))
    .map(noon)
}
const clock = fc.integer({ min: 0, max: 1_439 }).map((minute) => new Date(minute * 60_000).toISOString().slice(11, 16))
const changesByZone = new Map(zones.map((timeZone) => [timeZone, changesOf(timeZone)]))
const moment = fc.constantFrom(...zones).chain((timeZone) => {
  const changes = changesByZone.get(timeZone) ?? []
  const nearChange = fc
    .tuple(fc.constantFrom(...(changes.length > 0 ? changes : [0])), fc.integer({ min: -90_000_000, max: 90_000_000 }))
    .map(([change, ms]) => change + ms)
  return fc.record({
    hours: fc.record({ from: clock, to: clock, timeZone: fc.constant(timeZone) }),
    now: fc.oneof(nearChange, fc.integer({ min: Date.UTC(2010, 0), max: Date.UTC(2030, 0) })),
  })
})

it('computes what checking each minute finds, around every change of the clock', () => {
  fc.assert(
    fc.property(moment, ({ hours, now }) => {
      expect(opensAt(hours, now)).toBe(opensAtByMinutes(hours, now))
    }),
    { numRuns: 150 },
  )
})

it('formats the time of 200 jobs a few times each, in whichever case their zone is written', () => {
  const format = vi.spyOn(Intl.DateTimeFormat.prototype as { format: unknown }, 'format', 'get') // an accessor, which the types call a method
  const now = Date.parse('2026-03-28T12:00:00.000Z')
  for (let n = 0; n < 200; n += 1) {
    const timeZone = [...'europe/berlin'].map((letter, at) => ((n >> at) & 1 ? letter.toUpperCase() : letter)).join('')
    expect(opensAt({ from: '11:00', to: '11:01', timeZone }, now)).toBe(Date.parse('2026-03-29T09:00:00.000Z'))
  }
  expect(format.mock.calls.length).toBeLessThan(200 * 40)
  expect(new Set(format.mock.contexts).size).toBe(1)
  format.mockRestore()
})

it('a zone that this process doesn’t know never opens', () => {
  const hours = { from: '22:00', to: '06:00', timeZone: 'Europe/Nowhere' }
  expect([isOpen(hours, 0), opensAt(hours, 0)]).toEqual([false, undefined])
})
