/** What people read keeps to the console’s words: its own texts, the server’s messages, the sandbox’s and the README files. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
/** Every room has texts; `api` has the errors and the tables that Help shows. */
const rooms = 'api ui core requests changes lists domain shell routes gateway sandbox'.split(' ')
const readmes = [
  'README.md',
  'src/shell/help/CHANGELOG.md',
  'src/gateway/README.md',
  'src/sandbox/README.md',
  'e2e/bench/README.md',
]

/** Words that no text has, each with what is wrong with it and what to say instead. */
const oldWords: readonly (readonly [RegExp, string])[] = [
  [/\b(hand(s|ed|ing)? (it |them |a token )?over|is held)\b/i, 'a token is added, entered or set'],
  [/\bstands? (in|on|for|beside|above|under)\b/i, 'it is or appears in a place'],
  [
    /\bthe service(’s|s)?(?! (history|record|provider|worker))\b/i,
    'the company is the provider: a service is done in a workshop',
  ],
  [/\bthe interface\b/i, 'the contract is the API'],
  [/\blook(ed|s|ing)? (at|again)\b/i, 'view, or check again'],
  [/\b(go(es|ing)? on|under way)\b/i, 'it continues, resumes, or is in progress'],
  [
    /\b(by itself|all the same|of theirs|whoever|whereupon|for want of|anew|in the clear)\b/i,
    'no one says this at work',
  ],
  [/\b(nobody says|not told|what came back|learnt)\b/i, 'unknown, not provided, not reported; updated'],
  [/\b(answer(s|ed|ing)?|it refuses)\b/i, 'a server returns, responds or fails; it has a response'],
  [/\bwins over\b/i, 'one value overrides another'],
  [/\btakes the role\b/i, 'an operation requires a role'],
  [/\b(went|goes|gone) away\b/i, 'a browser disconnects'],
  [/\b(colour|behaviour|favour|catalogue|centre|grey|cancelled|serialis|recognis|organis)/i, 'American spelling'],
]
const straightApostrophe = /[A-Za-z]\\?'(s|t|re|ve|ll|d|m)\b/

/** Texts that others find things by: the record’s value, and a sentence that is fixed to the letter. */
const fixed: readonly string[] = ["'handed over'", "of this vehicle's requests"]

const faultsOf = (text: string): string[] =>
  fixed.some((one) => text.includes(one))
    ? []
    : [
        ...oldWords.flatMap(([word, reason]) => (word.test(text) ? [reason] : [])),
        ...(straightApostrophe.test(text) ? ['an apostrophe is ’'] : []),
      ]

/** Every string with words in it, and every line of words between tags, without comments. */
function textsOf(code: string): string[] {
  const bare = code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:'"`])\/\/.*$/gm, '$1')
  const quoted = bare.match(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g) ?? []
  const between = bare.match(/^\s+(?:\{.*\} )?[A-Z][\w’,.;:()-]*(?: [\w’,.;:(){}-]+)+$/gm) ?? []
  const texts = [...quoted, ...between].map((text) => text.replace(/\$\{[^{}]*\}/g, '…'))
  return texts.filter((text) => /[a-z] [a-z]/i.test(text))
}

/** The prose of a README, paragraph by paragraph: what is indented or between backticks is code. */
const proseOf = (markdown: string): string[] =>
  markdown
    .split('\n')
    .map((line) => (line.startsWith('    ') ? '' : line))
    .join('\n')
    .replace(/`[^`]*`/g, '…')
    .split(/\n\s*\n|\n(?=\|)/)
    .map((paragraph) => paragraph.replace(/\s+/g, ' '))

const told = (file: string, texts: readonly string[]): string[] =>
  texts.flatMap((text) => faultsOf(text).map((reason) => `${file}: ${reason}: ${text.trim().slice(0, 160)}`))

describe('the old voice', () => {
  it.each([
    ['The service answered 500.', 2],
    ['Service history is in the service record', 0],
    ['The token handed over has ended', 1],
    ['DELETE takes the role operator', 1],
    ["The provider's page", 1],
    ['The provider’s page', 0],
    ['The browser went away', 1],
    ['A request under way', 1],
  ])('is told from the new one: %s', (text, count) => expect(faultsOf(text)).toHaveLength(count))
  it('is looked for in strings and between tags of code, and in the prose of a README', () => {
    expect(textsOf("const a = 'It stands in' // the service\n<p>\n  Look again later\n</p>")).toEqual([
      "'It stands in'",
      '  Look again later',
    ])
    expect(proseOf('It goes\non `under way`.\n\n    the service\n\n| a | b |\n| c | d |')).toEqual([
      'It goes on ….',
      '| a | b |',
      '| c | d |',
    ])
  })
})

it.each(rooms)('no text of %s has a word of the old voice', (room) => {
  const files = readdirSync(join(root, 'src', room), { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.|harness|fixtures|^fuzz|^attacks/.test(file),
  )
  expect(files.length).toBeGreaterThan(5)
  const found = files.flatMap((file) =>
    told(join(room, file), textsOf(readFileSync(join(root, 'src', room, file), 'utf8'))),
  )
  expect(found).toEqual([])
})

it.each(readmes)('%s has no word of the old voice', (file) => {
  const texts = proseOf(readFileSync(join(root, file), 'utf8'))
  expect(texts.length).toBeGreaterThan(5)
  expect(told(file, texts)).toEqual([])
})
