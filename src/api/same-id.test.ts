/** UUIDs are the same in any case, other IDs only to the letter. */
import { expect, it } from 'vitest'
import { idKey, isSameId, spellingsOf, uuidWithin } from './same-id'

const uuid = '36ab27d0-fd9d-4455-823a-ce30af709ffc'

it.each([
  [uuid, uuid.toUpperCase(), true],
  [uuid, uuid, true],
  [uuid, '36ab27d0-fd9d-4455-823a-ce30af709ffd', false],
  ['Fleet-84', 'Fleet-84', true],
  ['Fleet-84', 'fleet-84', false],
  [uuid, undefined, false],
  [null, undefined, false],
  ['', '', true],
])('%s and %s', (one, other, expected) => expect(isSameId(one, other)).toBe(expected))

it('one key for all cases of a UUID, and the cases that a provider may store it in', () => {
  expect([idKey(uuid.toUpperCase()), idKey('Fleet-84')]).toEqual([uuid, 'Fleet-84'])
  const mixed = `${uuid.slice(0, 18).toUpperCase()}${uuid.slice(18)}`
  expect(spellingsOf(mixed)).toEqual([mixed, uuid, uuid.toUpperCase()])
  expect([spellingsOf(uuid), spellingsOf('Fleet-84')]).toEqual([[uuid, uuid.toUpperCase()], ['Fleet-84']])
})

it.each([
  [`\u2060${uuid}`, uuid],
  [`'${uuid.toUpperCase()}'`, uuid.toUpperCase()],
  [uuid, undefined],
  ['“007”', undefined],
])('the UUID within %j is %j', (text, expected) => expect(uuidWithin(text)).toBe(expected))
