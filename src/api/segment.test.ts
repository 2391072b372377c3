/** A segment of a raw path is one id to every host, or is refused: however often it is decoded, in whichever spelling. */
import { describe, expect, it } from 'vitest'
import { isSoundSegment } from './segment'

describe('isSoundSegment', () => {
  it.each([
    ...[
      'a',
      'a%2Fb',
      '%2Fa',
      'a%2F%2Fb',
      'a%5Cb',
      'a%20b',
      'a%3Ab',
      'a:b',
      'a;b',
      'a%3fb',
      'a%23b',
      '...',
      '..a',
      'a..',
    ],
    ...[
      'a..%2fb',
      '..a%2F.b',
      '%252F',
      '%25zz',
      '%',
      '%zz',
      '50%25%3B..x',
      '%C3%80%C2%A0%C3%A0',
      '%E9',
      '%F0%9F%9A%97',
    ],
  ])('%s is sound', (segment) => expect(isSoundSegment(segment)).toBe(true))
  it.each([
    ...[
      '',
      '.',
      '..',
      '%2e',
      '%2E.',
      '.%2e',
      '%252e%252e',
      '..%2f',
      '..%2F..',
      '%2f..',
      'a%2f.',
      'a%2F..%2Fb',
      '..%5c..',
    ],
    ...['..%252f', '%25252e%25252e%25252f', '..;a', '..%3ba', 'a%2f..%3b', '..%3f', '..%23a', '%2E%2e%25%32%66'],
    ...['%00', 'a%00', 'a%2500', 'a%0d%0ab', 'a%1Fb', 'a%7f', 'a%C2%85', 'a%25C2%2585'],
    ...['%c0%ae%c0%ae', '%e0%80%ae%e0%80%af', '%f0%80%80%ae', '..%c0%af'],
  ])('%s is not', (segment) => expect(isSoundSegment(segment)).toBe(false))
  it('is known at once, however often something is encoded', () => {
    const began = performance.now()
    expect(isSoundSegment(`%${'25'.repeat(8000)}00`)).toBe(false)
    expect(isSoundSegment('%2'.repeat(8000))).toBe(true)
    expect(isSoundSegment(`${'/.'.repeat(8000)}a`)).toBe(false)
    expect(performance.now() - began).toBeLessThan(250)
  })
})
