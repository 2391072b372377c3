/** A console that is meant to stand under a path stops at the start and says what to do instead. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { origin, readerOf } from './kinds'

const read = (PUBLIC_ORIGIN: string) => readerOf({ PUBLIC_ORIGIN })('PUBLIC_ORIGIN', origin, undefined)

it.each(['https://tools.example/forecourt', 'http://tools.example:8080/forecourt/'])(
  '%s needs another name',
  (given) => {
    expect(() => read(given)).toThrow(
      `PUBLIC_ORIGIN: got "${given}", expects one http or https origin without a path, such as https://console.example. The console can’t be served under a path. Give it a name of its own, such as https://forecourt.example, and let the proxy pass every path of that name on.`,
    )
  },
)
it.each(['console.example', 'https://console.example?x=1', 'ftp://tools.example/forecourt', 'https://a@b.example/c'])(
  '%s is no origin for another reason',
  (given) => expect(() => read(given)).toThrow(/^PUBLIC_ORIGIN: got .*such as https:\/\/console\.example\.$/),
)
it('takes an origin with the slash at its end', () =>
  expect(read('https://console.example/')).toBe('https://console.example'))

it.each(['# The server', '## Behind a proxy, as a service'])(
  'the README says so under “%s”, on the first screen',
  (heading) => {
    const readme = readFileSync('src/gateway/README.md', 'utf8')
    const from = readme.indexOf(`${heading}\n`)
    expect(from).toBeGreaterThanOrEqual(0)
    const screen = readme.slice(from).split('\n').slice(0, 16).join(' ')
    expect(screen).toContain('needs a name of its own')
    expect(screen).toMatch(/https:\/\/tools\.example\/forecourt/)
  },
)
