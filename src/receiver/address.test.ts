/** Whom a delivery comes from, and who counts as one sender. */
import { describe, expect, it } from 'vitest'
import { addressOf, networkOf } from './address'

describe('a sender', () => {
  const trusts = (address: string) => address === '10.0.0.1' || address === '10.0.0.2'
  const from = (remoteAddress: string | undefined, forwarded?: string | string[]) =>
    addressOf({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } }, trusts)

  it.each([
    ['192.0.2.1', undefined, '192.0.2.1'],
    ['192.0.2.1', '198.51.100.1', '192.0.2.1'], // from whom it isn't believed
    ['10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['10.0.0.1', '203.0.113.9, 198.51.100.1', '198.51.100.1'],
    ['10.0.0.1', '203.0.113.9, 198.51.100.1, 10.0.0.2', '198.51.100.1'],
    ['10.0.0.1', ['203.0.113.9', '2001:db8::1'], '2001:db8::1'],
    ['10.0.0.1', undefined, '10.0.0.1'],
    ['10.0.0.1', '', '10.0.0.1'],
    ['10.0.0.1', '198.51.100.1, unknown', '10.0.0.1'],
    ['10.0.0.1', '10.0.0.2', '10.0.0.1'],
    [undefined, '198.51.100.1', ''],
  ])('at %s that forwards for %j is %s', (direct, forwarded, address) => {
    expect(from(direct, forwarded)).toBe(address)
  })
})

describe('a network', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:c000:0201', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2:ffff::', '2001:db8:1:2'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['', ''],
    ['unknown', 'unknown'],
  ])('of %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })
})
