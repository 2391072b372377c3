/** Which verifications are answered, and how many. */
import { describe, expect, it } from 'vitest'
import { createChallenges, MOST_A_MINUTE } from './challenge'
import { answers, KEY } from './fixture-harness'

describe('a verification', () => {
  it.each(Object.entries(answers))('of %s is answered in hex, whoever asks', (challenge, answer) => {
    const challenges = createChallenges({ secret: KEY, scheme: { algorithm: 'sha256' }, now: () => 0 })
    expect(challenges.toAnyone(challenge)).toEqual({ answer })
    expect(challenges.toProven(challenge)).toBe(answer)
  })
  it('whose challenge would be a delivery is refused, even where it was proven', () => {
    const challenges = createChallenges({ secret: KEY, scheme: { algorithm: 'sha256' }, now: () => 0 })
    for (const challenge of ['{"eventType":"VEHICLE_STATE"}', '[]      ', '"a text"', 'a b c d e f', 'short']) {
      expect(challenges.toAnyone(challenge)).toEqual({ refused: 'would sign' })
      expect(challenges.toProven(challenge)).toBeUndefined()
    }
    expect(challenges.toAnyone(undefined)).toEqual({ refused: 'no challenge' })
  })
  it('is answered six times a minute; those that are refused do not count, nor those that were proven', () => {
    let clock = 1_000_000
    const challenges = createChallenges({ secret: KEY, scheme: { algorithm: 'sha256' }, now: () => clock })
    const ask = () => 'answer' in challenges.toAnyone('a-challenge')
    challenges.toAnyone('short')
    for (let nth = 0; nth < MOST_A_MINUTE; nth += 1) {
      expect(ask()).toBe(true)
      clock += 1_000
    }
    expect(challenges.toAnyone('a-challenge')).toEqual({ refused: 'too many' })
    expect(challenges.toProven('a-challenge')).toBeDefined()
    clock += 53_999
    expect(ask()).toBe(false)
    clock += 1
    expect([ask(), ask()]).toEqual([true, false])
    clock -= 10_000_000 // set back
    expect(ask()).toBe(true)
  })
})
