/** The address on the record: never one that the sender wrote. */
import { describe, expect, it } from 'vitest'
import { readEnvironment } from '../settings/environment'
import { clientOf } from './client-address'

const { signIn } = readEnvironment({
  TRUSTED_PROXY: '127.0.0.1, 10.0.0.0/8',
  TRUSTED_USER_HEADER: 'x-remote-user',
  ROLE_CLAIM: 'none',
  SESSION_SECRET: 'a secret for tests, of more than thirty-two bytes',
})
const from = (remoteAddress: string | undefined, forwarded?: string) =>
  clientOf({ socket: { remoteAddress } as never, headers: { 'x-forwarded-for': forwarded } }, signIn) // as far as it is read

describe('the client of a request', () => {
  it('is whom the proxy heard, past the proxies before it', () => {
    expect(from('127.0.0.1', '192.0.2.7')).toBe('192.0.2.7')
    expect(from('127.0.0.1', '203.0.113.9, 192.0.2.7, 10.1.2.3')).toBe('192.0.2.7') // the first one is the sender's own word
    expect(from('127.0.0.1', '2001:db8::1')).toBe('2001:db8::1')
  })
  it('is the socket’s other end where nothing, or nothing that is an address, was said', () => {
    expect(from('127.0.0.1')).toBe('127.0.0.1')
    expect(from('127.0.0.1', '')).toBe('127.0.0.1')
    expect(from('127.0.0.1', 'localhost<script>')).toBe('127.0.0.1')
    expect(from('127.0.0.1', '10.9.9.9')).toBe('127.0.0.1')
    expect(from(undefined)).toBe('')
  })
  it('is never what somebody says who is no trusted proxy', () => {
    expect(from('198.51.100.4', '192.0.2.7')).toBe('198.51.100.4')
    expect(
      clientOf(
        { socket: { remoteAddress: '127.0.0.1' } as never, headers: { 'x-forwarded-for': '192.0.2.7' } },
        undefined,
      ),
    ).toBe('127.0.0.1')
  })
})
