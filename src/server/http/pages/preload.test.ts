/** What the page's first bytes say of what it will ask for. */
import { describe, expect, it } from 'vitest'
import { createPreload, type Manifest } from './preload'

const part = (route: string) => `src/routes/${route}.tsx?tsr-split=component`
const manifest: Manifest = {
  'index.html': {
    file: 'assets/index.js',
    isEntry: true,
    imports: ['_loader.js'],
    dynamicImports: ['_start.js'],
    css: ['assets/index.css'],
  },
  '_loader.js': { file: 'assets/loader.js' },
  '_start.js': {
    file: 'assets/start.js',
    imports: ['_vendor.js', '_loader.js'],
    css: ['assets/start.css'],
  },
  '_vendor.js': { file: 'assets/vendor.js' },
  '_table.js': { file: 'assets/table.js', imports: ['_vendor.js'], css: ['assets/table.css'] },
  [part('index')]: { file: 'assets/overview.js', imports: ['index.html'] },
  [part('connections/index')]: { file: 'assets/connections.js', imports: ['index.html', '_table.js'] },
  [part('connections/$connectionId')]: { file: 'assets/connection.js', imports: ['index.html'] },
  [`${part('users/index')}---loader`]: { file: 'assets/users.js', imports: ['index.html'] },
  [part('vehicles/$vehicleId/signals/index')]: { file: 'assets/signals.js' },
  [part('vehicles/$vehicleId/$other/$more')]: { file: 'assets/other.js' },
}
const preload = createPreload(manifest)

describe('the files of a page', () => {
  it('are those that the entry does not bring, styles too: what starts the console, then the route’s', () => {
    expect(preload('/connections')).toBe(
      '<link rel="modulepreload" crossorigin href="/assets/start.js">' +
        '<link rel="modulepreload" crossorigin href="/assets/vendor.js">' +
        '<link rel="stylesheet" crossorigin href="/assets/start.css">' +
        '<link rel="modulepreload" crossorigin href="/assets/connections.js">' +
        '<link rel="modulepreload" crossorigin href="/assets/table.js">' +
        '<link rel="stylesheet" crossorigin href="/assets/table.css">',
    )
  })
  it.each([
    ['/', 'overview'],
    ['/connections/a.b', 'connection'],
    ['/connections/', 'connections'],
    ['/users', 'users'],
    ['/vehicles/x/signals', 'signals'],
  ])('%s: %s', (path, name) => {
    expect(preload(path)).toContain(`/assets/${name}.js`)
  })
  it('are those that start the console where no route fits', () => {
    expect(preload('/nowhere/at/all')).toMatch(/start\.js.*vendor\.js.*start\.css">$/)
  })
  it('are none without a build', () => {
    expect(createPreload({})('/connections')).toBe('')
  })
})
