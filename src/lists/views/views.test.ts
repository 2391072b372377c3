/** Saved views: names for addresses of this console, and for nothing else. */
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { holdsId, importViews, removeView, saveView, viewsFile } from './views'

const names = () => (JSON.parse(viewsFile()) as { views: { name: string }[] }).views.map(({ name }) => name)
beforeEach(() => {
  for (const name of names()) removeView(name)
})

describe('a saved view', () => {
  it('is a name for an address; the same name again replaces it', () => {
    saveView({ name: ' Simulated ', address: '/connections?filter[vehicle.mode]=simulated' })
    saveView({ name: 'A', address: '/users' })
    saveView({ name: 'Simulated', address: '/vehicles?mode=simulated' })
    expect(JSON.parse(viewsFile())).toEqual({
      forecourt: 'views',
      version: 1,
      views: [
        { name: 'A', address: '/users' },
        { name: 'Simulated', address: '/vehicles?mode=simulated' },
      ],
    })
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
    expect(() => saveView({ name: 'x', address })).toThrow('a Forecourt page')
    expect(() =>
      importViews(JSON.stringify({ forecourt: 'views', version: 1, views: [{ name: 'x', address }] })),
    ).toThrow('views.0.address')
    expect(names()).toEqual([])
  })
  it('never leaves the console, whatever the address', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        try {
          saveView({ name: 'x', address: `/${text}` })
        } catch {
          return
        }
        const [view] = (JSON.parse(viewsFile()) as { views: { address: string }[] }).views
        expect(new URL(view?.address ?? '', 'https://console.example').origin).toBe('https://console.example')
      }),
    )
  })
  it('is taken away and brought back; a wrong file changes nothing', () => {
    saveView({ name: 'A', address: '/users?page=2' })
    const file = viewsFile()
    removeView('A')
    saveView({ name: 'B', address: '/webhooks' })
    for (const wrong of [
      '',
      '[]',
      'null',
      '{"forecourt":"preferences"}',
      '{"forecourt":"views","version":2,"views":[]}',
    ])
      expect(() => importViews(wrong)).toThrow('file')
    expect(names()).toEqual(['B'])
    expect(importViews(file)).toBe(1)
    expect(names()).toEqual(['A', 'B'])
  })
  it('says where it holds an id', () => {
    const held = [
      '/users/u-1',
      '/vehicles/v/batch?path=/odometer',
      '/connections?filter[user.externalId]=x',
      '/users?q=ann',
    ]
    const free = [
      '/',
      '/connections',
      '/connections?filter[vehicle.mode]=live&page[number]=3',
      '/vehicles?make=KIA',
      '/webhooks?filter[name]=a',
    ]
    expect(held.map(holdsId)).toEqual(held.map(() => true))
    expect(free.map(holdsId)).toEqual(free.map(() => false))
  })
})
