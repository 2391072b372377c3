/** The line that ends a start because the console can’t listen. */
import { expect, it } from 'vitest'
import { listenFailure } from './listen-failure'

it.each([
  ['EADDRINUSE', 'PORT: 4173 is in use on a.example; expects a free port.'],
  [
    'ENOTFOUND',
    'HOST: got "a.example", no address of this computer (ENOTFOUND). Some shells set HOST to a name; unset it, or set it to 127.0.0.1.',
  ],
  [
    'EADDRNOTAVAIL',
    'HOST: got "a.example", no address of this computer (EADDRNOTAVAIL). Some shells set HOST to a name; unset it, or set it to 127.0.0.1.',
  ],
  ['EACCES', 'HOST, PORT: can’t listen on a.example:4173 (EACCES).'],
  [undefined, 'HOST, PORT: can’t listen on a.example:4173 (failed).'],
])('%s', (code, line) => {
  expect(listenFailure(Object.assign(new Error('failed'), { code }), { host: 'a.example', port: 4173 })).toBe(line)
})
