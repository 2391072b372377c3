/** Which paths a batch takes, and that none of them leads elsewhere. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPath } from '../../../api/batch-path'
import { parseSearch, stringifySearch } from '../../../api/search'
import { madeOf } from '../../../api/text-harness'
import { why } from './builder'
import { pathsOf } from './path'

const ok = (path: string) => ({ path })

describe('readPath', () => {
  it.each([
    ['/odometer', '/odometer'],
    ['odometer', '/odometer'],
    ['  /odometer/ ', '/odometer'],
    ['/', '/'],
    ['/tesla/speedometer', '/tesla/speedometer'],
    [
      '/service/history?start_date=2026-01-01&end_date=2026-02-01',
      '/service/history?start_date=2026-01-01&end_date=2026-02-01',
    ],
    ['/odometer?', '/odometer'],
    ['/vehicles/v-1/odometer', '/odometer'],
    ['/v2.0/vehicles/v-1/charge/limit', '/charge/limit'],
    ['/v2.0/vehicles/v-1', '/'],
    ['/caf%C3%A9', '/caf%C3%A9'],
    ['/vehicles/v%2D1/odometer', '/odometer'],
  ])('takes %j', (given, path) => expect(readPath(given, 'v-1')).toEqual(ok(path)))
  it('takes the path of this vehicle in another case', () => {
    const uuid = '36ab27d0-fd9d-4455-823a-ce30af709ffc'
    expect(readPath(`/v2.0/vehicles/${uuid.toUpperCase()}/odometer`, uuid)).toEqual(ok('/odometer'))
  })

  it.each([
    ['', 'Enter a path'],
    ['https://elsewhere.example/odometer', 'without a host'],
    ['//elsewhere.example/odometer', 'without a host'],
    ['javascript:alert(1)', 'without a host'],
    ['/../users', '“.” or “..” segments'],
    ['..', '“.” or “..” segments'],
    ['/odometer/../../x', '“.” or “..” segments'],
    ['/%2e%2e/x', '“.” or “..” segments'],
    ['/%252e%252e/x', '“.” or “..” segments'],
    ['/./x', '“.” or “..” segments'],
    ['/..;/x', '“.” or “..” segments'],
    ['/x/..%3ba', '“.” or “..” segments'],
    ['/a%0ab', 'control'],
    ['/a%257f', 'control'],
    ['/a%C2%85', 'control'],
    ['/%c0%ae%c0%ae/x', 'incomplete escape'],
    ['/a?b=%1bc', 'query'],
    ['/a%2fb', 'separator'],
    ['/a%255cb', 'separator'],
    ['/a%3fb', 'separator'],
    ['/a\\b', 'backslashes'],
    ['/a b', 'spaces'],
    ['/a\nb', 'spaces'],
    ['/a\0b', 'control'],
    ['/\ud800', 'control'],
    ['/a//b', '//'],
    ['/a%', 'incomplete escape'],
    ['/a#b', '#'],
    ['/a?b?c', 'one “?”'],
    ['/a?b=%0d%0aX', 'query'],
    ['/a?b="c', 'query'],
    ['/a?b=%zz', 'query'],
    ['/a?../b', 'can’t contain “..” segments'],
    ['/a?b=/../c', 'can’t contain “..” segments'],
    ['/v2.0/vehicles/v-2/odometer', 'reads one vehicle'],
    ['/v3/connections', 'version 2.0'],
    ['/batch', 'another batch'],
    ['/%62atch', 'as they are'],
    ['/%2576ehicles/v-2/odometer', 'as they are'],
    ['/odo%6Deter', 'as they are'],
    [`/${'a'.repeat(600)}`, '601 characters'],
  ])('refuses %j', (given, words) => {
    const read = readPath(given, 'v-1')
    expect(read).toHaveProperty('problem')
    expect('problem' in read && why(read.problem, given)).toContain(words)
  })

  it('what it takes stays behind the vehicle, however it is resolved, and is taken again as it is', () => {
    const pieces = madeOf('/', '..', '.', '%2e', '%2f', '%25', '\\', '?', '#', ':', '@', 'a', '//', 'http:', '&', '=')
    const paths = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), pieces)
    fc.assert(
      fc.property(paths, (given) => {
        const read = readPath(given, 'v-1')
        if ('problem' in read) return true
        const again = readPath(read.path, 'v-1')
        const url = new URL(`https://base.example/v2.0/vehicles/v-1${read.path}`)
        return (
          'path' in again &&
          again.path === read.path &&
          url.host === 'base.example' &&
          url.pathname.startsWith('/v2.0/vehicles/v-1/') &&
          !/\/\.\.?(\/|$)/.test(decodeURIComponent(url.pathname)) &&
          url.hash === ''
        )
      }),
      { numRuns: 3000 },
    )
  })
})

describe('pathsOf', () => {
  it('keeps the order, merges what is asked for twice, drops what cannot be sent', () => {
    expect(pathsOf({ path: ['/fuel', 'odometer', '/fuel', '/../x', ''] })).toEqual(['/fuel', '/odometer'])
    expect(pathsOf({ path: '/vin' })).toEqual(['/vin'])
    expect(pathsOf({})).toEqual([])
  })
  it('an address holds the whole of it', () => {
    const paths = ['/service/history?start_date=2026-01-01&end_date=2026-02-01', '/', '/odometer']
    expect(pathsOf(parseSearch(stringifySearch({ path: paths })))).toEqual(paths)
  })
})
