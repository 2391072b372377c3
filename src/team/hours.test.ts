/** Hours of a day, over midnight and over a change of the clock. */
import { expect, it } from 'vitest'
import { opensAt } from './hours'

const night = { from: '22:00', to: '06:00', timeZone: 'Europe/Berlin' }
const day = { from: '09:30', to: '17:00', timeZone: 'America/New_York' }
const opens = (hours: typeof night, now: string) => new Date(opensAt(hours, Date.parse(now))).toISOString()

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
