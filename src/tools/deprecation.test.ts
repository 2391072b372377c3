/** The boundaries of section 9's dates. */
import { describe, expect, it } from 'vitest'
import { BY_Q3_2026, BY_Q4_2026, ON_1_DECEMBER_2026 } from '../api/vehicles'
import { deprecationState } from './deprecation'

describe('deprecationState', () => {
  it.each([
    [BY_Q3_2026, '2026-06-30', '92 days ahead'],
    [BY_Q3_2026, '2026-07-01', 'inside its quarter, 91 days left'],
    [BY_Q3_2026, '2026-09-30', 'the last day of its quarter'],
    [BY_Q3_2026, '2026-10-01', 'passed 1 day ago'],
    [ON_1_DECEMBER_2026, '2026-11-30', '1 day ahead'],
    [ON_1_DECEMBER_2026, '2026-12-01', 'today'],
    [ON_1_DECEMBER_2026, '2026-12-02', 'passed 1 day ago'],
    [BY_Q4_2026, '2026-12-31', 'the last day of its quarter'],
    [BY_Q4_2026, '2027-01-01', 'passed 1 day ago'],
  ])('%j on %s: %s', (deprecation, today, words) => {
    expect(deprecationState(deprecation, today)).toBe(words)
  })
})
