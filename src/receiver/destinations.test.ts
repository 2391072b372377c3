/** What FORWARD_TO may say, and what is said where it can't be taken. */
import { expect, it } from 'vitest'
import { MOST_DESTINATIONS, readDestinations } from './destinations'

const one = (more: object = {}) => ({ name: 'Warehouse', url: 'https://hooks.example/in?key=canary', ...more })
const read = (...list: unknown[]) => readDestinations(JSON.stringify(list))
const said = (text: string): string => {
  try {
    readDestinations(text)
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
  return ''
}
const saidOf = (...list: unknown[]) => said(JSON.stringify(list))

it('reads a list', () => {
  expect(read()).toEqual([])
  expect(
    read(one(), one({ name: 'Lager – Köln 2', webhookId: 'wh_1', url: 'https://HOOKS.example:8443' }), {
      ...{ name: '倉庫', url: 'https://[2606:4700:4700::1111]/', webhookId: '1' },
    }),
  ).toEqual([
    { name: 'Warehouse', url: 'https://hooks.example/in?key=canary', webhookId: undefined },
    { name: 'Lager – Köln 2', url: 'https://hooks.example:8443/', webhookId: '1' },
    { name: '倉庫', url: 'https://[2606:4700:4700::1111]/', webhookId: '1' },
  ])
})
it.each(['', 'canary', '{}', '"https://hooks.example"', '[', 'null'])('takes %j for no list', (text) => {
  expect(said(text)).toBe('got no JSON list, expects [{"name", "url", "webhookId"}], the last one optional.')
})
it.each([
  ...['canary', null, [], {}, { name: 'a' }, { url: 'https://a.example' }, one({ webhook: '1' }), one({ name: 1 })],
  ...[one({ webhookId: '' }), one({ webhookId: 7 }), one({ webhookId: null })],
])('refuses the form of %j', (given) => {
  expect(saidOf(one({ name: 'First' }), given)).toMatch(/^destination 2: got another form, expects /)
})
it.each(['', ' ', ' a', 'a ', 'a\nb', 'a\u0000', 'a\u200bb', 'a\u202eb', 'a\u00a0b', '\ud800', 'x'.repeat(61)])(
  'refuses the name %j',
  (name) => {
    expect(saidOf(one({ name }))).toBe('destination 1: got another name, expects 1 to 60 visible characters.')
  },
)
it.each([
  ['Warehouse', 'Warehouse'],
  ['warehouse', 'WAREHOUSE'],
  ['ﬁrst', 'First'],
])('refuses the names %s and %s beside each other', (first, second) => {
  expect(saidOf(one({ name: first }), one({ name: second }))).toBe(
    `destination 2: got the name “${second}” again, expects one of its own.`,
  )
})
it.each([
  ['no address', 'hooks.example/canary', 'an https address'],
  ['a space', 'https://hooks.example/a canary', 'an https address'],
  ['a line break', 'https://hooks.example/canary\n', 'an https address'],
  ['backslashes', 'https:\\\\hooks.example\\canary', 'an https address'],
  ['too much', `https://hooks.example/${'canary'.repeat(400)}`, 'an https address'],
  ['http', 'http://hooks.example/canary', 'expects https'],
  ['another scheme', 'ftp://hooks.example/canary', 'expects https'],
  ['a user', 'https://canary@hooks.example/', 'got credentials'],
  ['a password', 'https://:canary@hooks.example/', 'got credentials'],
  ['a fragment', 'https://hooks.example/#canary', 'got a fragment'],
  ['an empty fragment', 'https://hooks.example/canary#', 'got a fragment'],
  ['loopback', 'https://127.0.0.1/canary', 'expects a public one'],
  ['loopback as one number', 'https://2130706433/canary', 'expects a public one'],
  ['loopback in hexadecimal digits', 'https://0x7f.1/canary', 'expects a public one'],
  ['loopback of version 6', 'https://[::1]/canary', 'expects a public one'],
  ['a mapped private address', 'https://[::ffff:10.0.0.1]/canary', 'expects a public one'],
  ['metadata', 'https://169.254.169.254/canary', 'expects a public one'],
  ['localhost', 'https://localhost/canary', 'expects a public one'],
  ['a name of a private network', 'https://printer/canary', 'expects a public one'],
])('refuses %s, and repeats nothing of it', (_, url, expected) => {
  const words = saidOf(one({ url }))
  expect(words).toContain('destination 1 (“Warehouse”): url: got ')
  expect(words).toContain(expected)
  expect(words).not.toMatch(/canary|\n/)
})
it('takes twenty, and no more', () => {
  const list = (count: number) => Array.from({ length: count }, (_, at) => one({ name: `To ${at}` }))
  expect(read(...list(MOST_DESTINATIONS))).toHaveLength(20)
  expect(saidOf(...list(MOST_DESTINATIONS + 1))).toBe('got 21 destinations, expects 20 at most.')
})
