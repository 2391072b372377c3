/** Which names and addresses stay on this computer. */
import { isIPv4 } from 'node:net'

export function isLoopback(host: string): boolean {
  return host.toLowerCase() === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'))
}

/** The same of an address's host, where a version 6 one stands in brackets. */
export const isLoopbackUrl = (url: string): boolean => isLoopback(new URL(url).hostname.replace(/^\[(.*)\]$/, '$1'))
