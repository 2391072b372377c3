/** Saved views: names for addresses of this console, and for nothing else. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkView, holdsId, readViewsFile, viewsFile } from './view'

const fileOf = (...views: { name: string; address: string }[]) =>
  JSON.stringify({ forecourt: 'views', version: 1, views })

describe('a saved view', () => {
  it('has a name without spaces around it', () => {
    expect(checkView({ name: ' A ', address: '/users' })).toEqual({ name: 'A', address: '/users' })
    for (const name of ['', ' ', 'x'.repeat(81)]) expect(() => checkView({ name, address: '/users' })).toThrow('a name')
  })
  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '',
    'users',
    '/a\nb',
    '/a#b',
    '/\t/evil.example',
  ])('never leads to %j', (address) => {
    expect(() => checkView({ name: 'x', address })).toThrow('a Forecourt page')
    expect(() => readViewsFile(fileOf({ name: 'x', address }))).toThrow('views.0.address')
  })
  it('never leaves the console, whatever the address', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(0xffff), { maxLength: 40 }), (units) => {
        const text = String.fromCharCode(...units)
        let view: { address: string }
        try {
          view = checkView({ name: 'x', address: `/${text}` })
        } catch {
          return
        }
        expect(new URL(view.address, 'https://console.example').origin).toBe('https://console.example')
      }),
    )
  })
  it('is read back from its file; a wrong file is refused', () => {
    const views = [
      { name: 'A', address: '/users?page=2' },
      { name: 'B', address: '/webhooks' },
    ]
    expect(readViewsFile(viewsFile(views))).toEqual(views)
    const twice = fileOf({ name: 'A', address: '/' }, { name: ' A ', address: '/users' })
    expect(readViewsFile(twice)).toEqual([{ name: 'A', address: '/users' }])
    for (const wrong of [
      '',
      '[]',
      'null',
      '{"forecourt":"preferences"}',
      '{"forecourt":"views","version":2,"views":[]}',
    ])
      expect(() => readViewsFile(wrong)).toThrow('file')
  })
  it('is known to contain an ID or a search text', () => {
    const withId = [
      '/users/u-1',
      '/vehicles/v/batch?path=/odometer',
      '/connections?filter[user.externalId]=x',
      '/users?q=ann',
    ]
    const without = [
      '/',
      '/connections',
      '/connections?filter[vehicle.mode]=live&page[number]=3',
      '/vehicles?make=KIA',
      '/webhooks?filter[name]=a',
    ]
    expect(withId.filter((address) => !holdsId(address))).toEqual([])
    expect(without.filter(holdsId)).toEqual([])
  })
})
