/** The boundaries of section 9's dates. */
import { expect, it } from 'vitest'
import { BY_Q3_2026, BY_Q4_2026, ON_1_DECEMBER_2026 } from '../../api/vehicle-data'
import { deprecationState } from './deprecation'

it.each([
  [BY_Q3_2026, '2026-06-30', 'Ends in 92 days'],
  [BY_Q3_2026, '2026-07-01', 'Ends this quarter (91 days left)'],
  [BY_Q3_2026, '2026-09-30', 'Ends today'],
  [BY_Q3_2026, '2026-10-01', 'Ended 1 day ago'],
  [ON_1_DECEMBER_2026, '2026-11-30', 'Ends in 1 day'],
  [ON_1_DECEMBER_2026, '2026-12-01', 'Ends today'],
  [ON_1_DECEMBER_2026, '2026-12-02', 'Ended 1 day ago'],
  [BY_Q4_2026, '2026-12-31', 'Ends today'],
  [BY_Q4_2026, '2027-01-01', 'Ended 1 day ago'],
])('a deprecation %j on %s: %s', (deprecation, today, words) => {
  expect(deprecationState(deprecation, today)).toBe(words)
})
