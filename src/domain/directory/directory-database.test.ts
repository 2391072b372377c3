/** The directory in this browser: what is removed or disowned while it is written does not come back. */

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DirectoryRow } from '../../api/directory-row'
import { forgetPersistedDirectories } from '../../core/kept-directories'
import { memoryStorage } from '../../core/storage-harness'
import { freshDatabase, stored } from './database-harness'
import { dropEvictedRows, readPersistedRows, writePersisted } from './directory-database'
import { clearPersisted, noteEviction } from './evictions'

beforeEach(() => {
  freshDatabase()
  vi.stubGlobal('localStorage', memoryStorage())
})
afterEach(() => void vi.unstubAllGlobals())

const user = JSON.stringify([['https://service.test'], 'operator-1'])
const place = JSON.stringify([['https://service.test'], 'operator-1', 'account-1'])
const facts = { at: 1, readAt: 1, total: 2500 }
/** 2,500 connections of 25 users; `meanwhile` runs when the first two chunks are written. */
function* connections(meanwhile?: () => void): Generator<DirectoryRow> {
  for (let index = 0; index < 2500; index += 1) {
    if (index === 2000) meanwhile?.()
    yield { id: `c${index}`, userId: `u${index % 25}` } as DirectoryRow // what else it holds is not looked at
  }
}
async function read() {
  const found: DirectoryRow[] = []
  const header = await readPersistedRows(place, (some) => found.push(...some))
  return header && found
}

describe('what is kept', () => {
  it('is read again, and not once it is cleared', async () => {
    expect(await writePersisted(place, facts, connections())).toBe(true)
    expect(await read()).toHaveLength(2500)
    await clearPersisted(place)
    expect([await read(), await stored()]).toEqual([undefined, []])
  })
  it('has nobody who was removed while it was first written', async () => {
    const leave = () => {
      noteEviction('user', 'u3', place)
      void dropEvictedRows(place)
    }
    expect(await writePersisted(place, facts, connections(leave))).toBe(true)
    const found = await read()
    expect(found).toHaveLength(2400)
    expect(found?.filter(({ userId }) => userId === 'u3')).toEqual([])
  })
  it.each([
    ['tokens changed', () => clearPersisted(place), false],
    ['another tab cleared it', () => clearPersisted(place), true],
    ['somebody signed out', () => forgetPersistedDirectories(user), true],
  ])('is nothing at all where %s while it was first written', async (_, clear, staysCurrent) => {
    let isCurrent = true
    const meanwhile = () => {
      isCurrent = staysCurrent
      void clear()
    }
    expect(await writePersisted(place, facts, connections(meanwhile), () => isCurrent)).toBe(false)
    expect([await read(), await stored()]).toEqual([undefined, []])
  })
  it('leaves no one noted where the browser refuses to keep it', async () => {
    vi.stubGlobal('indexedDB', undefined)
    expect(await writePersisted(place, facts, connections())).toBe(false)
    noteEviction('user', 'u1', place)
    expect(localStorage.getItem(`forecourt.directory.leaving ${place}`)).toBeNull()
  })
})
