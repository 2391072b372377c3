/** Users and connections that the directory finds gone are erased from the deliveries, also after a crash in between. */
import { describe, expect, it } from 'vitest'
import { createDirectory } from '../store/directory'
import { rowOf } from '../store/directory-harness'
import { sqlEngines, storeOf } from '../store/harness'
import type { Queries } from '../store/store'
import { arrivalOf, bodyOf, deliver, type Invented, MINUTE, openBook, START } from './book-harness'

const at = (minute: number) => new Date(START + minute * MINUTE)

describe.each(sqlEngines)('erasures on %s', async (engine) => {
  const store = await storeOf(engine)
  const completed = (realm: number) =>
    store.query(
      `INSERT INTO crawls (realm, kind, phase, ended_at, instance, beat_at)
       VALUES ($1, 'whole', 'done', now(), gen_random_uuid(), now())`,
      [realm],
    )
  async function open() {
    const { book, realm } = await openBook(store)
    const directory = createDirectory(store, realm)
    const of = async (query: Parameters<typeof book.page>[0]) =>
      (await book.page(query)).rows.map(({ userId, vehicleId }) => `${userId} ${vehicleId}`).toSorted()
    return {
      ...{ book, realm, directory },
      left: () => of({ limit: 99 }),
      tell: (...about: [userId: string | undefined, vehicleId: string, more?: Invented][]) =>
        deliver(
          { book },
          ...about.flatMap(([userId, vehicleId, more]) => [
            arrivalOf(bodyOf({ userId, vehicleId, ...more })),
            arrivalOf(
              bodyOf({ userId, vehicleId, eventType: 'VEHICLE_ERROR', errors: [{ type: 'T', state: 'ERROR' }] }),
            ),
          ]),
        ),
      async follows(vehicleId: string) {
        return [(await book.lastValues(vehicleId)).length, (await book.errorsOf(vehicleId)).length]
      },
    }
  }

  it('of a removal whose process ends right after it are carried out by the next', async () => {
    const { book, realm, directory, left, tell } = await open()
    await tell(['u-ada', 'v-1'], ['u-bob', 'v-2'])
    await directory.purgeUser('u-ada', at(1))
    const next = await openBook(store, { realm })
    expect(await next.book.applyErasures()).toBe(1)
    expect(await left()).toEqual(['u-bob v-2', 'u-bob v-2'])
    expect(await book.applyErasures()).toBe(0)
  })
  it('follow a complete crawl that finds the last connection of a user gone', async () => {
    const { book, realm, directory, left, tell, follows } = await open()
    await directory.save([rowOf('c-ada-1'), rowOf('c-bob-2'), rowOf('c-bob-3')], at(0))
    await tell(['u-ada', 'v-1'], ['u-ada', 'v-9'], ['u-bob', 'v-2'], ['u-bob', 'v-3'], [undefined, 'v-4'])
    await completed(realm)
    await directory.save([rowOf('c-bob-3')], at(2))
    expect(await directory.sweep(at(1), at(3))).toBe(2)
    expect(await book.applyErasures()).toBe(2)
    expect(await left()).toEqual(['null v-4', 'null v-4', 'u-bob v-3', 'u-bob v-3'])
    expect(await Promise.all(['v-1', 'v-2', 'v-3'].map(follows))).toEqual([
      [0, 0],
      [0, 0],
      [1, 1],
    ])
  })
  it('take of a user the vehicle that is gone alone while the directory is not complete', async () => {
    const { book, directory, left, tell } = await open()
    await directory.save([rowOf('c-ada-1')], at(0))
    await tell(['u-ada', 'v-1'], ['u-ada', 'v-2'])
    await directory.removed('c-ada-1', at(1))
    await book.applyErasures()
    expect(await left()).toEqual(['u-ada v-2', 'u-ada v-2'])
  })
  it('take what names a vehicle alone with its last connection, and nothing of another user', async () => {
    const { book, realm, directory, left, tell } = await open()
    await tell([undefined, 'v-1'], ['u-eve', 'v-1'])
    await directory.save([rowOf('c-ada-1'), rowOf('c-bob-1')], at(0))
    await completed(realm)
    await directory.gone(['c-ada-1'], at(1))
    await book.applyErasures()
    expect((await left()).length).toBe(4)
    await directory.gone(['c-bob-1'], at(2))
    await book.applyErasures()
    expect(await left()).toEqual(['u-eve v-1', 'u-eve v-1'])
  })
  it('leave what says that it is still delivering, and all of who is connected again', async () => {
    const { book, directory, realm, left, tell } = await open()
    await directory.save([rowOf('c-ada-1'), rowOf('c-bob-2')], at(0))
    await tell(['u-ada', 'v-1'], ['u-bob', 'v-2'])
    await directory.purgeUser('u-ada', at(-1))
    await directory.purgeUser('u-bob', at(-1))
    const [envelope] = await deliver({ book }, arrivalOf(bodyOf({ userId: 'u-ada', vehicleId: 'v-1' }), { at: at(5) }))
    await directory.save([rowOf('c-bob-2', { id: 'c-bob-2b', createdAt: at(2).getTime() })], at(3))
    await book.applyErasures()
    expect(await left()).toEqual(['u-ada v-1', 'u-bob v-2', 'u-bob v-2'])
    expect((await book.one(envelope ?? 0))?.detail.flags).toEqual(['removed'])
    expect(await store.query('SELECT count(*) AS count FROM erasures WHERE realm = $1', [realm])).toEqual([
      { count: 0 },
    ])
  })
  it('are the same twice, and few are kept where nothing is delivered', async () => {
    const { book, realm, directory, left, tell } = await open()
    await directory.save([rowOf('c-ada-1')], at(0))
    await directory.removed('c-ada-1', at(1))
    const count = () => store.query('SELECT count(*) AS count FROM erasures WHERE realm = $1', [realm])
    expect(await count()).toEqual([{ count: 1 }])
    await directory.forget(at(-1))
    expect(await count()).toEqual([{ count: 0 }])

    await tell(['u-bob', 'v-2'])
    await directory.purgeUser('u-bob', at(2))
    await directory.forget(at(-1))
    expect(await Promise.all([book.applyErasures(), book.applyErasures()])).toContain(1)
    expect([await left(), await count()]).toEqual([[], [{ count: 0 }]])
  })
  it('erase what jobs have read of a vehicle for its user with their last connection', async () => {
    const { realm, directory } = await open()
    await directory.save([rowOf('c-ada-1'), rowOf('c-ada-2'), rowOf('c-bob-2')], at(0))
    const [job] = await store.query(
      `INSERT INTO jobs (realm, key, operation, client) VALUES ($1, 'k', 'several', 'c') RETURNING id`,
      [realm],
    )
    const items = [
      ['GET /v3/vehicles/{vehicleId}/signals/{signalCode}/values', 'v-1/soc/u-ada'],
      ['GET /v3/vehicles/{vehicleId}/signals/{signalCode}/values', 'v-2/soc/u-ada'],
      ['POST /v2.0/vehicles/{id}/batch', 'v-1'],
      ['POST /v2.0/vehicles/{id}/batch', 'v-2'],
    ]
    for (const [n, [operation, target]] of items.entries())
      await store.query(
        `WITH item AS (INSERT INTO job_items (job, n, realm, operation, target, state) VALUES ($1, $2, $3, $4, $5, 'done'))
         INSERT INTO job_results (job, n, try, body) VALUES ($1, $2, 1, '{}')`,
        [job?.id, n, realm, operation, target],
      )
    const read = async (queries: Queries) =>
      (await queries.query('SELECT n FROM job_results WHERE job = $1 ORDER BY n', [job?.id])).map(({ n }) => n)
    await directory.removed('c-ada-1', at(1))
    expect(await read(store)).toEqual([1, 3])
    await directory.gone(['c-ada-2'], at(2))
    expect(await read(store)).toEqual([3])
    await directory.gone(['c-bob-2'], at(3))
    expect(await read(store)).toEqual([])
  })
})
