/** What is heard when a crawl has ended: what was loaded, and nothing that was not. */
import { expect, it } from 'vitest'
import { ended } from './directory-bar-texts'

const whole = { missing: 0, unsure: 0, broken: 0, unlisted: 0 }

it('says that all connections are there only where they are', () => {
  expect(ended(whole)).toBe('All connections loaded.')
  for (const gap of ['missing', 'unsure', 'broken', 'unlisted'] as const)
    expect(ended({ ...whole, [gap]: 2 })).toMatch(/^Loading ended, but some connections may be missing: /)
})

it('says each gap, with its number', () => {
  expect(ended({ ...whole, missing: 1 })).toContain('1 page failed')
  expect(ended({ missing: 2, unsure: 3, broken: 1, unlisted: 40 })).toBe(
    'Loading ended, but some connections may be missing: 2 pages failed, the list changed before 3 pages, 1 connection in an unexpected format, 40 connections counted but not listed.',
  )
})
