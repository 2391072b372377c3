/** What counts as the last visit. */
import { describe, expect, it } from 'vitest'
import { type Visits, visited } from './last-visit'

const MINUTE = 60_000
const first: Visits = { now: { at: 0, totals: { live: 5 } } }

describe('a visit', () => {
  it('goes on while totals are noted within half an hour of each other', () => {
    const same = visited(first, 'live', 6, 20 * MINUTE)
    expect(same).toEqual({ now: { at: 20 * MINUTE, totals: { live: 6 } } })
    expect(visited(same, 'hooks', 2, 45 * MINUTE).before).toBeUndefined()
  })
  it('ends with a longer pause: what was noted last is then the visit before', () => {
    const next = visited(first, 'live', 9, 31 * MINUTE)
    expect(next.before).toEqual(first.now)
    expect(next.now.totals).toEqual({ live: 9 })
    expect(visited(next, 'live', 10, 50 * MINUTE).before).toEqual(first.now)
  })
  it('a clock that went back begins another', () => {
    expect(visited(null, 'live', 1, MINUTE)).toEqual({ now: { at: MINUTE, totals: { live: 1 } } })
    expect(visited({ ...first, now: { ...first.now, at: 10 } }, 'live', 7, 5).before?.totals).toEqual({ live: 5 })
  })
})
