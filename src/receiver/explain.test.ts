/** What is said of a signature that was refused, for everything that may have happened to it. */
import { describe, expect, it } from 'vitest'
import { explain, fingerprintOf, type NamedKey } from './explain'
import { bodyOf, KEY, signatureOf } from './fixture-harness'
import { sign } from './signature'

const scheme = { algorithm: 'sha256', encoding: 'hex' } as const
const OLD = 'the-token-before'
const OTHER = 'of-another-application'
const keys = { current: KEY, old: OLD }
const body = bodyOf('state.json')
const right = signatureOf('state.json')
const notRoundTripping = bodyOf('raw-not-round-tripping.json')

interface Given {
  body?: Buffer
  header: string | undefined
  others?: readonly NamedKey[]
  isLiveAlone?: boolean
}
const explained = ({ isLiveAlone = false, ...given }: Given) => explain({ body, keys, scheme, isLiveAlone, ...given })
const compact = (text: Buffer) => Buffer.from(JSON.stringify(JSON.parse(text.toString())))
const lines = (end: string) => Buffer.from(['{', '  "a": 1', '}'].join(end))

describe('the form of the header', () => {
  it.each([
    ['expected', sign('x', body, scheme)],
    ['none', undefined],
    ['none', ''],
    ['upper-case hex', right.toUpperCase()],
    ['base64', sign(KEY, body, { ...scheme, encoding: 'base64' })],
    ['prefixed', `sha256=${right}`],
    ['prefixed', `SHA256=${right.toUpperCase()}`],
    ['other', 'x'],
    ['other', right.slice(1)],
    ['other', 'x='.repeat(2_000)],
    ['other', 't=1790000000'],
    ['prefixed', `v1=${right}`],
    ['prefixed', `v1,${sign(KEY, body, { ...scheme, encoding: 'base64' })}`],
    ['prefixed', `hmac-sha256=${right}`],
    ['several', `${right}, ${right}`],
    [
      'several',
      `v1,${sign('x', body, { ...scheme, encoding: 'base64' })} v1,${sign(KEY, body, { ...scheme, encoding: 'base64' })}`,
    ],
    ['timestamped', `t=1790000000,v1=${right}`],
  ])('is %s', (form, header) => {
    expect(explained({ header }).form).toBe(form)
  })
  it('is hex where base64 is configured', () => {
    const base64 = { ...scheme, encoding: 'base64' } as const
    const told = explain({ body, header: right, keys, scheme: base64, isLiveAlone: false })
    expect([told.form, told.verdict]).toEqual(['hex', 'header form'])
  })
  it.each([right.toUpperCase(), `sha256=${right}`, sign(KEY, body, { ...scheme, encoding: 'base64' })])(
    'is the verdict where the signature is right: %s',
    (header) => {
      expect(explained({ header })).toMatchObject({
        verdict: 'header form',
        matches: [{ key: 'current', change: 'none' }],
      })
    },
  )
  it('is the verdict where one of several signatures is right', () => {
    const header = `v1=${sign('x', body, scheme)},v1=${right}`
    expect(explained({ header })).toMatchObject({
      form: 'several',
      verdict: 'header form',
      matches: [{ key: 'current', change: 'none' }],
    })
  })
  it('is the verdict where the time is signed, too', () => {
    const signedText = Buffer.concat([Buffer.from('1790000000.'), body])
    expect(explained({ header: `t=1790000000,v1=${sign(KEY, signedText, scheme)}` })).toMatchObject({
      form: 'timestamped',
      verdict: 'timestamped',
      matches: [{ key: 'current', change: 'time signed' }],
    })
    expect(explained({ header: `t=1790000000,v1=${sign('x', signedText, scheme)}` }).verdict).toBe('another token')
  })
  it('with the configured prefix is expected, and without it another', () => {
    const prefixed = { ...scheme, prefix: 'sha256=' }
    const of = (header: string) => explain({ body, header, keys, scheme: prefixed, isLiveAlone: false })
    expect(of(`sha256=${right}`)).toMatchObject({ form: 'expected', verdict: undefined })
    expect(of(right)).toMatchObject({ form: 'hex', verdict: 'header form' })
    expect(of(`SHA256=${right}`)).toMatchObject({ form: 'prefixed', verdict: 'header form' })
  })
  it('is the verdict where it holds no signature at all, and its absence another', () => {
    expect(explained({ header: 'x' }).verdict).toBe('header form')
    expect(explained({ header: undefined })).toMatchObject({ verdict: 'no signature', matches: [] })
  })
})

