/** A UUID with what was pasted with it is refused, any other ID is the provider's to judge. */
import { expect, it } from 'vitest'
import { badIdIn } from './bad-id'

const uuid = '36ab27d0-fd9d-4455-823a-ce30af709ffc'

it.each([`\u200b${uuid}`, `${uuid.slice(0, 8)}\u00ad${uuid.slice(8)}`, `“${uuid}”`, `${uuid}.`])(
  '%j is refused, and the UUID in it is named',
  (id) =>
    expect(badIdIn({ connectionId: 'c-1', userId: id })?.message).toMatch(new RegExp(`^userId .*Use ${uuid}\\.$`)),
)
it.each([uuid, uuid.toUpperCase(), 'a\u200db', '“7”', 'a.', undefined])('%j may be an ID', (id) => {
  expect(badIdIn({ userId: id })).toBeUndefined()
})
