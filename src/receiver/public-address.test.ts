/** What is public, and what only looks like it. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPublic, mayBePublic } from './public-address'

const publicOnes = [
  ...['1.1.1.1', '8.8.8.8', '93.184.215.14', '100.63.255.255', '100.128.0.0', '126.255.255.255', '128.0.0.0'],
  ...['11.0.0.0', '172.15.255.255', '172.32.0.0', '192.167.255.255', '192.169.0.0', '169.253.255.255', '169.255.0.0'],
  ...['223.255.255.255', '168.63.129.15', '168.63.129.17'],
  ...['2606:4700:4700::1111', '2001:4860:4860::8888', '2A00:1450:4001:801::200e', '::ffff:8.8.8.8', '::ffff:808:808'],
]
const others: Record<string, readonly string[]> = {
  'this host': ['0.0.0.0', '0.0.0.1', '0.255.255.255', '::', '0:0:0:0:0:0:0:0'],
  loopback: ['127.0.0.1', '127.0.0.2', '127.255.255.255', '::1', '0:0:0:0:0:0:0:1'],
  private: ['10.0.0.0', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1', '192.168.255.255'],
  'of a provider’s own network': ['100.64.0.0', '100.100.100.200', '100.127.255.255'],
  'link-local': ['169.254.0.1', '169.254.255.255', 'fe80::1', 'febf::1', 'fe80::1%eth0'],
  metadata: ['169.254.169.254', '169.254.170.2', '168.63.129.16', 'fd00:ec2::254', '192.0.0.192', 'fd20:ce::254'],
  'unique local': ['fc00::1', 'fd12:3456:789a::1', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  'site-local': ['fec0::1', 'feff:ffff::1'],
  multicast: ['224.0.0.1', '239.255.255.255', 'ff02::1', 'ff0e::1'],
  reserved: ['192.0.0.1', '192.88.99.1', '240.0.0.1', '255.255.255.255', '100::1', '4000::1', '8000::1', '5f00::1'],
  'for documents and benchmarks': ['192.0.2.1', '198.51.100.1', '203.0.113.1', '198.18.0.1', '2001:db8::1', '3fff::1'],
  'version 4 in version 6, mapped': [
    ...['::ffff:127.0.0.1', '::ffff:7f00:1', '0:0:0:0:0:ffff:a00:1', '::FFFF:169.254.169.254', '::ffff:0.0.0.0'],
    ...['::ffff:168.63.129.16', '::ffff:192.168.0.1'],
  ],
  // Public or not, what is embedded: whoever translates it decides where it goes.
  'version 4 in version 6, compatible': ['::127.0.0.1', '::7f00:1', '::8.8.8.8', '::808:808', '0:0:0:0:0:0:8.8.8.8'],
  'version 4 in version 6, translated': [
    ...['::ffff:0:127.0.0.1', '::ffff:0:8.8.8.8', '64:ff9b::127.0.0.1', '64:ff9b::808:808', '64:ff9b:1::a00:1'],
    ...['64:ff9b:1:ffff::8.8.8.8', '64:ff9b:2::1'],
  ],
  '6to4 and Teredo': ['2002:7f00:1::', '2002:808:808::1', '2001::1', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
  'not written as addresses are': [
    ...['0x7f.1', '0x7f000001', '2130706433', '017700000001', '0177.0.0.1', '127.1', '127.0.1', '08.8.8.8', '1', '0'],
    ...['8.8.8.8.', ' 8.8.8.8', '8.8.8.8 ', '8.8.8.8\n', '8.8.8.8/32', '[2606:4700:4700::1111]', '２.８.８.８', ''],
    ...['2606:4700:4700::1111%1', '::ffff:8.8.8.8%1', 'example.com', 'localhost', '1.2.3', '1.2.3.4.5', '256.1.1.1'],
  ],
}

describe('an address', () => {
  it.each(publicOnes)('%s is public', (address) => {
    expect(isPublic(address)).toBe(true)
  })
  it.each(Object.entries(others))('is not where it is %s', (_, addresses) => {
    expect(addresses.filter(isPublic)).toEqual([])
  })
  it('of version 4 is what it is when it is mapped, and nothing in any other form', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number)
        const digits = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
        expect(isPublic(`::ffff:${address}`)).toBe(isPublic(address))
        expect(isPublic(`::ffff:${digits}`)).toBe(isPublic(address))
        const embedded = [
          `::${address}`,
          `::${digits}`,
          `::ffff:0:${digits}`,
          `64:ff9b::${digits}`,
          `2002:${digits}::1`,
        ]
        expect(embedded.filter(isPublic)).toEqual([])
      }),
    )
  })
  it('is none in any text whatever, without a word', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.ipV6()), (text) => typeof isPublic(text) === 'boolean'))
  })
})

describe('the host of an address', () => {
  const hostOf = (address: string) => new URL(address).hostname
  it.each([
    ...['https://0x7f.1', 'https://0x7f000001', 'https://2130706433', 'https://017700000001', 'https://0177.0.0.1'],
    ...['https://127.1', 'https://0', 'https://１２７.0.0.1', 'https://127。0。0。1', 'https://127.0.0.1.'],
    ...['https://%31%32%37.0.0.1', 'https://[::1]', 'https://[::ffff:127.0.0.1]', 'https://[0:0::127.0.0.1]'],
    ...['https://2852039166', 'https://0xa9fea9fe', 'https://169.254.169.254', 'https://[fd00:ec2::254]'],
    ...['https://localhost', 'https://LOCALHOST', 'https://localhost.', 'https://a.localhost', 'https://ｌocalhost'],
    ...['https://printer', 'https://printer.local', 'https://metadata.google.internal', 'https://metadata.internal.'],
    ...['https://nas.home.arpa', 'https://localhost.localdomain'],
  ])('%s is refused', (address) => {
    expect(mayBePublic(hostOf(address))).toBe(false)
  })
  it.each([
    ...['https://hooks.example', 'https://hooks.example.', 'https://134744072', 'https://0x8.0x8.0x8.0x8'],
    ...[
      'https://[2606:4700:4700::1111]',
      'https://local.example',
      'https://notlocalhost.example',
      'https://bücher.example',
    ],
  ])('%s may be public', (address) => {
    expect(mayBePublic(hostOf(address))).toBe(true)
  })
})
