/** For the tests of attacks: spellings of elsewhere, and requests written byte by byte. */

/** Ways to write an address elsewhere that browsers, proxies or careless checks have been fooled by. */
export const elsewhere = [
  '//evil.example',
  '///evil.example',
  '////evil.example/%2e%2e',
  '/\\evil.example',
  '\\/evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/%2f/evil.example',
  '/%2fevil.example',
  '/%5cevil.example',
  '/%09/evil.example',
  '/.//evil.example',
  '/x/..//evil.example',
  '/./%2fevil.example',
  'https:evil.example',
  'https:/evil.example',
  'https://evil.example/',
  'https://console.example@evil.example/',
  'HTTPS://EVIL.EXAMPLE',
  'javascript:alert(1)',
  'data:text/html,x',
  'evil.example',
  '@evil.example',
  '.evil.example',
  '/\u0000/evil.example',
  '/\u0085/evil.example',
  '?next=//evil.example',
  '#//evil.example',
  '',
] as const

/** A request as bytes. @param headers in order; a name may stand twice */
export const rawRequest = (start: string, headers: readonly string[], body = '') =>
  `${[start, ...headers].join('\r\n')}\r\n\r\n${body}`

/** The status of the first answer in what a socket received, and how many answers there are. */
export function answersIn(received: string): { status: number; count: number } {
  const found = [...received.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)]
  return { status: Number(found[0]?.[1] ?? 0), count: found.length }
}
