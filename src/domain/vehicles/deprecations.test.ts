/** Where the ends of operations stand in the months that are drawn. */
import { expect, it } from 'vitest'
import { BY_Q3_2026, BY_Q4_2026, ON_1_DECEMBER_2026 } from '../../api/vehicle-data'
import { endings, plotOf } from './deprecations'

const all = [BY_Q3_2026, BY_Q4_2026, ON_1_DECEMBER_2026]
const monthsOf = (today: string) => plotOf(all, today).months.map((at) => new Date(at).toISOString().slice(0, 7))

it('lists every operation with an end, soonest first', () => {
  expect(endings.map(({ title, deprecation }) => `${title} ${deprecation.to}`)).toEqual([
    'System status 2026-09-30',
    'Battery capacity 2026-12-01',
    'Service history 2026-12-01',
    'Trouble codes 2026-12-01',
    'VIN 2026-12-31',
    'Batch 2026-12-31',
  ])
})

it.each([
  ['2025-03-31', '2025-02', '2026-01'],
  ['2026-07-01', '2026-06', '2027-05'],
  ['2026-11-23', '2026-07', '2027-06'],
  ['2027-03-31', '2026-07', '2027-06'],
  ['2028-01-01', '2027-05', '2028-04'],
])('on %s it draws %s to %s', (today, first, last) => {
  const months = monthsOf(today)
  expect([months.length, months[0], months.at(-1)]).toEqual([12, first, last])
})

it('places a day within its month, and what is not drawn outside of 0 to 1', () => {
  const { placeOf } = plotOf(all, '2026-11-23')
  expect(placeOf('2026-07-01', 0)).toBe(0)
  expect(placeOf('2026-09-30', 1)).toBe(3 / 12)
  expect(placeOf('2026-11-15', 1)).toBe(4.5 / 12)
  expect(placeOf('2026-06-30', 1)).toBe(0)
  expect(placeOf('2026-06-29')).toBeLessThan(0)
  expect(placeOf('2027-07-01')).toBeGreaterThan(1)
})
