/** The pages of a list that lies about them: each is asked for once at most, and there is an end. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { brackets, plain } from './links'
import { MOST_PAGES, nextPage } from './next-page'

const size = 10
const at = (page: number, next: string | null | undefined, more: Partial<Parameters<typeof nextPage>[0]> = {}) =>
  nextPage({
    ...{ paging: { links: next === undefined ? {} : { next } }, page, size, rows: size, isSame: false },
    ...{ query: { 'filter[name]': 'a' }, dialect: brackets },
    ...more,
  })

it.each([
  ['the end that it names', at(3, null), { kind: 'end' }],
  ['the page of a link', at(3, '/v3/x?page[number]=4'), { kind: 'page', page: 4 }],
  [
    'the page of a link elsewhere, of which nothing else is taken',
    at(3, 'https://evil.example/y?page[number]=5&page[size]=1'),
    { kind: 'page', page: 5 },
  ],
  ['the same in the other dialect', at(1, '/v3/x?page=2', { dialect: plain }), { kind: 'page', page: 2 }],
  ['an earlier page', at(3, '?page[number]=2'), { kind: 'stop', why: 'back' }],
  ['itself', at(3, '?page[number]=3'), { kind: 'stop', why: 'back' }],
  ['another question', at(3, '?page[number]=4&filter[name]=b'), { kind: 'stop', why: 'lost' }],
  ['no number', at(3, '?cursor=abc'), { kind: 'stop', why: 'lost' }],
  ['more behind a page without rows', at(3, '?page[number]=4', { rows: 0 }), { kind: 'stop', why: 'empty' }],
  ['more behind the same rows again', at(3, '?page[number]=4', { isSame: true }), { kind: 'stop', why: 'same' }],
  ['more behind any number', at(MOST_PAGES, `?page[number]=${MOST_PAGES + 1}`), { kind: 'stop', why: 'endless' }],
  ['nothing, and the page is full', at(3, undefined), { kind: 'page', page: 4 }],
  ['nothing, and the page isn’t full', at(3, undefined, { rows: 9 }), { kind: 'end' }],
  ['nothing but a count that is reached', at(3, undefined, { paging: { links: {}, totalCount: 30 } }), { kind: 'end' }],
  [
    'nothing but a count that is not',
    at(3, undefined, { paging: { links: {}, totalCount: 31 } }),
    { kind: 'page', page: 4 },
  ],
  [
    'a count that no rows follow',
    at(3, undefined, { rows: 0, paging: { links: {}, totalCount: 99 } }),
    { kind: 'end' },
  ],
])('an envelope names %s', (_, got, wanted) => {
  expect(got).toEqual(wanted)
})

it('whatever the links say, no page is asked for twice, and it ends', () => {
  const link = fc.oneof(
    fc.constant(null),
    fc.constant(undefined),
    fc.webUrl({ withQueryParameters: true }),
    fc.string(),
    fc.integer({ min: -2, max: 12 }).map((page) => `/v3/x?page[number]=${page}`),
    fc.integer({ min: 1, max: 3 }).map((step) => ({ step })),
  )
  const page = fc.record({
    link,
    rows: fc.nat({ max: size }),
    isSame: fc.boolean(),
    total: fc.option(fc.nat({ max: 200 })),
  })
  fc.assert(
    fc.property(fc.array(page, { minLength: 1, maxLength: 30 }), (pages) => {
      const asked: number[] = []
      for (let number = 1; ; ) {
        asked.push(number)
        const { link: given, rows, isSame, total } = pages[asked.length % pages.length] ?? expect.fail('no page')
        const next = typeof given === 'object' && given !== null ? `?page[number]=${number + given.step}` : given
        const paging = { links: next === undefined ? {} : { next }, totalCount: total ?? undefined }
        const found = at(number, undefined, { paging, rows, isSame })
        if (found.kind !== 'page') break
        expect(found.page).toBeGreaterThan(number)
        number = found.page
        if (asked.length > 100) break // one that is sound goes on for as long as it has pages
      }
      expect(new Set(asked).size).toBe(asked.length)
    }),
    { numRuns: 80 },
  )
})

it('a list that goes on for ever ends', () => {
  let page = 1
  let requests = 0
  for (;;) {
    requests += 1
    const found = at(page, `?page[number]=${page + 1}`)
    if (found.kind !== 'page') break
    page = found.page
  }
  expect(requests).toBe(MOST_PAGES)
})
