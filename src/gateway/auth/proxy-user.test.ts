/** The name that a proxy gives: in every form that a header carries, once, and refused for the true reason. */
import { describe, expect, it } from 'vitest'
import { MOST_NAME, proxyUser } from './proxy-user'

const settings = {
  kind: 'proxy',
  trusts: (address?: string) => address === '10.0.0.7',
  userHeader: 'x-remote-user',
  roleHeader: 'x-remote-roles',
  roleFormat: 'comma',
} as const
const bytes = (text: string, encoding: BufferEncoding) => Buffer.from(text, encoding).toString('latin1')

/** As Node hands a request over: bytes above ASCII as the characters of Latin-1. */
const named = (user: string | undefined, { roles = '', from = '10.0.0.7', times = 1 } = {}) => {
  const pairs = [...Array<string[]>(times).fill(['X-Remote-User', user ?? '']), ['X-Remote-Roles', roles]]
  const headers = { ...(user !== undefined && { 'x-remote-user': user }), 'x-remote-roles': roles }
  const socket = { remoteAddress: from } as never // as far as it is read
  return proxyUser({ socket, headers, rawHeaders: pairs.flat() }, settings)
}

describe('a name from the proxy', () => {
  it.each([
    ['plain', 'operator-1', 'operator-1'],
    ['with a space', 'night shift', 'night shift'],
    ['a distinguished name', 'CN=night shift,O=Team', 'CN=night shift,O=Team'],
    ['a distinguished name with slashes', '/C=DE/O=Team/CN=night shift', '/C=DE/O=Team/CN=night shift'],
    ['umlauts in UTF-8', bytes('Jürgen Groß', 'utf8'), 'Jürgen Groß'],
    ['umlauts in Latin-1', bytes('Jürgen Groß', 'latin1'), 'Jürgen Groß'],
    ['another script', bytes('運転 手', 'utf8'), '運転 手'],
    ['composed of two signs', bytes('Ju\u0308rgen', 'utf8'), 'Jürgen'],
    ['percent-encoded', 'J%C3%BCrgen%20Gro%c3%9f', 'Jürgen Groß'],
    ['percent-encoded Latin-1', 'J%FCrgen', 'Jürgen'],
    ['a distinguished name, percent-encoded', 'CN%3Dnight%20shift%2CO%3DTeam', 'CN=night shift,O=Team'],
    ['a percent sign of its own', '100%', '100%'],
    ['a percent sign of its own with a space', 'top 5%25 drivers', 'top 5%25 drivers'],
    ['an encoded word in quoted-printable', '=?UTF-8?Q?J=C3=BCrgen_Gro=C3=9F?=', 'Jürgen Groß'],
    ['an encoded word in base64', `=?utf-8?b?${Buffer.from('Jürgen Groß').toString('base64')}?=`, 'Jürgen Groß'],
    ['an encoded word in Latin-1', '=?ISO-8859-1?Q?J=FCrgen?= Schmidt', 'Jürgen Schmidt'],
    ['encoded words in a row', '=?utf-8?q?J=C3=BC?=  =?utf-8*de?q?rgen?=', 'Jürgen'],
    ['what only looks like an encoded word', '=?x?= ?=', '=?x?= ?='],
    ['as long as can be', bytes('ü'.repeat(MOST_NAME), 'utf8'), 'ü'.repeat(MOST_NAME)],
    ['as long as can be, encoded', '%F0%9F%9A%97'.repeat(MOST_NAME), '🚗'.repeat(MOST_NAME)],
  ])('%s is read', (_, header, name) => {
    expect(named(header)).toMatchObject({ name })
  })
  it('is one person by the header’s own text: another spelling that looks alike is another', () => {
    const subjects = ['bob', 'b%6Fb', '=?utf-8?q?bob?='].map((header) => named(header))
    expect(subjects).toMatchObject(['bob', 'bob', 'bob'].map((name) => ({ name })))
    expect(new Set(subjects.map((one) => ('subject' in one ? one.subject : one.refused))).size).toBe(3)
  })
  it.each([
    ['missing', undefined, {}, 'The proxy sent no user. Its header x-remote-user is missing or empty.'],
    ['empty', '', {}, 'The proxy sent no user. Its header x-remote-user is missing or empty.'],
    ['there twice', 'a', { times: 2 }, 'The header x-remote-user is in the request twice. '],
    ['from elsewhere', 'a', { from: '10.0.0.8' }, 'The request didn’t come through the proxy'],
    ['too long', 'x'.repeat(300), {}, 'The name in x-remote-user has 300 characters. It can have at most 256.'],
    ['too long once decoded', '%C3%BC'.repeat(257), {}, 'The name in x-remote-user has 257 characters.'],
    ['of control characters', bytes('a\u0085b', 'utf8'), {}, 'contains control characters.'],
    ['of a control character of Latin-1', 'a\u009fb', {}, 'contains control characters.'],
    ['of encoded line breaks', 'a%0D%0Ab', {}, 'contains control characters.'],
    ['of NUL', 'a%00', {}, 'contains control characters.'],
    ['of line breaks in an encoded word', '=?utf-8?q?a=0Ab?= c', {}, 'contains control characters.'],
    ['of a tab', 'a\tb', {}, 'contains control characters.'],
    ['of signs that turn the text round', '%E2%80%AEbob', {}, 'contains control characters.'],
    ['blank once decoded', '%20', {}, 'is blank'],
    ['of a character set that nobody knows', '=?klingon-1?q?a?=', {}, 'is in an encoding that can’t be read.'],
    ['of bytes that are none of its character set', '=?utf-8?q?=FF?=', {}, 'is in an encoding that can’t be read.'],
  ])('that is %s is refused for that reason', (_, header, more, reason) => {
    expect(named(header, more)).toEqual({ refused: expect.stringContaining(reason) })
  })
  it('brings roles, beyond ASCII too', () => {
    const roles = bytes('Flotte Süd, viewer', 'utf8')
    expect(named('a', { roles })).toMatchObject({ roleValues: ['Flotte Süd', 'viewer'] })
  })
  it('is read in no time, whatever stands there', () => {
    const began = performance.now()
    for (const part of ['=?', '=?a', '?= ', '%4', '=?a?q?', '=?a?b?=', '%41', ' %'])
      for (const end of ['', '!', ' ']) named(part.repeat(16_000 / part.length) + end)
    expect(performance.now() - began).toBeLessThan(500)
  })
})
