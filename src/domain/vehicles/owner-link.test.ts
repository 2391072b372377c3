/** Owner links: what the service sent survives, and nothing leads elsewhere. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isLoopback, ownerLink } from './owner-link'

const connect = 'https://connect.example'
const back = 'https://console.example/return/battery-capacity?a=1&b=2#c'
const encoded = encodeURIComponent(back)
const hrefOf = (url: string) => {
  const link = ownerLink(url, back, connect)
  return link.kind === 'link' ? link.href : `inert: ${link.reason}`
}

describe('ownerLink', () => {
  it.each([
    [
      `${connect}/battery-capacity?token=t&redirect_uri=`,
      `${connect}/battery-capacity?token=t&redirect_uri=${encoded}`,
    ],
    [`${connect}/battery-capacity?token=t`, `${connect}/battery-capacity?token=t&redirect_uri=${encoded}`],
    [`${connect}/battery-capacity`, `${connect}/battery-capacity?redirect_uri=${encoded}`],
    [`${connect}/x?`, `${connect}/x?redirect_uri=${encoded}`],
    [`${connect}/x?a=1&`, `${connect}/x?a=1&redirect_uri=${encoded}`],
    [`${connect}/x?a=%7E+b#part?no=query`, `${connect}/x?a=%7E+b&redirect_uri=${encoded}#part?no=query`],
    [`${connect}/x?redirect_uri=#h`, `${connect}/x?redirect_uri=${encoded}#h`],
    [`${connect}/x?redirect_uri=&token=t`, `${connect}/x?redirect_uri=${encoded}&token=t`],
    [`${connect}/x?redirect_uri=https%3A%2F%2Fother.example&t=1`, `${connect}/x?redirect_uri=${encoded}&t=1`],
    [`${connect}/x?redirect_uri=https://evil.example&a=1&redirect_uri=`, `${connect}/x?redirect_uri=${encoded}&a=1`],
    [`${connect}/x?redirect_uri`, `${connect}/x?redirect_uri=${encoded}`],
    [`${connect}/x?my_redirect_uri=1`, `${connect}/x?my_redirect_uri=1&redirect_uri=${encoded}`],
  ])('%s', (url, expected) => expect(hrefOf(url)).toBe(expected))
  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'https://elsewhere.example/battery-capacity?redirect_uri=',
    'http://connect.example/battery-capacity',
    'https://connect.example.evil.example/',
    'https://connect.example@evil.example/',
    'https://user:pass@connect.example/',
    'https://connect.example:8443/',
    '//connect.example/x',
    'https:\\\\connect.example\\x',
    ' https://connect.example/x',
    '/battery-capacity',
    '',
  ])('%j is text only', (url) => {
    expect(ownerLink(url, back, connect)).toMatchObject({ kind: 'inert' })
  })
  it('is text only where no host is configured', () => {
    expect(ownerLink(`${connect}/x`, back, null)).toMatchObject({
      kind: 'inert',
      reason: expect.stringContaining('CONNECT_URL'),
    })
  })
  it('keeps every parameter, and brings the redirect URI back whole', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/), fc.string()), fc.webUrl(), (query, redirect) => {
        const given = new URLSearchParams(query)
        given.delete('redirect_uri')
        const link = ownerLink(`${connect}/x?${given}`, redirect, connect)
        if (link.kind !== 'link') throw new Error(link.reason)
        const read = new URL(link.href).searchParams
        expect(read.get('redirect_uri')).toBe(redirect)
        for (const [name, value] of given) expect(read.getAll(name)).toContain(value)
      }),
    )
  })
})

it('isLoopback', () => {
  const local = ['http://localhost:4173/return', 'http://127.0.0.1/x', 'http://[::1]:1/', 'http://a.localhost/']
  expect(local.map(isLoopback)).toEqual([true, true, true, true])
  expect(['https://console.example/return', 'https://localhost.example', 'x'].map(isLoopback)).toEqual([
    false,
    false,
    false,
  ])
})
