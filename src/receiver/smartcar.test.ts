/** A provider's own library, as its customers use it, agrees with us wherever it can read what it signs. */
import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { answers, bodyOf, fixtures, KEY, signatureOf } from './fixture-harness'
import { proofOf, sign } from './signature'

interface Library {
  hashChallenge(key: string, challenge: string): string
  /** @param body as it was parsed: the library writes it anew to compare it */
  verifyPayload(key: string, signature: string, body: unknown): boolean
}
// It has no types.
const library = createRequire(import.meta.url)('smartcar') as Library

const scheme = { algorithm: 'sha256', encoding: 'hex' } as const
const keys = { current: KEY, old: undefined }

function verified(name: string, signature = signatureOf(name)): boolean | string {
  try {
    return library.verifyPayload(KEY, signature, JSON.parse(bodyOf(name).toString()))
  } catch (error) {
    return error instanceof Error ? error.name : 'another'
  }
}

/** What it says of bodies that are signed, and that we prove: they are no JSON, or JSON that is written in another way. */
const differs: Readonly<Record<string, boolean | string>> = {
  'raw-not-round-tripping.json': false,
  'not-json.txt': 'SyntaxError',
  'truncated.json': 'SyntaxError',
}

describe('the library', () => {
  it.each(Object.entries(answers))('answers the challenge %s as we do', (challenge, answer) => {
    expect(library.hashChallenge(KEY, challenge)).toBe(answer)
    expect(sign(KEY, challenge, scheme)).toBe(answer)
  })
  it.each(fixtures.filter((name) => !(name in differs)))('takes and refuses %s as we do', (name) => {
    const wrong = sign('another', bodyOf(name), scheme)
    expect([verified(name), verified(name, wrong)]).toEqual([true, false])
    expect(proofOf(bodyOf(name), signatureOf(name), keys, scheme)).toBe('current')
    expect(proofOf(bodyOf(name), wrong, keys, scheme)).toBeUndefined()
  })
  it.each(Object.entries(differs))('can’t read %s, which is signed: it says %s', (name, says) => {
    expect(verified(name)).toBe(says)
    expect(proofOf(bodyOf(name), signatureOf(name), keys, scheme)).toBe('current')
  })
})
