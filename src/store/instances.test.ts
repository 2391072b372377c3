/** The servers at one store: who runs, who is gone, and when one is erased. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { sqlEngines, storeOf } from './harness'
import { createInstances, type Instances } from './instances'
import { openRealm } from './realms'

const facts = (name: string, startedAt: string, version = '1.0.0') => ({
  ...{ id: randomUUID(), name, version, build: null, startedAt: new Date(startedAt) },
})

describe.each(sqlEngines)('%s', async (engine) => {
  const store = await storeOf(engine)
  let instances: Instances
  beforeAll(async () => {
    instances = createInstances(store, await openRealm(store, 'https://api.example account'))
  }, 30_000)
  const silentFor = (id: string, time: string) =>
    store.query('UPDATE instances SET beat_at = now() - $2::interval WHERE id = $1', [id, time])

  it('lists those that run, then those that are gone, until they are erased or leave', async () => {
    const first = facts('console-1', '2026-01-01T00:00:00Z')
    const second = facts('console-2', '2026-01-02T00:00:00Z', '1.1.0')
    const other = createInstances(store, await openRealm(store, 'https://api.example another'))
    await instances.beat(second)
    await instances.beat(first)
    await other.beat(facts('elsewhere', '2026-01-01T00:00:00Z'))
    expect(await instances.list(second.id)).toMatchObject([
      { id: first.id, name: 'console-1', isGone: false, isThis: false, startedAt: '2026-01-01T00:00:00.000Z' },
      { id: second.id, version: '1.1.0', build: null, isGone: false, isThis: true },
    ])
    await silentFor(first.id, '59 seconds')
    expect(await instances.list('')).toMatchObject([{ isGone: false }, { isGone: false }])
    await silentFor(first.id, '61 seconds')
    expect(await instances.list('')).toMatchObject([{ name: 'console-2' }, { name: 'console-1', isGone: true }])
    await instances.beat(first)
    expect(await instances.list('')).toMatchObject([{ name: 'console-1', isGone: false }, { name: 'console-2' }])
    await silentFor(first.id, '23 hours')
    await instances.forget()
    expect(await instances.list('')).toHaveLength(2)
    await silentFor(first.id, '25 hours')
    await instances.forget()
    expect(await instances.list('')).toMatchObject([{ name: 'console-2' }])
    await instances.leave(second.id)
    expect([await instances.list(''), await other.list('')]).toMatchObject([[], [{ name: 'elsewhere' }]])
  })
})
