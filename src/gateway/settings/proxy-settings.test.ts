/** The variables of an outbound proxy, as npm, curl and Windows write them. */
import { describe, expect, it } from 'vitest'
import { readEnvironment } from './environment'
import { type OutboundProxy, proxyFor } from './proxy-settings'
import { type Env, refusal } from './settings-harness'

const hosts = {
  VEHICLE_DATA_URL: 'https://a.example',
  VEHICLE_URL: 'https://b.example',
  MANAGEMENT_URL: 'https://c.example',
}
const loopback = {
  VEHICLE_DATA_URL: 'http://127.0.0.1:1',
  VEHICLE_URL: 'http://localhost:2',
  MANAGEMENT_URL: 'http://[::1]:3',
}
const unusable = [
  'socks5://proxy.example:1080',
  'socks://me:canary@p',
  'socks4a://p',
  'http=p:1;https=p:2',
  'proxy:x',
  '\0',
]
const read = (env: Env): OutboundProxy | undefined => readEnvironment(env).outboundProxy

describe('a proxy that can’t be used', () => {
  it.each(unusable)('%j never stops the sandbox, nor a server whose addresses are all on this computer', (value) => {
    for (const name of ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'NO_PROXY', 'no_proxy']) {
      expect(read({ [name]: value })).toBeUndefined()
      expect(read({ ...loopback, [name]: value })).toBeUndefined()
    }
  })
  it('stops the start with other hosts, by the variable that was read, without a password', () => {
    const remedy = 'Use an HTTP proxy, unset the variable, or name the hosts in NO_PROXY.'
    expect(refusal({ ...hosts, HTTPS_PROXY: 'socks5://me:canary@proxy.example:1080' })).toBe(
      `HTTPS_PROXY: got "socks5://…@proxy.example:1080", a SOCKS proxy; expects the address of an HTTP proxy, such as http://proxy.example:3128. ${remedy}`,
    )
    expect(refusal({ ...hosts, https_proxy: 'socks://p', HTTPS_PROXY: 'proxy:3128' })).toMatch(
      /^https_proxy: got "socks:/,
    )
    expect(refusal({ ...hosts, HTTP_PROXY: 'ftp://p' })).toMatch(/^HTTP_PROXY: got "ftp:\/\/p"; expects/) // for https, too
    expect(refusal({ ...hosts, HTTPS_PROXY: 'proxy:canary' })).toMatch(/^HTTPS_PROXY: got "proxy:…"; expects/)
    expect(refusal({ ...hosts, HTTPS_PROXY: 'me:can/ary@proxy:3128' })).toMatch(
      /^HTTPS_PROXY: got "…@proxy:3128"; expects .* Special characters of a user name or password must be encoded \(%40\)\.$/,
    )
    expect(refusal({ OIDC_ISSUER: 'https://id.example', HTTPS_PROXY: 'socks5://p' })).toMatch(/^OIDC|^HTTPS_PROXY/)
  })
  it('is ignored if every host is reached without it', () => {
    expect(read({ ...hosts, HTTPS_PROXY: 'socks5://p', NO_PROXY: '.example' })).toBeUndefined()
    expect(read({ ...hosts, HTTPS_PROXY: 'proxy:3128', HTTP_PROXY: 'socks5://p' })).toMatchObject({ httpProxy: '' })
  })
})

describe('a proxy', () => {
  it.each([
    ['proxy:3128', 'http://proxy:3128'],
    ['proxy.example', 'http://proxy.example'],
    ['//proxy:3128/', 'http://proxy:3128/'],
    ['10.0.0.1:8080', 'http://10.0.0.1:8080'],
    ['me:s3cret@proxy:3128', 'http://me:s3cret@proxy:3128'],
    [' HTTPS://proxy:3128 ', 'HTTPS://proxy:3128'],
  ])('%j is read as %s', (value, address) => {
    expect(read({ ...hosts, HTTPS_PROXY: value })?.httpsProxy).toBe(address)
  })
  it('has the lower-case name first, and an empty one is none', () => {
    expect(read({ ...hosts, https_proxy: 'small:1', HTTPS_PROXY: 'p:2' })?.httpsProxy).toBe('http://small:1')
    expect(read({ ...hosts, https_proxy: '', HTTPS_PROXY: 'p:2' })?.httpsProxy).toBe('http://p:2')
    expect(read({ ...hosts, HTTPS_PROXY: '', http_proxy: '' })).toBeUndefined()
  })
})

describe('NO_PROXY', () => {
  const isDirect = (noProxy: string, address: string) =>
    proxyFor({ httpsProxy: 'http://p', httpProxy: 'http://p', noProxy }, address) === undefined
  it.each([
    ['10.0.0.0/8', ['https://10.1.2.3', 'http://10.255.255.255:8080/a'], ['https://11.0.0.1', 'https://a.example']],
    ['fd00::/8', ['https://[fd12::1]', 'http://[fdff:1::]:81'], ['https://[fe00::1]', 'https://10.0.0.1']],
    ['[fd00::1]:443', ['https://[fd00::1]', 'https://[fd00:0::1]:443'], ['https://[fd00::1]:444', 'https://[fd00::2]']],
    ['[fd00::]/8', ['https://[fd00::1]'], ['https://[2001:db8::1]']],
    ['fd00::1', ['https://[fd00:0:0::1]'], ['https://[fd00::2]']],
    ['10.0.0.7', ['https://10.0.0.7:9', 'https://[::ffff:10.0.0.7]'], ['https://10.0.0.70', 'https://110.0.0.7']],
    ['10.0.0.7:8443', ['https://10.0.0.7:8443'], ['https://10.0.0.7']],
    ['*.internal', ['https://a.internal', 'https://b.a.Internal'], ['https://ainternal', 'https://internal.example']],
    ['.internal', ['https://a.internal', 'https://internal'], ['https://a-internal']],
    ['internal', ['https://a.internal.', 'https://internal'], ['https://ainternal']],
    ['a.example:8080', ['http://a.example:8080', 'http://b.a.example:8080'], ['http://a.example', 'https://a.example']],
    ['a.example:443', ['https://a.example'], ['http://a.example']],
    ['*', ['https://a.example', 'https://10.0.0.1', 'https://[fd00::1]'], []],
    ['b.example, *', ['https://a.example'], []],
    [
      'b.example\n a.example\tc.example',
      ['https://a.example', 'https://b.example', 'https://c.example'],
      ['https://d.e'],
    ],
    ['', ['http://localhost:8080', 'http://127.0.0.9', 'http://[::1]:2'], ['https://a.example']],
    // Entries of other programs that mean nothing here: they match nothing, and nothing stops.
    [
      '<local>,10.0.0.0/33,10.0.0.0/x,/8,[,:,[::1,a/8',
      [],
      ['https://a.example', 'https://10.0.0.1', 'https://[fd00::1]'],
    ],
  ])('%j', (noProxy, direct, proxied) => {
    for (const address of direct) expect([address, isDirect(noProxy, address)]).toEqual([address, true])
    for (const address of proxied) expect([address, isDirect(noProxy, address)]).toEqual([address, false])
  })
})
