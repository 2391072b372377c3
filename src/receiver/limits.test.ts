/** How much is taken of an address, at once, and in memory, by an injected clock. */
import { beforeEach, describe, expect, it } from 'vitest'
import { createAddressLimits, MOST_ADDRESSES, MOST_REFUSED_A_MINUTE } from './address-limits'
import { createBoundedMap } from './bounded-map'
import { createLine } from './line'

let clock = 1_790_000_000_000
const now = () => clock
const HOUR = 3_600_000

describe('an address', () => {
  let limits = createAddressLimits(now)
  beforeEach(() => {
    limits = createAddressLimits(now)
  })
  const refuse = (network: string, times: number) => Array.from({ length: times }, () => limits.refused(network))

  it('may be refused thirty times a minute, then waits for the rest of it', () => {
    expect(refuse('a', MOST_REFUSED_A_MINUTE)).toEqual(Array(MOST_REFUSED_A_MINUTE).fill(0))
    expect(limits.refused('a')).toBe(60)
    expect(limits.waitS('a', false)).toBe(60)
    expect(limits.waitS('b', false)).toBe(0)
    clock += 59_500
    expect(limits.waitS('a', false)).toBe(1)
    clock += 500
    expect(limits.waitS('a', false)).toBe(0)
    expect(refuse('a', MOST_REFUSED_A_MINUTE)).toEqual(Array(MOST_REFUSED_A_MINUTE).fill(0))
    expect(limits.refused('a')).toBe(60)
  })
  it('past it still has its signatures looked at: a hundred wrong ones, then fifty a second', () => {
    refuse('a', MOST_REFUSED_A_MINUTE)
    const lookedAt = () => {
      let count = 0
      for (; limits.waitS('a', true) === 0 && count < 1_000; count += 1) limits.refused('a')
      return count
    }
    expect(lookedAt()).toBe(100)
    expect(limits.waitS('a', true)).toBeGreaterThan(0)
    clock += 1_000
    expect(lookedAt()).toBe(50)
    clock += 100
    expect(lookedAt()).toBe(5)
    clock += 10_000
    expect(lookedAt()).toBe(100)
  })
  it('owes nothing beyond that budget', () => {
    refuse('a', 1_000) // as many were read at once
    expect(limits.waitS('a', true)).toBe(60)
    clock += 1_000
    expect(limits.waitS('a', true)).toBe(0)
  })
  it('from which something was proven within the hour has them looked at without a limit', () => {
    refuse('a', 1_000)
    expect(limits.waitS('a', true)).toBe(60)
    limits.proven('a')
    refuse('a', 1_000)
    expect(limits.waitS('a', true)).toBe(0)
    expect(limits.waitS('a', false)).toBe(60) // nothing to be proven
    clock += HOUR - 1
    refuse('a', 1_000)
    expect(limits.waitS('a', true)).toBe(0)
    clock += 1
    expect(limits.waitS('a', true)).toBe(60)
  })
  it('that proves right spends nothing', () => {
    refuse('a', MOST_REFUSED_A_MINUTE)
    for (let nth = 0; nth < 1_000; nth += 1) {
      expect(limits.waitS('a', true)).toBe(0)
      limits.proven('a')
    }
    clock += 2 * HOUR
    refuse('a', MOST_REFUSED_A_MINUTE)
    expect(limits.waitS('a', true)).toBe(0)
  })
  it('is not locked out by a clock that is set back', () => {
    refuse('a', 1_000)
    clock -= HOUR
    expect(limits.waitS('a', false)).toBe(0)
    clock += HOUR
  })
  it('is forgotten once ten thousand others came after it', () => {
    refuse('first', MOST_REFUSED_A_MINUTE + 1)
    for (let nth = 0; nth < MOST_ADDRESSES - 1; nth += 1) limits.refused(`other ${nth}`)
    expect(limits.waitS('first', false)).toBe(60)
    limits.refused('one more')
    expect(limits.waitS('first', false)).toBe(0)
  })
})

describe('a line', () => {
  it('lets so many in, the others in their order, and nobody past its length', async () => {
    const sizes: number[] = []
    const line = createLine({ inside: 2, waiting: 2 }, (size) => sizes.push(size))
    const entered: string[] = []
    const enter = (name: string) =>
      line.enter()?.then((leave) => {
        entered.push(name)
        return leave
      })
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(enter)
    expect(line.enter()).toBeUndefined()
    const leaveA = await a
    const leaveB = await b
    expect(entered).toEqual(['a', 'b'])
    leaveA?.()
    leaveA?.() // a second time gives nothing back
    const leaveC = await c
    expect(entered).toEqual(['a', 'b', 'c'])
    expect(line.enter()).toBeDefined()
    leaveB?.()
    leaveC?.()
    await d
    expect(entered).toEqual(['a', 'b', 'c', 'd'])
    expect(Math.max(...sizes)).toBe(4)
    expect(sizes.at(-1)).toBe(2)
  })
})

it('a bounded map forgets what was set longest ago', () => {
  const map = createBoundedMap<number>(2)
  map.set('a', 1)
  map.set('b', 2)
  map.set('a', 3)
  map.set('c', 4)
  expect([map.get('a'), map.get('b'), map.get('c'), map.size()]).toEqual([3, undefined, 4, 2])
  map.delete('a')
  expect([map.get('a'), map.size()]).toEqual([undefined, 1])
})
