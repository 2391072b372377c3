/** The service's allowance, as the server's header tells it. */
import { describe, expect, it } from 'vitest'
import { leftIn, minutesFor, readBucket } from './rate-bucket'

const at = Date.UTC(2026, 0, 1)
const told = readBucket('remaining=87, capacity=120, refill=2/min', at)

describe('the bucket', () => {
  it('is read from the header, and not from anything else', () => {
    expect(told).toEqual({ remaining: 87, capacity: 120, refillPerMinute: 2, reserve: 0, at })
    expect(readBucket('remaining=0.5, capacity=3, refill=0.25/min', at)?.refillPerMinute).toBe(0.25)
    for (const header of ['', 'remaining=1', 'remaining=x, capacity=120, refill=2/min'])
      expect(readBucket(header, at)).toBeUndefined()
  })
  it('leaves a job less, by what is kept for people', () => {
    const kept = readBucket('remaining=87, capacity=120, refill=2/min, reserve=30', at)
    if (!kept) throw new Error('not read')
    expect([kept.reserve, leftIn(kept, at)]).toEqual([30, 87])
    expect([minutesFor(kept, 57, at), minutesFor(kept, 87, at)]).toEqual([0, 15])
  })
  it('fills while nothing is asked, to its capacity', () => {
    if (!told) throw new Error('not read')
    expect(leftIn(told, at)).toBe(87)
    expect(leftIn(told, at + 5 * 60_000)).toBe(97)
    expect(leftIn(told, at + 86_400_000)).toBe(120)
    expect(minutesFor(told, 87, at)).toBe(0)
    expect(minutesFor(told, 500, at)).toBe(206.5)
  })
})
