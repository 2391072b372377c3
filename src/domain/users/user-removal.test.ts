/** Whether a user is gone follows from their own connections alone, whatever else the service lists. */
import { afterEach, expect, it, vi } from 'vitest'
import { userRemoval } from './user-removal'

const own = { id: 'a', relationships: { user: { data: { id: 'u', type: 'user' } } } }
const other = { id: 'b', relationships: { user: { data: { id: 'w', type: 'user' } } } }
const looked = (answer: unknown) => {
  vi.stubGlobal('fetch', async () => Response.json(answer))
  return userRemoval.isThere('u')
}
afterEach(() => vi.unstubAllGlobals())

it.each([
  ['there, with a connection of theirs', { data: [own], meta: { totalCount: 1 } }, true],
  ['there, with one among those of others', { data: [other, own], meta: { totalCount: 2207 } }, true],
  ['there, with what cannot be read', { data: [{ id: null }], meta: { totalCount: 1 } }, true],
  ['gone, with none', { data: [], meta: { totalCount: 0 } }, false],
  ['gone, where all that the service has are of others', { data: [other], meta: { totalCount: 1 } }, false],
])('%s', async (_, answer, isThere) => {
  expect(await looked(answer)).toBe(isThere)
})
it('is there if the provider returns their UUID in another case', async () => {
  const id = '36ab27d0-fd9d-4455-823a-ce30af709ffc'
  const row = { id: 'a', relationships: { user: { data: { id: id.toUpperCase(), type: 'user' } } } }
  vi.stubGlobal('fetch', async () => Response.json({ data: [row], meta: { totalCount: 1 } }))
  expect(await userRemoval.isThere(id)).toBe(true)
})
it.each([
  ['there are more, of others', { data: [other], meta: { totalCount: 2207 } }],
  ['nobody counts, of others', { data: [other] }],
])('cannot be told where %s', async (_, answer) => {
  await expect(looked(answer)).rejects.toThrow('no count of the user’s connections')
})
