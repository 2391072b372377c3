/** What is sealed opens with its key, in its place, and with nothing else. */
import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createVault } from './vault'

const [one, two] = [randomBytes(32), randomBytes(32)]
const vault = createVault([one])
const later = createVault([two, one])

it('opens what it sealed, bytes and texts', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 3_000 }), fc.string({ unit: 'grapheme' }), (bytes, about) => {
      expect(vault.open(vault.seal(bytes, about), about)).toEqual(Buffer.from(bytes))
    }),
  )
  expect(vault.open(vault.seal('Größe', 'a'), 'a')?.toString()).toBe('Größe')
})
it('opens it in no other place, and not where a bit was changed or a part is missing', () => {
  const sealed = vault.seal('canary', 'realm 1 body')
  expect(vault.open(sealed, 'realm 2 body')).toBeUndefined()
  for (let at = 0; at < sealed.length; at += 1)
    for (const bit of [1, 128]) {
      const altered = Buffer.from(sealed)
      altered[at] = (altered[at] ?? 0) ^ bit
      expect(vault.open(altered, 'realm 1 body')).toBeUndefined()
    }
  for (let length = 0; length < sealed.length; length += 1)
    expect(vault.open(sealed.subarray(0, length), 'realm 1 body')).toBeUndefined()
})
it('seals the same each time anew, and shows nothing of it', () => {
  const sealed = vault.seal('canary canary canary', 'a')
  expect(sealed.equals(vault.seal('canary canary canary', 'a'))).toBe(false)
  expect(sealed.includes('canary')).toBe(false)
  expect(sealed.length).toBe('canary canary canary'.length + 33)
})
it('opens with an older key what was sealed with it, and seals with the newer one', () => {
  const old = vault.seal('canary', 'a')
  expect(later.open(old, 'a')?.toString()).toBe('canary')
  expect(vault.open(later.seal('canary', 'a'), 'a')).toBeUndefined()
  expect(createVault([two]).open(old, 'a')).toBeUndefined()
})
it('finds an ID under each key, and no two alike', () => {
  expect(later.lookups('user', 'u')).toEqual([createVault([two]).lookup('user', 'u'), vault.lookup('user', 'u')])
  expect(later.lookup('user', 'u')).toEqual(later.lookups('user', 'u')[0])
  const found = [vault.lookup('user', 'u'), vault.lookup('vehicle', 'u'), vault.lookup('user', 'U')]
  expect(new Set(found.map((lookup) => lookup.toString('hex'))).size).toBe(3)
  expect(found.every((lookup) => lookup.length === 32)).toBe(true)
})
it('finds a UUID in each case that it may have been delivered in', () => {
  const uuid = '36ab27d0-fd9d-4455-823a-ce30af709ffc'
  const found = later.lookups('user', uuid.toUpperCase()).map((lookup) => lookup.toString('hex'))
  for (const [key, id] of [
    [vault, uuid],
    [later, uuid],
    [later, uuid.toUpperCase()],
  ] as const)
    expect(found).toContain(key.lookup('user', id).toString('hex'))
})
it('takes a key at least', () => {
  expect(() => createVault([])).toThrow()
})
