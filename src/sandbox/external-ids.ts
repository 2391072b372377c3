/** External ids as an application would assign them: each user's own, computed from its number and back to it. */
import { words } from './fleet.data'
import { hash } from './random'

/** Keeps the kinds of two neighbouring users apart. */
const KIND_SALT = 9
const STEP = 48_271
/** Users are shuffled modulo a prime, so that no two of them meet; the smallest that holds the fleet keeps ids short. */
const PRIMES = [10_007, 100_003, 1_000_003, 10_000_019]

interface ExternalIds {
  of(user: number): string
  /** The user whose external id this is. */
  userOf(externalId: string): number | undefined
}

/** @param users how many users there are at most */
export function createExternalIds(seed: number, users: number): ExternalIds {
  const prime = primeFor(users)
  const shift = seed % prime
  const customerStep = Math.max(1, Math.floor(899_999 / prime))
  const numberStep = Math.floor(80_000_000 / prime)
  const back = power(STEP, prime - 2, prime)

  function of(user: number): string {
    const number = (user * STEP + shift) % prime
    const word = words[number % words.length] ?? ''
    const rest = Math.floor(number / words.length)
    switch (hash(seed, KIND_SALT, user) % 4) {
      case 0:
        return `C-${100_000 + number * customerStep}`
      case 1:
        return `${word}.${rest + 1}@drivers.example.com`
      case 2:
        return `${word}-${words[rest % words.length]}-${Math.floor(rest / words.length) + 1}`
      default:
        return String(10_000_000 + number * numberStep)
    }
  }

  /** What stands in an external id, as the shuffled number; anything but a whole one is no external id. */
  function numberIn(text: string): number {
    const [, customer, plain] = /^(?:C-(\d{6,8})|(\d{8}))$/.exec(text) ?? []
    if (customer) return (Number(customer) - 100_000) / customerStep
    if (plain) return (Number(plain) - 10_000_000) / numberStep
    const [, first = '', second, digits] = /^([a-z]+)(?:-([a-z]+)-|\.)(\d{1,7})(?:@|$)/.exec(text) ?? []
    const place = (word: string) => (words as readonly string[]).indexOf(word) // any text may be asked for
    const rest = Number(digits) - 1
    const upper = second === undefined ? rest : rest * words.length + place(second)
    return upper * words.length + place(first)
  }

  return {
    of,
    userOf(externalId) {
      const number = numberIn(externalId)
      if (!Number.isInteger(number) || number < 0 || number >= prime) return undefined
      const user = times((number - shift + prime) % prime, back, prime)
      return user < users && of(user) === externalId ? user : undefined
    },
  }
}

/** @throws RangeError beyond the largest prime, far above what the settings allow */
function primeFor(users: number): number {
  const prime = PRIMES.find((one) => one >= users)
  if (prime === undefined) throw new RangeError(`The sandbox can have at most ${PRIMES.at(-1)} users, got ${users}.`)
  return prime
}

/** Both factors are below 2²⁴, so that their product is exact. */
const times = (one: number, other: number, modulus: number): number => (one * other) % modulus

function power(base: number, exponent: number, modulus: number): number {
  let [result, square] = [1, base % modulus]
  for (let left = exponent; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result = times(result, square, modulus)
    square = times(square, square, modulus)
  }
  return result
}
