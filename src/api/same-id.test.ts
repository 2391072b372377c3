/** UUIDs are the same in any case, other IDs only to the letter. */
import { expect, it } from 'vitest'
import { isSameId } from './same-id'

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
