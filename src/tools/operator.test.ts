/** Who is signed in: asked, believed only where the server says so, and nothing left of who signed out. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PageConfig } from '../api/config'
import { lookAtSignIn, lookForSignIn, openOperator, signOut } from './operator'

const web = (keys: string[]) => {
  const kept = new Set(keys)
  return { kept, removeItem: (key: string) => kept.delete(key), clear: () => kept.clear() }
}
const OURS = ['forecourt.directory', 'forecourt.directory.leaving']
let local: ReturnType<typeof web>
let session: ReturnType<typeof web>
const location = { reload: vi.fn(), assign: vi.fn() }
const deleted: string[] = []
beforeEach(() => {
  local = web(['forecourt.preferences', ...OURS])
  session = web(['forecourt.journal', 'forecourt.recent'])
  deleted.length = 0
  vi.resetAllMocks()
  vi.stubGlobal('localStorage', local)
  vi.stubGlobal('sessionStorage', session)
  vi.stubGlobal('location', location)
  vi.stubGlobal('indexedDB', {
    deleteDatabase: (name: string) => {
      deleted.push(name)
      const request: { onsuccess?: () => void } = {}
      queueMicrotask(() => request.onsuccess?.())
      return request
    },
  })
})
afterEach(() => void vi.unstubAllGlobals())

const answer = (body: string, status = 200) => vi.stubGlobal('fetch', async () => new Response(body, { status }))
const config = (name: string | null) =>
  ({ signIn: 'oidc', operator: name === null ? null : { name, role: 'operator' } }) as PageConfig // the rest is not looked at
const nothingLeft = () => {
  expect([...session.kept]).toEqual([])
  expect([...local.kept]).toEqual(['forecourt.preferences'])
  expect(deleted).toEqual(['forecourt.directory'])
}

describe('the operator', () => {
  it('is nobody where a page answers instead of the server, and the console starts all the same', async () => {
    answer('<!doctype html><h1>Sign in to the proxy</h1>')
    expect(await openOperator(config(null))).toMatchObject({ operator: null, isOver: false })
    await lookAtSignIn(true)
    expect(await lookForSignIn()).toBe(true)
    expect(location.reload).not.toHaveBeenCalled()
  })
  it('leaves nothing of their work behind on signing out', async () => {
    await openOperator(config('One'))
    answer('{"endSession":null}')
    await signOut()
    nothingLeft()
    expect(location.assign).toHaveBeenCalledWith('/')
  })
  it('keeps all of it where the server does not sign out', async () => {
    await openOperator(config('One'))
    answer('', 500)
    await expect(signOut()).rejects.toThrow()
    expect([local.kept.size, session.kept.size, deleted]).toEqual([3, 2, []])
  })
  it.each([
    ['signed out in another tab', 'null', true],
    ['is another one now', '{"name":"Two","role":"operator"}', false],
  ])('who %s leaves nothing in this one', async (_, operator, isLeft) => {
    await openOperator(config('One'))
    answer(`{"signIn":"oidc","operator":${operator}}`)
    await lookAtSignIn(isLeft)
    nothingLeft()
    expect(location.reload).toHaveBeenCalledTimes(1)
  })
})
