/** What the page's first bytes say of what it will ask for. */
import { describe, expect, it } from 'vitest'
import { createPreload, type Manifest } from './preload'

const part = (route: string) => `src/routes/${route}.tsx?tsr-split=component`
const manifest: Manifest = {
  'index.html': { file: 'assets/index.js', isEntry: true, imports: ['_vendor.js'], css: ['assets/index.css'] },
  '_vendor.js': { file: 'assets/vendor.js' },
  '_table.js': { file: 'assets/table.js', imports: ['_vendor.js'], css: ['assets/table.css'] },
  [part('index')]: { file: 'assets/overview.js', imports: ['index.html'] },
  [part('connections/index')]: { file: 'assets/connections.js', imports: ['index.html', '_table.js'] },
  [part('connections/$connectionId')]: { file: 'assets/connection.js', imports: ['index.html'] },
  [part('vehicles/$vehicleId/signals/index')]: { file: 'assets/signals.js' },
  [part('vehicles/$vehicleId/$other/$more')]: { file: 'assets/other.js' },
}
const preload = createPreload(manifest, { 'filter[userId]': 'user' })
const first = (search: string) =>
  /as="fetch" crossorigin="anonymous" href="([^"]+)"/.exec(preload('/connections', search))?.[1]

describe('the files of a route', () => {
  it('are those that the entry does not bring, styles too', () => {
    expect(preload('/connections', '?page[size]=x')).toBe(
      '<link rel="modulepreload" crossorigin href="/assets/connections.js">' +
        '<link rel="modulepreload" crossorigin href="/assets/table.js">' +
        '<link rel="stylesheet" crossorigin href="/assets/table.css">',
    )
  })
  it.each([
    ['/', 'overview'],
    ['/connections/a.b', 'connection'],
    ['/connections/', 'connections'],
    ['/vehicles/x/signals', 'signals'],
  ])('%s: %s', (path, name) => {
    expect(preload(path, '')).toContain(`/assets/${name}.js`)
  })
  it('are none where there is no page', () => {
    expect(preload('/nowhere/at/all', '')).toBe('')
    expect(createPreload({}, {})('/connections', '')).toBe('')
  })
})

describe('the first request of a list', () => {
  it.each([
    ['', '/api/vehicle/v3/connections'],
    ['?page[size]=100', '/api/vehicle/v3/connections?page[size]=100'],
    ['?page%5Bsize%5D=100', '/api/vehicle/v3/connections?page[size]=100'],
    [
      '?filter[vehicle.mode]=live&page[number]=2',
      '/api/vehicle/v3/connections?filter[vehicle.mode]=live&amp;page[number]=2',
    ],
    ['?filter[vehicleId]=%22%3E%3Cscript%3E', '/api/vehicle/v3/connections?filter[vehicleId]=%22%3E%3Cscript%3E'],
  ])('%s', (search, address) => expect(first(search)).toBe(address))
  it.each([
    '?page[size]=0100',
    '?page[size]=5000',
    '?page[number]=0',
    '?filter[vehicle.mode]=any',
    '?filter[vehicleId]=',
    '?filter[vehicleId]=a&filter[vehicleId]=b',
    '?utm=1',
    '?filter[userId]=x',
  ])('%s is left to the page, which mends it', (search) => {
    expect(first(search)).toBeUndefined()
  })
  it('is not made for whom nobody is signed in', () => {
    expect(preload('/connections', '', false)).toContain('/assets/connections.js')
    expect(preload('/connections', '', false)).not.toContain('fetch')
  })
  it('is not made for one connection', () => {
    expect(preload('/connections/x', '')).not.toContain('fetch')
  })
})
