/** What proves a delivery, and that nothing else does. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answers, bodyOf, fixtures, KEY, signatureOf } from './fixture-harness'
import { digestIn, isChallenge, isOfChallengeForm, proofOf, sign } from './signature'

const scheme = { algorithm: 'sha256', encoding: 'hex' } as const
const keys = { current: KEY, old: undefined }
const someFixture = fc.constantFrom(...fixtures)

describe('a signature', () => {
  it.each([
    ['challenge', '9baf5a7464bd86740ad5a06e439dcf535a075022ed2c92d74efacf646d79328e'],
    ['{"pizza":"pasta"}', '4c05a8da471f05156ad717baa4017acd13a3a809850b9ca7d3301dcaaa854f70'],
  ])('of %s is the known one', (text, signature) => {
    expect(sign('amt', text, scheme)).toBe(signature)
  })
  it.each(fixtures)('of %s proves it', (name) => {
    expect(sign(KEY, bodyOf(name), scheme)).toBe(signatureOf(name))
    expect(proofOf(bodyOf(name), signatureOf(name), keys, scheme)).toBe('current')
    expect(proofOf(bodyOf(name), signatureOf(name), { current: 'new', old: KEY }, scheme)).toBe('old')
    expect(proofOf(bodyOf(name), signatureOf(name), { current: 'new', old: 'older' }, scheme)).toBeUndefined()
  })
  it.each(Object.entries(answers))('of the challenge %s is its answer', (challenge, answer) => {
    expect(sign(KEY, challenge, scheme)).toBe(answer)
  })
  it('proves nothing where one bit of the body is another', () => {
    fc.assert(
      fc.property(someFixture, fc.nat(), fc.nat(7), (name, at, bit) => {
        const body = Buffer.from(bodyOf(name))
        const index = at % body.length
        body[index] = (body[index] ?? 0) ^ (1 << bit)
        expect(proofOf(body, signatureOf(name), keys, scheme)).toBeUndefined()
      }),
      { numRuns: 1_000 },
    )
  })
  it.each(['hex', 'base64'] as const)('proves nothing where one bit of its header (%s) is another', (encoding) => {
    for (const algorithm of ['sha256', 'sha512'] as const)
      fc.assert(
        fc.property(someFixture, fc.nat(), fc.nat(7), (name, at, bit) => {
          const signing = { algorithm, encoding }
          const right = sign(KEY, bodyOf(name), signing)
          expect(proofOf(bodyOf(name), right, keys, signing)).toBe('current')
          const header = Buffer.from(right)
          const index = at % header.length
          header[index] = (header[index] ?? 0) ^ (1 << bit)
          expect(proofOf(bodyOf(name), header.toString('latin1'), keys, signing)).toBeUndefined()
        }),
        { numRuns: 500 },
      )
  })
  it.each([
    ['absent', undefined],
    ['empty', ''],
    ['in upper case', signatureOf('state.json').toUpperCase()],
    ['with a prefix', `sha256=${signatureOf('state.json')}`],
    ['with a space', `${signatureOf('state.json')} `],
    ['with a line break', `${signatureOf('state.json')}\n`],
    ['twice', `${signatureOf('state.json')}, ${signatureOf('state.json')}`],
    ['cut', signatureOf('state.json').slice(0, 62)],
    ['longer', `${signatureOf('state.json')}00`],
    ['of another encoding', sign(KEY, bodyOf('state.json'), { ...scheme, encoding: 'base64' })],
  ])('%s is none', (_, header) => {
    expect(digestIn(header, scheme)).toBeUndefined()
    expect(proofOf(bodyOf('state.json'), header, keys, scheme)).toBeUndefined()
  })
  it('has the configured prefix, to the letter', () => {
    const prefixed = { ...scheme, prefix: 'sha256=' }
    const [body, right] = [bodyOf('state.json'), signatureOf('state.json')]
    expect(proofOf(body, `sha256=${right}`, keys, prefixed)).toBe('current')
    for (const header of [right, `SHA256=${right}`, `sha256= ${right}`, `sha256=sha256=${right}`, `v1=${right}`])
      expect(proofOf(body, header, keys, prefixed)).toBeUndefined()
  })
  it('of a text that we sign for whoever asks proves nothing', () => {
    for (const challenge of Object.keys(answers)) {
      expect(isOfChallengeForm(Buffer.from(challenge))).toBe(true)
      expect(proofOf(Buffer.from(challenge), sign(KEY, challenge, scheme), keys, scheme)).toBeUndefined()
    }
    const longer = 'a'.repeat(201) // we sign none of these
    expect(proofOf(Buffer.from(longer), sign(KEY, longer, scheme), keys, scheme)).toBe('current')
  })
})

describe('a challenge', () => {
  it('that would be accepted is no JSON object, list or text', () => {
    const parsed = (text: string): unknown => {
      try {
        return JSON.parse(text)
      } catch {
        return undefined
      }
    }
    const near = fc.oneof(
      fc.stringMatching(/^[A-Za-z0-9_-]{8,200}$/),
      fc.string({ minLength: 8, maxLength: 200 }),
      fc.json(),
      fc.json().map((text) => text.padEnd(8)),
      fc.string().map((text) => JSON.stringify(text)),
    )
    let accepted = 0
    fc.assert(
      fc.property(near, (challenge) => {
        if (!isChallenge(challenge)) return
        accepted += 1
        const value = parsed(challenge)
        expect(['undefined', 'number']).toContain(typeof value)
      }),
      { numRuns: 5_000 },
    )
    expect(accepted).toBeGreaterThan(500)
  })
  it.each([
    '',
    'short',
    'a'.repeat(201),
    'with space',
    'line\nbreak1',
    'trailing1\n',
    '{"a":"b"}',
    '["12345678"]',
    '"12345678"',
    'ümläute1',
  ])('%j is refused', (challenge) => {
    expect(isChallenge(challenge)).toBe(false)
  })
})
