/**
 * Answers a verification of the callback, which nobody signs: the answer is the HMAC of a challenge, as a signature is.
 * Whoever gets any text answered can sign deliveries, so only short plain words are, and few of them.
 */
import type { RefusalReason } from '../api/delivery-verdicts.data'
import type { SignatureScheme } from './receiver-settings'
import { isChallenge, sign } from './signature'

/** What was not proven to come from the provider is larger only by somebody's intent. */
export const MOST_VERIFY_BYTES = 4096
export const MOST_A_MINUTE = 6
const MINUTE_MS = 60_000

export type ChallengeAnswer = { answer: string } | { refused: RefusalReason }

export interface Challenges {
  /** To a request that was proven. @returns undefined where the challenge is none */
  toProven(challenge: string | undefined): string | undefined
  /** To one that anybody can have sent. */
  toAnyone(challenge: string | undefined): ChallengeAnswer
}

interface Options {
  secret: string
  scheme: Pick<SignatureScheme, 'algorithm'>
  /** Milliseconds since the epoch. */
  now: () => number
}

export function createChallenges({ secret, scheme, now }: Options): Challenges {
  let answered: number[] = []
  const answerOf = (challenge: string) => sign(secret, challenge, { ...scheme, encoding: 'hex' })

  return {
    toProven: (challenge) => (challenge !== undefined && isChallenge(challenge) ? answerOf(challenge) : undefined),
    toAnyone(challenge) {
      if (challenge === undefined) return { refused: 'no challenge' }
      if (!isChallenge(challenge)) return { refused: 'would sign' }
      const at = now()
      answered = answered.filter((one) => one <= at && at - one < MINUTE_MS) // a clock may be set back
      if (answered.length >= MOST_A_MINUTE) return { refused: 'too many' }
      answered.push(at)
      return { answer: answerOf(challenge) }
    },
  }
}
