/** Display preferences from a cookie that anyone may have written. */
import { expect, it } from 'vitest'
import { readDisplayPreferences } from './display-preferences'

const none = { timeZone: 'UTC', preferences: undefined, isCompact: false }

it.each([undefined, '', '{', 'null', '[]', '{"timeZone":1,"preferences":{}}', '{"timeZone":"UTC"}'])(
  'ignores %s',
  (cookie) => expect(readDisplayPreferences(cookie)).toEqual(none),
)
it('takes a zone that exists', () => {
  const read = (timeZone: string) => readDisplayPreferences(JSON.stringify({ timeZone, preferences: {} })).timeZone
  expect(read('Asia/Tokyo')).toBe('Asia/Tokyo')
  expect(['Nowhere/At/All', '', '<script>'].map(read)).toEqual(['UTC', 'UTC', 'UTC'])
})
it('has compact rows if they are preferred', () => {
  const read = (rows: unknown) => readDisplayPreferences(JSON.stringify({ timeZone: 'UTC', preferences: { rows } }))
  expect(read('compact')).toEqual({ timeZone: 'UTC', preferences: { rows: 'compact' }, isCompact: true })
  expect([read('comfortable'), read('"><script>')].map(({ isCompact }) => isCompact)).toEqual([false, false])
})
