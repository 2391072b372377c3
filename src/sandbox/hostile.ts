/** Hostile values for tests: what an answer may hold where a harmless text or number is expected. */
import fc from 'fast-check'

/** Sets the canary, whatever way it is run. */
const RUN = 'window.__hit=1'
const MEGABYTE = 1_048_576
const filled = (unit: string, length: number) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length)

/** By name, so that a case that failed can say what it held. */
export const texts: Readonly<Record<string, string>> = {
  script: `<script>${RUN}</script>`,
  image: `"><img src=x onerror="${RUN}">`,
  vector: `'><svg/onload=${RUN}//`,
  style: `</style></title></textarea><style>*{display:none!important}</style><a href="javascript:${RUN}">x</a>`,
  template: `\${${RUN}}{{constructor.constructor('${RUN}')()}}`,
  scriptLink: `javascript:${RUN}//`,
  mixedScriptLink: `\u0001JaVa\nScRiPt:${RUN}//`,
  dataLink: `data:text/html,<script>opener.${RUN}</script>`,
  foreignLink: 'https://elsewhere.example/?page[number]=2&page[size]=10',
  schemelessLink: '//elsewhere.example/x',
  oddLink: 'https://user:pass@elsewhere.example\\@localhost/',
  up: '../../../session',
  twoDots: '..',
  dot: '.',
  slash: '/',
  query: 'a?b=c&d=e#f',
  escapes: '%2e%2e%2f%00%zz%',
  rightToLeft: '\u202Egnp.exe\u2067שלום עולם',
  unclosed: `${filled('\u2067\u202E', 60)}x`,
  zeroWidth: 'a\u200B\u200D\uFEFF\u2060b',
  nul: 'a\u0000b\u0007\u001B[31m\u007F',
  lines: 'first\r\nsecond\n\n\n\n\tthird\u2028fourth\u2029',
  surrogates: '\uD800 x\uDC00\uDBFF',
  marks: `Z${filled('\u0301\u0322\u0489', 300)}`,
  family: '👩‍👩‍👧‍👦🏳️‍🌈',
  proto: '__proto__',
  constructorKey: 'constructor',
  method: 'toString',
  formula: "=cmd|'/c calc'!A1",
  tabFormula: '\t=1+1',
  plus: '+1-1',
  at: '@SUM(1)',
  empty: '',
  space: ' \u00A0\u3000',
  infinity: '1e999',
  minusZero: '-0',
  bigNumber: '999999999999999999999',
  farTime: '+275760-09-13T00:00:00.001Z',
  noTime: '2026-02-30T25:61:61Z',
  word: filled('W', 20_000),
  sentence: filled('word ', 20_000),
  addresses: filled('https://a', 200_000),
  longWord: filled('x', MEGABYTE),
  longSentence: filled('all of it ', MEGABYTE),
  longLines: filled('\n', MEGABYTE),
  longDigits: filled('8', MEGABYTE),
  longFamily: filled('👩‍👩‍👧‍👦', MEGABYTE),
}

const numbers: readonly number[] = [
  ...[0, -0, -1, 0.1 + 0.2, 1e308, -1e308, 5e-324, 2 ** 31, 2 ** 53 + 2, 1e21, -1e21, 8.64e15, 8.64e15 + 1, 1e9],
]

/** One of the above by name, or text of any kind. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...Object.values(texts).filter((text) => text.length < 100_000)) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
  // Halves of pairs too, as JSON can hold them.
  {
    weight: 1,
    arbitrary: fc.array(fc.nat(0xffff), { maxLength: 12 }).map((units) => String.fromCharCode(...units)),
  },
)
export const hostileNumber: fc.Arbitrary<number> = fc.oneof(
  fc.constantFrom(...numbers),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)

/** Names that reach a prototype, where an object is made without care. */
export const hostileKey = fc.constantFrom(
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '',
  '0',
)

/** Stands in a body for a value nested this deep; JSON itself is written without recursion by nobody. */
export const DEEP = '@deep@'
const LEVELS = 5000
/** The JSON of a body, with each `DEEP` as what it stands for. */
export const deepened = (json: string): string =>
  json.replaceAll(`"${DEEP}"`, `${'{"a":['.repeat(LEVELS)}1${']}'.repeat(LEVELS)}`)
