/** The directory removes a UUID in whatever case it was written. */
import { describe, expect, it } from 'vitest'
import { createDirectory } from './directory'
import { at, rowOf } from './directory-harness'
import { newRealm, sqlEngines, storeOf } from './harness'

const uuid = '36ab27d0-fd9d-4455-823a-ce30af709ffc'

describe.each(sqlEngines)('%s', async (engine) => {
  const store = await storeOf(engine)
  const open = async () => {
    const directory = createDirectory(store, await newRealm(store))
    return { directory, ids: async () => (await directory.order()).slice(0, 9) }
  }
  it.each([
    [uuid, uuid.toUpperCase()],
    [uuid.toUpperCase(), uuid],
  ])('erases the user %s for %s, and a page read before doesn’t bring them back', async (stored, removed) => {
    const { directory, ids } = await open()
    const row = { ...rowOf('c-1'), userId: stored }
    await directory.save([row], at(1))
    await directory.purgeUser(removed, at(5))
    expect(await ids()).toEqual([])
    await directory.save([row], at(4))
    expect(await ids()).toEqual([])
    expect(await directory.unknown([{ kind: 'user', id: removed, at: at(5) }])).toEqual([])
  })
  it('removes a connection', async () => {
    const { directory, ids } = await open()
    await directory.save([{ ...rowOf('c-ada-1'), id: uuid }], at(1))
    await directory.removed(uuid.toUpperCase(), at(5))
    expect(await ids()).toEqual([])
    expect(await directory.unknown([{ kind: 'connection', id: uuid.toUpperCase(), at: at(5) }])).toEqual([])
  })
})
