/** A cURL command gives curl.exe the words that are meant, in Windows' two shells. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { batch } from '../../api/batch'
import type { CallInput } from '../../api/client'
import { connections } from '../../api/connections'
import type { Endpoint } from '../../api/endpoint'
import { signals } from '../../api/signals'
import { cmdWord, curlOf, powershellText } from './curl-text'
import { cmdArguments, powershellArguments, windowsPowershellArguments } from './shell-harness'

const variables = { PATH: 'C:\\', RANDOM: '7', A: 'x', ACCESS_TOKEN: 'token&%PATH%' }
const hostile = [
  ...['%PATH%', '%PATH:~0,3%', '%PATH:a=b', '%RANDOM%', '%', '%%', '%A', '100% A%', '!PATH!', '^', '^^', '^%PATH^%'],
  ...[
    '"',
    '""',
    '\\',
    '\\\\',
    '\\"',
    'a\\\\"',
    ' ',
    '&calc',
    '|more',
    '<in',
    '>out',
    '(',
    ')',
    "'",
    "''",
    '’',
    '‘a‚',
    '`',
  ],
  ...[
    '$env:PATH',
    '$(calc)',
    ';calc',
    '@-',
    '#',
    '{a,b}',
    '[1-3]',
    'filter[user.externalId]',
    'é',
    '車',
    '-n',
    '--%',
    '%20',
  ],
]
const text = fc
  .array(fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...hostile) }, fc.string({ maxLength: 4 })), { maxLength: 6 })
  .map((parts) => parts.join('').replaceAll('\0', ''))
const many = fc.array(text, { minLength: 1, maxLength: 8 })
const wordsOf = (shell: 'cmd' | 'powershell', command: string) => {
  if (shell === 'cmd') return { words: cmdArguments(command, variables), input: undefined }
  const { words, input } = powershellArguments(command, variables)
  const [program, ...args] = words
  expect(program).toBe('curl.exe')
  expect(windowsPowershellArguments(words)).toEqual(args) // in each version the same
  return { words: args, input }
}

describe('a word', () => {
  it('of cmd is any text, as it is, and starts, redirects and expands nothing', () => {
    fc.assert(
      fc.property(many, (texts) => {
        expect(cmdArguments(`curl.exe ${texts.map(cmdWord).join(' ')}`, variables)).toEqual(texts)
      }),
    )
  })
  it('of cmd has its line breaks', () => {
    expect(cmdArguments(`curl.exe ${cmdWord('a\nb" c\n')} d`, variables)).toEqual(['a\nb" c\n', 'd'])
  })
  it('of PowerShell is any text, as it is', () => {
    fc.assert(
      fc.property(many, (texts) => {
        expect(powershellArguments(texts.map(powershellText).join(' '), variables).words).toEqual(texts)
      }),
    )
  })
})

describe.each(['cmd', 'powershell'] as const)('a command for %s', (shell) => {
  const common = (method: string, address: string) => ['--globoff', '--path-as-is', '-X', method, address]
  const bearer = ['-H', `Authorization: Bearer ${variables.ACCESS_TOKEN}`]
  const commandOf = (endpoint: Endpoint, input: CallInput, prefix: string | null = null) =>
    curlOf(endpoint, input, 'https://api.example', prefix, shell)

  it('starts curl.exe, because curl may be an alias, and has a variable instead of the token', () => {
    const command = commandOf(connections.list, { query: { 'filter[userId]': 'u' } })
    expect(command).toMatch(/^curl\.exe /)
    expect(command).toContain(shell === 'cmd' ? '%ACCESS_TOKEN%' : '$env:ACCESS_TOKEN')
  })
  it('has the address with brackets and percent signs', () => {
    fc.assert(
      fc.property(
        text.filter((one) => one.isWellFormed()),
        (externalId) => {
          const input = { query: { 'filter[user.externalId]': externalId } }
          const { words, input: piped } = wordsOf(shell, commandOf(connections.list, input))
          const shown = `https://api.example/v3/connections?filter[user.externalId]=`
          expect([...words.slice(0, 4), ...words.slice(5)]).toEqual([...common('GET', '').slice(0, 4), ...bearer])
          expect(words[4]?.startsWith(shown)).toBe(true)
          expect(decodeURIComponent(words[4]?.slice(shown.length) ?? '')).toBe(externalId)
          expect(piped).toBeUndefined()
        },
      ),
    )
  })
  it('has the body, as the same JSON in ASCII', () => {
    fc.assert(
      fc.property(many, (paths) => {
        const body = { requests: paths.map((path) => ({ path })) }
        const command = commandOf(batch.send, { path: { id: "v'1" }, body })
        const { words, input } = wordsOf(shell, command)
        const [option, last = ''] = words.slice(-2)
        const json = shell === 'cmd' ? last : (input ?? '')
        expect([option, shell === 'cmd' || last]).toEqual(
          shell === 'cmd' ? ['--data-raw', true] : ['--data-binary', '@-'],
        )
        expect(JSON.parse(json)).toEqual(body)
        expect(command).toMatch(/^[\x20-\x7e\n]*$/)
        expect(words.slice(0, -2)).toEqual([
          ...common('POST', "https://api.example/v2.0/vehicles/v'1/batch"),
          ...bearer,
          ...['-H', 'Content-Type: application/json'],
        ])
      }),
    )
  })
  it.each(['u', 'a"b', 'a\\', '%PATH%', "a'b"])('has the user %j in a header', (user) => {
    const read = { path: { vehicleId: 'v', signalCode: 'c' }, user }
    const { words, input } = wordsOf(shell, commandOf(signals.values, read, 'sc'))
    const header = `sc-user-id: ${user}`
    expect(words.slice(-2)).toEqual(input === undefined ? ['-H', header] : ['-H', '@-'])
    if (input !== undefined) expect([input, /["\\]/.test(user)]).toEqual([header, true])
  })
})
