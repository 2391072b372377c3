/** What a browser tells of the one who looks: anybody may have written it. */
import { expect, it } from 'vitest'
import { readLook } from './display-preferences'

const nothing = { timeZone: 'UTC', preferences: undefined, isCompact: false }

it.each([undefined, '', '{', 'null', '[]', '{"timeZone":1,"preferences":{}}', '{"timeZone":"UTC"}'])(
  'nothing is taken of %s',
  (cookie) => expect(readLook(cookie)).toEqual(nothing),
)
it('the zone is one that there is', () => {
  const of = (timeZone: string) => readLook(JSON.stringify({ timeZone, preferences: {} })).timeZone
  expect(of('Asia/Tokyo')).toBe('Asia/Tokyo')
  expect(['Nowhere/At/All', '', '<script>'].map(of)).toEqual(['UTC', 'UTC', 'UTC'])
})
it('rows are low where that is preferred', () => {
  const of = (rows: unknown) => readLook(JSON.stringify({ timeZone: 'UTC', preferences: { rows } }))
  expect(of('compact')).toEqual({ timeZone: 'UTC', preferences: { rows: 'compact' }, isCompact: true })
  expect([of('comfortable'), of('"><script>')].map(({ isCompact }) => isCompact)).toEqual([false, false])
})
