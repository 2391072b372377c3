/** Notes on their way into the store: in order, once, kept while it is away, never in anybody's way. */
import { describe, expect, it } from 'vitest'
import { StoreError, type StoreFailure } from '../../store/store'
import { createNotes, type Note } from './notes'

interface Kept {
  removed: (id: string) => Promise<void>
  purgeUser: (id: string) => Promise<void>
}
const user = (id: string): Note<Kept> => ({ key: `user ${id}`, write: (kept) => kept.purgeUser(id) })
const connection = (id: string): Note<Kept> => ({ key: `connection ${id}`, write: (kept) => kept.removed(id) })

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
  const notes = createNotes<Kept>({
    kept: () => (isThere ? directory : undefined),
    onLost: (count, why) => lost.push([count, why]),
    ...(most !== undefined && { most }),
  })
  return {
    ...{ notes, done, lost },
    fail: (how: StoreFailure | undefined) => {
      failure = how
    },
    leave: (gone: boolean) => {
      isThere = !gone
    },
  }
}

describe('notes', () => {
  it('are written one after the other, those that come meanwhile too', async () => {
    const { notes, done } = start()
    notes.note(connection('c-1'))
    notes.note(user('u-1'))
    await Promise.resolve()
    notes.note(connection('c-2'))
    await notes.applied()
    expect([done, notes.size]).toEqual([['removed c-1', 'purged u-1', 'removed c-2'], 0])
  })
  it('are nothing to wait for where there are none', async () => {
    const { notes } = start()
    await notes.flush()
    expect(await notes.applied()).toBeUndefined()
  })
  it('that come while one about the same is being written are written, too', async () => {
    const { notes, done } = start()
    notes.note(user('u-1'))
    await Promise.resolve()
    notes.note(user('u-1'))
    await notes.applied()
    expect([done, notes.size]).toEqual([['purged u-1', 'purged u-1'], 0])
  })
  it('wait while there is no store, each once, and are written when it is back', async () => {
    const { notes, done, leave } = start()
    leave(true)
    for (const id of ['c-1', 'c-2', 'c-1']) notes.note(connection(id))
    await notes.applied()
    expect([done, notes.size]).toEqual([[], 2])
    leave(false)
    await notes.flush()
    expect(done).toEqual(['removed c-1', 'removed c-2'])
  })
  it.each(['unavailable', 'readonly', 'timeout', 'full'] as const)(
    'wait where the store fails for now (%s)',
    async (how) => {
      const { notes, done, lost, fail } = start()
      fail(how)
      notes.note(user('u-1'))
      await notes.applied()
      expect([done, notes.size]).toEqual([[], 1])
      fail(undefined)
      await notes.flush()
      expect([done, lost, notes.size]).toEqual([['purged u-1'], [], 0])
    },
  )
  it('that the store rejects are given up, and hold up no other', async () => {
    const { notes, done, lost, fail } = start()
    fail('failed')
    notes.note(user('u-1'))
    await notes.applied()
    fail(undefined)
    notes.note(user('u-2'))
    await notes.applied()
    expect([done, lost]).toEqual([['purged u-2'], [[1, 'failed']]])
  })
  it('are so many at most: the oldest is given up', async () => {
    const { notes, done, lost, leave } = start(2)
    leave(true)
    for (const id of ['c-1', 'c-2', 'c-3']) notes.note(connection(id))
    leave(false)
    await notes.flush()
    expect([done, lost]).toEqual([['removed c-2', 'removed c-3'], [[1, 'too many are waiting']]])
  })
})
