/** Places in the order of a realm: exact in every part of it, and known to be of another time where somebody came or went. */
import { describe, expect, it } from 'vitest'
import { createDirectory } from './directory'
import { at, rowOf } from './directory-harness'
import { readOrder } from './directory-order'
import { sqlEngines, storeOf } from './harness'
import { openRealm } from './realms'

describe.each(sqlEngines)('%s', async (engine) => {
  const store = await storeOf(engine)

  it('tells who stands at which places, until somebody comes or goes there', async () => {
    const realm = await openRealm(store, 'https://api.example.com account')
    const directory = createDirectory(store, realm)
    // Three of each moment, and the last of no time at all.
    const rows = Array.from({ length: 67 }, (_, nth) =>
      rowOf(`c-ada-${(nth * 7) % 67}`, { createdAt: nth < 50 ? at(1).getTime() - Math.floor(nth / 3) : undefined }),
    )
    await directory.save(rows, at(1))
    const ids = rows
      .toSorted((a, b) => (b.createdAt ?? 0) - (a.createdAt ?? 0) || (a.id < b.id ? 1 : -1))
      .map(({ id }) => id)
    const order = await readOrder(store, realm, { places: 5, parts: 4 })
    expect(order.length).toBe(67)
    for (let from = 0; from < 67; from += 3)
      for (const length of [1, 5, 12])
        expect(await order.slice(from, from + length)).toEqual(ids.slice(from, from + length))
    await directory.gone(ids.slice(12, 13), at(2))
    expect(await order.slice(11, 12)).toBeUndefined()
    expect(await order.slice(40, 60)).toEqual(ids.slice(40, 60))
    await directory.save([rowOf('c-ada-new', { createdAt: at(1).getTime() - 4 })], at(3)) // in the place of another
    expect(await order.slice(11, 12)).toBeUndefined()
    expect((await directory.order()).length).toBe(67)
  })
})
