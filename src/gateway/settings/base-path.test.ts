/** The base path: what it may be, and what the start says of one that can’t be. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { basePath, origin, readerOf } from './kinds'

const read = (PUBLIC_ORIGIN: string) => readerOf({ PUBLIC_ORIGIN })('PUBLIC_ORIGIN', origin, undefined)
const readPath = (BASE_PATH: string) => readerOf({ BASE_PATH })('BASE_PATH', basePath, '')

it.each([
  ['https://tools.example/forecourt', '/forecourt'],
  ['http://tools.example:8080/tools/console/', '/tools/console'],
  ['https://tools.example/a%20b', '/forecourt'],
])('an origin doesn’t have the path: %s', (given, path) => {
  expect(() => read(given)).toThrow(
    `PUBLIC_ORIGIN: got "${given}", expects one http or https origin without a path, such as https://console.example. Set BASE_PATH=${path} beside the origin to serve the console under a path, or give it a name of its own.`,
  )
})
it.each(['console.example', 'https://console.example?x=1', 'ftp://tools.example/forecourt', 'https://a@b.example/c'])(
  '%s is no origin for another reason',
  (given) => expect(() => read(given)).toThrow(/^PUBLIC_ORIGIN: got .*such as https:\/\/console\.example\.$/),
)
it('takes an origin with the slash at its end', () =>
  expect(read('https://console.example/')).toBe('https://console.example'))

it.each([
  '/forecourt',
  '/tools/forecourt',
  '/a',
  '/Console_2.0~x-y',
  '/.well-known',
  '/...',
  '/a/..b',
  `/${'a'.repeat(63)}`,
])('takes %s', (given) => expect(readPath(given)).toBe(given))
it('is empty at the root', () => expect(readPath('')).toBe(''))
it.each([
  ['forecourt', ''],
  ['/', ' Leave it out to serve the console at /.'],
  ['/forecourt/', ' Leave out the / at the end.'],
  ['//forecourt', ''],
  ['/a//b', ''],
  ['/a/../b', ''],
  ['/..', ''],
  ['/.', ''],
  ['/a/./b', ''],
  ['/%66orecourt', ''],
  ['/a b', ''],
  ['/a;b', ''],
  ['/a?b', ''],
  ['/a#b', ''],
  ['/a"b', ''],
  ['/ä', ''],
  ['/a\\b', ''],
  ['/a\nb', ''],
  ['https://tools.example/forecourt', ''],
  [`/${'a'.repeat(64)}`, ''],
])('refuses %j', (given, remedy) => {
  const failure = () => readPath(given)
  expect(failure).toThrow(/^BASE_PATH: got .*, expects a path of up to 64 characters that begins with \//)
  expect(failure).toThrow(new RegExp(`such as /forecourt\\.${remedy}$`))
})

it('the README says first, in its section on the base path, that a path is no wall', () => {
  const readme = readFileSync('src/gateway/README.md', 'utf8')
  const section = readme.split('### Under a path of a host name\n')[1] ?? ''
  expect(section.trim()).toMatch(/^\*\*A path is no wall\.\*\*/)
})
