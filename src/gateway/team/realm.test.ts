/** The names of realms: the same for as long as it is the same account, another for every other, and no token in any. */
import { expect, it } from 'vitest'
import { realmKey } from './realm'

const host = 'https://vehicle.example'
const own = { host, isSandbox: false, account: undefined }
const token = (text: string) => ({ kind: 'token', token: text }) as const
const fetched = { kind: 'fetched', tokenUrl: 'https://id.example/token', clientId: 'client-1' } as const
const jwt = (claims: object) =>
  ['{"alg":"none"}', JSON.stringify(claims), ''].map((part) => Buffer.from(part).toString('base64url')).join('.')

it('follow from the token, and do not tell it', () => {
  const key = realmKey({ ...own, credential: token('canary-token') })
  expect(key).toBe(realmKey({ ...own, credential: token('canary-token') }))
  expect(key).toContain(host)
  expect(key).not.toContain('canary')
})
it('are others for another token, and at another provider', () => {
  const keys = [
    realmKey({ ...own, credential: token('a') }),
    realmKey({ ...own, credential: token('b') }),
    realmKey({ ...own, host: 'https://other.example', credential: token('a') }),
    realmKey({ ...own, credential: fetched }),
    realmKey({ ...own, credential: { ...fetched, clientId: 'client-2' } }),
    realmKey({ ...own, account: 'a', credential: token('a') }),
  ]
  expect(new Set(keys).size).toBe(keys.length)
})
it('stay where a token is renewed: by its own claims, its client, or the account that the operator names', () => {
  const renewed = (iat: number) => realmKey({ ...own, credential: token(jwt({ iss: 'x', sub: 'app-1', iat })) })
  expect(renewed(1)).toBe(renewed(2))
  expect(realmKey({ ...own, credential: fetched })).toContain('client-1')
  const named = (text: string) => realmKey({ ...own, account: 'fleet', credential: token(text) })
  expect(named('a')).toBe(named('b'))
})
it('of a sandbox are its process’s', () => {
  const sandbox = { ...own, isSandbox: true, credential: token('a') }
  expect(realmKey(sandbox)).toBe(realmKey(sandbox))
  expect(realmKey(sandbox)).not.toBe(realmKey({ ...sandbox, isSandbox: false }))
})
it('are of no account without a token of the server’s own, whatever the account is called', () => {
  const none = { kind: 'none' } as const
  expect(realmKey({ ...own, account: 'fleet', credential: none })).toBe(realmKey({ ...own, credential: none }))
  expect(realmKey({ ...own, account: 'fleet', credential: none })).not.toContain('fleet')
})