describe('a body that was altered on its way', () => {
  it.each<[string, Buffer, Buffer]>([
    ['trailing newline added', body, Buffer.concat([body, Buffer.from('\n')])],
    ['trailing newline added', body, Buffer.concat([body, Buffer.from('\r\n')])],
    ['trailing newline removed', Buffer.concat([body, Buffer.from('\n')]), body],
    ['line breaks changed', lines('\n'), lines('\r\n')],
    ['line breaks changed', lines('\r\n'), lines('\n')],
    ['re-serialized JSON', body, Buffer.from(JSON.stringify(JSON.parse(body.toString()), null, 2))],
    ['re-serialized JSON', compact(notRoundTripping), notRoundTripping],
  ])('%s', (change, sent, arrived) => {
    for (const key of ['current', 'old'] as const) {
      const told = explained({ body: arrived, header: sign(keys[key], sent, scheme) })
      expect(told.verdict).toBe('body altered')
      expect(told.matches).toContainEqual({ key, change })
    }
  })
  it('beyond undoing is not told from another token', () => {
    expect(explained({ body: Buffer.from(body.toString().replace('61', '62')), header: right })).toMatchObject({
      matches: [],
      verdict: 'another token',
    })
  })
  it.each(['', '[', '['.repeat(100_000), '{"__proto__":{"a":1}}', '\ud800', '"\\ud800"', '\0\r\n\r\n\n'])(
    'that is hostile is explained: %#',
    (text) => {
      expect(explained({ body: Buffer.from(text), header: right })).toMatchObject({ matches: [] })
    },
  )
})

describe('another token', () => {
  it('is told from an old one where it is given', () => {
    const header = sign(OTHER, body, scheme)
    expect(explained({ header }).verdict).toBe('another token')
    expect(explained({ header, others: [{ name: 'old', secret: OTHER }] })).toMatchObject({
      verdict: 'old token',
      matches: [{ key: 'old', change: 'none' }],
    })
    expect(explained({ header, others: [{ name: 'another', secret: OTHER }] })).toMatchObject({
      verdict: 'another token',
      matches: [{ key: 'another', change: 'none' }],
    })
  })
  it('is the known fault where tests of the webhook are proven', () => {
    const header = sign(OTHER, body, scheme)
    expect(explained({ header, isLiveAlone: true }).verdict).toBe('live only')
    expect(explained({ header: right.toUpperCase(), isLiveAlone: true }).verdict).toBe('header form')
    expect(explained({ header: undefined, isLiveAlone: true }).verdict).toBe('no signature')
  })
})

it('a signature that is right is not why it was refused', () => {
  expect(explained({ header: right })).toMatchObject({ form: 'expected', verdict: undefined })
})

it('keys are told by short fingerprints, and in no other way', () => {
  const told = explained({ header: right, others: [{ name: 'another', secret: OTHER }] })
  expect(told.bytes).toBe(1422)
  expect(told.keys).toEqual([
    { name: 'current', fingerprint: fingerprintOf(KEY) },
    { name: 'old', fingerprint: fingerprintOf(OLD) },
    { name: 'another', fingerprint: fingerprintOf(OTHER) },
  ])
  expect(fingerprintOf('amt')).toBe('9ff675fc') // printf %s amt | sha256sum
  for (const secret of [KEY, OLD, OTHER]) expect(JSON.stringify(told)).not.toContain(secret)
})
