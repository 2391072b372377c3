/** Generated addresses for tests: what people, links and other programs may put behind a page's path, and into it. */
import fc from 'fast-check'
import { connectionFilters } from '../api/connections'
import { subscriptionFilters } from '../api/subscriptions'
import { webhookFilters } from '../api/webhooks'

const names = [
  ...[connectionFilters, webhookFilters, subscriptionFilters].flatMap(({ fields }) => Object.keys(fields)),
  ...['filter[new]', 'filter['],
  ...[
    'page[number]',
    'page[size]',
    'page',
    'pageSize',
    'page[',
    'q',
    'mode',
    'make',
    'user',
    'path',
    'since',
    'before',
  ],
  ...['limit', 'kind', 'outcome', '__proto__', 'constructor', 'toString', 'hasOwnProperty', '', 'redirect_uri'],
]
const values = [
  ...['007', '1e5', '662E41', '123456789012345678', 'true', 'null', '0', '-1', '+5', '99999999999999999999', ' 1 '],
  ...[
    'live',
    'simulated',
    '../..',
    '/odometer',
    '//elsewhere.example',
    'javascript:alert(1)',
    '<b>',
    'a&b=c#d',
    '%',
    '%zz',
  ],
]
const name = fc.oneof(fc.constantFrom(...names), fc.string({ unit: 'binary', maxLength: 12 }))
const value = fc.oneof(fc.constantFrom(...values), fc.string({ unit: 'binary', maxLength: 20 }))
const encoded = (text: string) => encodeURIComponent(text.toWellFormed())
const pair = fc
  .tuple(name, value, fc.boolean())
  .map(([key, text, isRaw]) => (isRaw ? `${key}=${text}` : `${encoded(key)}=${encoded(text)}`))
export const hostileQueries = fc.oneof(
  fc.array(pair, { maxLength: 8 }).map((pairs) => `?${pairs.join('&')}`),
  fc.string({ unit: 'binary' }),
)

/** Ids that an address can hold as one segment. */
export const hostileIds = fc
  .oneof(fc.constantFrom(...values, ...names), fc.string({ unit: 'binary', maxLength: 20 }))
  .filter((text) => text !== '' && text !== '.' && text !== '..' && text.isWellFormed())

/** A segment of a path as somebody may write it: rightly, encoded twice, half an escape, or as it is. */
const segments = fc.oneof(
  hostileIds.map(encodeURIComponent),
  hostileIds.map((id) => encodeURIComponent(encodeURIComponent(id))),
  fc.constantFrom(
    '%',
    '%zz',
    '%C3',
    '%00',
    '%2e%2e',
    '%2F',
    'a%2Fb%2F..%2Fc',
    '__proto__',
    'constructor',
    `x${'y'.repeat(8000)}`,
  ),
  fc.string({ unit: 'grapheme-ascii', maxLength: 12 }).map((text) => text.replace(/[/?#.\\]/g, '-') || '-'),
)
const longQuery = name.map((key) => `?${encoded(key)}=${'z'.repeat(8000)}`)

/** With what else a request says of itself, a server reads 16 kB. */
const MOST_ADDRESS = 12_000

/** Paths that lead to one of these: `{names}` in it become segments of any kind; a query and a fragment follow. */
export const hostileAddresses = (path: string): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.array(segments, { minLength: 3, maxLength: 3 }),
      fc.oneof({ weight: 6, arbitrary: hostileQueries }, { weight: 1, arbitrary: longQuery }),
      fc.option(fc.string({ unit: 'binary', maxLength: 30 }), { nil: '' }),
    )
    .map(([ids, query, fragment]) => {
      let nth = 0
      const to = path.replace(/\{\w+\}/g, () => ids[nth++] ?? '-')
      const search = query.toWellFormed().replace(/[#\r\n\t]/g, '')
      return `${to}${search.startsWith('?') ? search : `?${search}`}${fragment && `#${fragment.toWellFormed()}`}`
    })
    .filter((address) => new URL(address, 'http://localhost').href.length < MOST_ADDRESS)
