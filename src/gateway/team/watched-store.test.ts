/** Every statement is told of once, also inside a transaction, and a transaction that fails by itself too. */
import { beforeEach, expect, it } from 'vitest'
import { type Queries, type Store, StoreError } from '../../store/store'
import { watchedStore } from './watched-store'

const told: string[] = []
beforeEach(() => {
  told.length = 0
})
/** @param commit what happens at the end of a transaction */
function start(commit: () => void = () => undefined) {
  const queries: Queries = {
    async query(sql) {
      if (sql === 'full') throw new StoreError('full')
      if (sql === 'wrong') throw new TypeError('no store says this')
      return [{ sql }]
    },
  }
  const store: Store = {
    engine: 'postgresql',
    ...queries,
    async transaction(work) {
      const result = await work(queries)
      commit()
      return result
    },
    listen: async (channel) => async () => void told.push(`no more of ${channel}`),
    close: async () => void told.push('closed'),
  }
  return watchedStore(store, (outcome, beganAt) =>
    told.push(beganAt <= performance.now() ? outcome : 'before it began'),
  )
}

it('gives what the store gives, and tells how it went', async () => {
  const store = start()
  expect([store.engine, await store.query('one')]).toEqual(['postgresql', [{ sql: 'one' }]])
  await expect(store.query('full')).rejects.toThrow(StoreError)
  await expect(store.query('wrong')).rejects.toThrow(TypeError)
  expect(told).toEqual(['ok', 'full', 'failed'])
})
it('tells of each statement of a transaction once', async () => {
  const store = start()
  expect(await store.transaction((queries) => queries.query('one'))).toEqual([{ sql: 'one' }])
  await expect(store.transaction((queries) => queries.query('full'))).rejects.toThrow(StoreError)
  await expect(store.transaction(async () => Promise.reject(new Error('ours')))).rejects.toThrow('ours')
  expect(told).toEqual(['ok', 'full'])
})
it('tells of a transaction whose end fails', async () => {
  const store = start(() => {
    throw new StoreError('unavailable')
  })
  await expect(store.transaction((queries) => queries.query('one'))).rejects.toThrow(StoreError)
  expect(told).toEqual(['ok', 'unavailable'])
})
it('passes on the rest', async () => {
  const store = start()
  const end = await store.listen('crawls', () => undefined)
  await end()
  await store.close()
  expect(told).toEqual(['no more of crawls', 'closed'])
})
