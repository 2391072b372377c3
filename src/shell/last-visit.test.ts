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

describe('yesterday', () => {
  const at = (day: number, hour: number) => new Date(2026, 10, day, hour).getTime()
  const noted = (day: number, hour: number, live: number): Visits => ({ now: { at: at(day, hour), totals: { live } } })
  it('is what was noted last on the day before, for as long as this day lasts', () => {
    const today = visited(noted(22, 18, 10), 'live', 12, at(23, 8))
    expect(today.yesterday).toEqual({ at: at(22, 18), totals: { live: 10 } })
    const evening = visited(today, 'live', 15, at(23, 20))
    expect(evening.yesterday?.totals).toEqual({ live: 10 })
    expect(evening.before?.totals).toEqual({ live: 12 })
    expect(visited(evening, 'live', 16, at(24, 8)).yesterday?.totals).toEqual({ live: 15 })
  })
  it('is unknown where nobody looked that day, and once it is no more the day before', () => {
    expect(visited(noted(20, 18, 10), 'live', 12, at(23, 8)).yesterday).toBeUndefined()
    const kept = { ...noted(22, 8, 5), yesterday: { at: at(21, 8), totals: { live: 3 } } }
    expect(visited(kept, 'live', 12, at(24, 8)).yesterday).toBeUndefined()
  })
  it('a visit over midnight has its last evening as yesterday', () => {
    const late = visited(noted(22, 23, 7), 'live', 8, at(23, 0))
    expect(late.yesterday?.totals).toEqual({ live: 7 })
    expect(visited(late, 'hooks', 2, at(23, 0)).yesterday?.totals).toEqual({ live: 7 })
  })
})
