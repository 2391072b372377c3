/** Deletes the directories that earlier versions saved, and nothing else of the browser's storage. */
import { afterEach, expect, it, vi } from 'vitest'
import { deleteOldDirectories } from './old-directories'

afterEach(() => vi.unstubAllGlobals())

it('deletes each database with its entry, once, whoever was signed in', () => {
  const kept = { 'forecourt.preferences': '{}', 'forecourt.ledger [1]': '[]' }
  const storage: Record<string, unknown> = { ...kept, 'forecourt.directory': '1', 'forecourt.directory ["a"]': '1' }
  storage['forecourt.directory.leaving ["a"]'] = '[]'
  storage.removeItem = (name: string) => delete storage[name]
  Object.defineProperty(storage, 'removeItem', { enumerable: false })
  const deleteDatabase = vi.fn()
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('indexedDB', { deleteDatabase })
  deleteOldDirectories()
  expect(Object.keys(storage)).toEqual(Object.keys(kept))
  expect(deleteDatabase.mock.calls.flat()).toEqual(
    expect.arrayContaining(['forecourt.directory', 'forecourt.directory ["a"]']),
  )
  deleteDatabase.mockClear()
  deleteOldDirectories()
  expect(deleteDatabase).not.toHaveBeenCalled()
})

it('is quiet in a browser without storage', () => {
  vi.stubGlobal('localStorage', undefined)
  expect(deleteOldDirectories).not.toThrow()
})
