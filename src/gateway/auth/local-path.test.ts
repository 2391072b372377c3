/** Where sign-in may lead: every spelling of elsewhere ends at `/`, every page of the console at itself. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { madeOf } from '../../api/text-harness'
import { elsewhere } from '../attacks/attack-harness'
import { localPath } from './local-path'

const origin = 'https://console.example'

describe('localPath', () => {
  it.each(elsewhere)('%j leads to the overview', (asked) => {
    expect(localPath(asked, origin)).toBe('/')
  })
  it.each([
    '/',
    '/connections?filter[userId]=a%2Fb&page[number]=2',
    '/vehicles/v/batch?path=/vin&path=/odometer',
    '/users/a%2Fb',
    '/signals?q=//x#part',
    '/auth/done',
    "/users/it's",
  ])('%s leads there', (asked) => {
    expect(localPath(asked, origin)).toBe(asked)
  })
  it.each(['/api/vehicle/v3/connections', '/session', '/auth/sign-in?return=/', '/auth/callback', '/x/../api/y'])(
    '%s is no page',
    (asked) => {
      expect(localPath(asked, origin)).toBe('/')
    },
  )
  it('is never longer than a cookie carries', () => {
    expect(localPath(`/${'x'.repeat(1600)}`, origin)).toBe('/')
    expect(localPath(`/${'ä'.repeat(500)}`, origin)).toBe('/')
    expect(localPath(undefined, origin)).toBe('/')
  })
  it('stays on the origin whatever is asked, in one line of ASCII', () => {
    const pieces = madeOf('/', '\\', '.', '..', '%2f', '%5c', '\t', '\n', ':', '@', 'evil.example', 'https:', '?')
    const text = fc.oneof(pieces, fc.webUrl(), fc.string({ unit: 'binary' }))
    fc.assert(
      fc.property(text, (asked) => {
        const path = localPath(asked, origin)
        return new URL(path, origin).origin === origin && /^\/(?![/\\])[!-~]*$/.test(path)
      }),
      { numRuns: 1000 },
    )
  })
})
