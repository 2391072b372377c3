/** Several texts in one sentence. */
import { describe, expect, it } from 'vitest'
import { listed } from './listed'

describe('several texts in a sentence', () => {
  it('are cut, and only the first of many stand there', () => {
    expect(listed(['a', 'b'])).toBe('a, b')
    expect(listed(['a', 'x'.repeat(500), 'c'], 2)).toBe(`a, ${'x'.repeat(80)}… and 1 more`)
  })
})
