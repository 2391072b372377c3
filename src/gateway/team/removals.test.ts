/** Removals on their way into the directory: in order, once, kept while the store is away, never in anybody's way. */
import { describe, expect, it } from 'vitest'
import { StoreError, type StoreFailure } from '../../store/store'
import { createRemovals, type Removal } from './removals'

const at = new Date(0)
const user = (id: string): Removal => ({ kind: 'user', id, at })
const connection = (id: string): Removal => ({ kind: 'connection', id, at })

function start(most?: number) {
  let failure: StoreFailure | undefined
  let isThere = true
  const done: string[] = []
  const lost: [number, string][] = []
  const apply = (kind: string) => async (id: string) => {
    await Promise.resolve()
    if (failure) throw new StoreError(failure)
    done.push(`${kind} ${id}`)
  }
  const directory = { removed: apply('removed'), purgeUser: apply('purged') }
  const removals = createRemovals({
    directory: () => (isThere ? directory : undefined),
    onLost: (count, why) => lost.push([count, why]),
    ...(most !== undefined && { most }),
  })
  return {
    ...{ removals, done, lost },
    fail: (how: StoreFailure | undefined) => {
      failure = how
    },
    leave: (gone: boolean) => {
      isThere = !gone
    },
  }
}

describe('removals', () => {
  it('are written one after the other, those that come meanwhile too', async () => {
    const { removals, done } = start()
    removals.note(connection('c-1'))
    removals.note(user('u-1'))
    await Promise.resolve()
    removals.note(connection('c-2'))
    await removals.applied()
    expect([done, removals.size]).toEqual([['removed c-1', 'purged u-1', 'removed c-2'], 0])
  })
  it('are nothing to wait for where there are none', async () => {
    const { removals } = start()
    await removals.flush()
    expect(await removals.applied()).toBeUndefined()
  })
  it('wait while there is no store, each once, and are written when it is back', async () => {
    const { removals, done, leave } = start()
    leave(true)
    for (const id of ['c-1', 'c-2', 'c-1']) removals.note(connection(id))
    await removals.applied()
    expect([done, removals.size]).toEqual([[], 2])
    leave(false)
    await removals.flush()
    expect(done).toEqual(['removed c-1', 'removed c-2'])
  })
  it.each(['unavailable', 'timeout', 'full'] as const)('wait where the store fails for now (%s)', async (how) => {
    const { removals, done, lost, fail } = start()
    fail(how)
    removals.note(user('u-1'))
    await removals.applied()
    expect([done, removals.size]).toEqual([[], 1])
    fail(undefined)
    await removals.flush()
    expect([done, lost, removals.size]).toEqual([['purged u-1'], [], 0])
  })
  it('that the store rejects are given up, and hold up no other', async () => {
    const { removals, done, lost, fail } = start()
    fail('failed')
    removals.note(user('u-1'))
    await removals.applied()
    fail(undefined)
    removals.note(user('u-2'))
    await removals.applied()
    expect([done, lost]).toEqual([['purged u-2'], [[1, 'failed']]])
  })
  it('are so many at most: the oldest is given up', async () => {
    const { removals, done, lost, leave } = start(2)
    leave(true)
    for (const id of ['c-1', 'c-2', 'c-3']) removals.note(connection(id))
    leave(false)
    await removals.flush()
    expect([done, lost]).toEqual([['removed c-2', 'removed c-3'], [[1, 'too many are waiting']]])
  })
})
