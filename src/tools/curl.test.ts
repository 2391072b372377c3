/** A call as text for a shell, whatever it holds. */
import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { batch } from '../api/batch'
import { connections } from '../api/connections'
import { curlOf, shellWord } from './curl'

describe('curlOf', () => {
  it('has the real address, the token as a variable, the body as it is sent', () => {
    const input = { path: { id: "a'b" }, body: { requests: [{ path: '/odometer' }] } }
    expect(curlOf(batch.send, input, 'https://data.example')).toBe(
      [
        `curl --globoff -X POST 'https://data.example/v2.0/vehicles/a'\\''b/batch'`,
        `-H "Authorization: Bearer $ACCESS_TOKEN"`,
        `-H 'Content-Type: application/json'`,
        `--data-raw '{"requests":[{"path":"/odometer"}]}'`,
      ].join(' \\\n  '),
    )
    expect(curlOf(connections.list, { query: { 'page[number]': '2' } }, 'https://v.example')).toContain(
      `'https://v.example/v3/connections?page[number]=2'`,
    )
  })
  it('any text stays one word of a shell, as it is', () => {
    const texts = fc.array(
      fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\0', '')),
      {
        minLength: 40,
        maxLength: 40,
      },
    )
    const known = ["'", '$HOME', '`id`', '\\', '"', 'a b', '\n', ';rm -rf', '$(id)', '!!', '~', '*', '', '-n', '\\n']
    fc.assert(
      fc.property(texts, (given) => {
        const all = [...known, ...given]
        const printed = execFileSync('sh', ['-c', `printf '%s\\0' ${all.map(shellWord).join(' ')}`]).toString('utf8')
        expect(printed.split('\0').slice(0, -1)).toEqual(all)
      }),
      { numRuns: 15 },
    )
  })
})
