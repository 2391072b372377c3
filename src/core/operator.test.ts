/** Who is signed in: asked, believed only where the server says so, and nothing left of who signed out. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { call } from '../api/client'
import type { PageConfig } from '../api/config'
import { connections } from '../api/connections'
import { openAccount } from './account'
import { lookAtSignIn, lookForSignIn, onSignedInAgain, openOperator, signOut } from './operator'
import { memoryStorage } from './storage-harness'

const service = ['https://vehicle.example']
const placeOf = (operator: string, account: string) => JSON.stringify([service, operator, account])
const ours = placeOf('one', 'account-1')
const file = (keys: readonly string[]) => memoryStorage(keys.map((key) => [key, '[]']))
let local = file([])
let session = file([])
const location = { reload: vi.fn(), assign: vi.fn() }
beforeEach(() => {
  local = file(['forecourt.preferences'])
  session = file([`forecourt.journal ${ours}`, `forecourt.recent ${ours}`])
  vi.resetAllMocks()
  vi.stubGlobal('localStorage', local)
  vi.stubGlobal('sessionStorage', session)
  vi.stubGlobal('location', location)
})
afterEach(() => void vi.unstubAllGlobals())

const answer = (body: string, status = 200) => vi.stubGlobal('fetch', async () => new Response(body, { status }))
/** @param id the provider's own; everybody here has one name */
const config = (id: string | null) =>
  ({ signIn: 'oidc', operator: id === null ? null : { id, name: 'Operator', role: 'operator' } }) as PageConfig // the rest is not looked at
async function open(id: string): Promise<void> {
  await openOperator(config(id))
  openAccount(service, id, 'account-1')
}
const nothingLeft = () => {
  expect([...session.entries.keys()]).toEqual([])
  expect([...local.entries.keys()]).toEqual(['forecourt.preferences'])
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
    await open('one')
    answer('{"endSession":null}')
    await signOut()
    nothingLeft()
    expect(location.assign).toHaveBeenCalledWith('/')
  })
  it('keeps all of it where the server does not sign out', async () => {
    await open('one')
    answer('', 500)
    await expect(signOut()).rejects.toThrow()
    expect([local.entries.size, session.entries.size]).toEqual([1, 2])
  })
  it.each([
    ['signed out in another tab', 'null', true],
    ['is another one of the same name now', '{"id":"two","name":"Operator","role":"operator"}', false],
  ])('who %s leaves nothing in this one', async (_, operator, isLeft) => {
    await open('one')
    answer(`{"signIn":"oidc","operator":${operator},"endsAt":null}`)
    await lookAtSignIn(isLeft)
    nothingLeft()
    expect(location.reload).toHaveBeenCalledTimes(1)
  })
})

describe('a sign-in in use', () => {
  it('is renewed by the question about it, every five minutes at most, and never past signing out', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const questions: AbortSignal[] = []
    vi.stubGlobal('fetch', (address: string, { signal }: { signal: AbortSignal }) => {
      if (address === '/auth/session') questions.push(signal)
      return address === '/auth/sign-out' ? Promise.resolve(new Response('', { status: 500 })) : new Promise(() => {}) // never answered
    })
    await open('one')
    const use = () => call(connections.list, {}, { fetch: async () => new Response('{"data":[]}') })
    await use()
    expect(questions).toEqual([])
    vi.setSystemTime(Date.now() + 5 * 60_000 + 1)
    await use()
    await use()
    expect(questions.map(({ aborted }) => aborted)).toEqual([false])
    await expect(signOut()).rejects.toThrow()
    expect(questions.map(({ aborted }) => aborted)).toEqual([true])
    vi.setSystemTime(Date.now() + 5 * 60_000 + 1)
    await use() // signing out failed: the sign-in goes on
    expect(questions.map(({ aborted }) => aborted)).toEqual([true, false])
    vi.useRealTimers()
  })
})

describe('the sign-in of a proxy in front', () => {
  const redirected = Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' })
  it('that has ended is noticed with any request, and work continues once it is there again', async () => {
    await openOperator({ signIn: 'none', operator: null } as PageConfig) // the rest is not read
    const onAgain = vi.fn()
    const stop = onSignedInAgain(onAgain)
    vi.stubGlobal('fetch', async () => redirected)
    await expect(call(connections.list, {})).rejects.toMatchObject({ kind: 'proxy', status: undefined })
    expect(await lookForSignIn()).toBe(false)
    expect(onAgain).not.toHaveBeenCalled()
    answer('{"signIn":"none","operator":null,"endsAt":null}')
    expect(await lookForSignIn()).toBe(true)
    expect([onAgain.mock.calls.length, location.reload.mock.calls]).toEqual([1, []])
    stop()
  })
})
