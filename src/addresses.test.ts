/** Thousands of addresses for each page, on the router's own reading of them: none throws, all are mended once and for all. */
import { createMemoryHistory, createRouter } from '@tanstack/react-router'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressOf } from './api/client'
import { connections } from './api/connections'
import type { Endpoint } from './api/endpoint'
import { canonicalAddress, pageSearches } from './api/page-searches'
import { parseSearch, type Search, stringifySearch, toSpelledNames } from './api/search'
import { subscriptions } from './api/subscriptions'
import { webhooks } from './api/webhooks'
import { routeTree } from './routeTree.gen'
import { hostileIds, hostileQueries } from './sandbox/addresses'

const router = createRouter({
  routeTree,
  context: undefined as never, // no loader runs here
  parseSearch,
  stringifySearch,
  history: createMemoryHistory({ initialEntries: ['/'] }),
})
/** Parts of 2,000, so that each has time to spare on a busy machine. The soak runs five; other runs a quarter of one. */
const PARTS = Array.from({ length: Number(process.env.ADDRESS_PARTS ?? 1) }, (_, part) => part + 1)
const RUNS = { numRuns: process.env.ADDRESS_PARTS ? 2000 : 500 }

type Validate = (given: Search) => Search
const routes = Object.entries(router.routesById).flatMap(([id, route]) => {
  const { validateSearch } = route.options as { validateSearch?: Validate }
  return validateSearch ? [[id, validateSearch] as const] : []
})
/** The lists whose address is the request's query. */
const requests: Record<string, Endpoint> = {
  '/connections/': connections.list,
  '/webhooks/': webhooks.list,
  '/subscriptions/': subscriptions.list,
}

const last = (given: string | string[] | undefined) => [given].flat().at(-1)
/** True if a value came from the given address: as it is, an ID without spaces around it, or a number that was clamped. */
const isFrom = (given: Search, key: string, text: string) =>
  (key === 'path' && given.path !== undefined) || // a batch's paths are written in one way: they have tests of their own
  [given[key]].flat().some((value) => value === text || value?.trim() === text) ||
  (/^\d+$/.test(text) && /^[+-]?\d+$/.test(last(given[key]) ?? ''))

describe('every page’s query', () => {
  it('is known', () => {
    expect(routes.length).toBeGreaterThan(10)
    for (const id of Object.keys(requests)) expect(routes.map(([one]) => one)).toContain(id)
  })
  for (const [id, validate] of routes) {
    for (const part of PARTS) {
      it(`${id}, part ${part}`, () => {
        fc.assert(
          fc.property(hostileQueries, (text) => {
            const given = parseSearch(text)
            const search = validate(given)
            const canonical = stringifySearch(search)
            expect(stringifySearch(validate(parseSearch(canonical)))).toBe(canonical)
            const again = parseSearch(canonical)
            for (const [key, one] of Object.entries(again))
              for (const text of [one].flat()) if (text !== undefined) expect(isFrom(given, key, text)).toBe(true)
            const endpoint = requests[id]
            // What is sent is what the address says.
            if (endpoint) expect(addressOf(endpoint, { query: again } as never).replace(/^[^?]*/, '')).toBe(canonical)
          }),
          RUNS,
        )
      })
    }
  }
})

/** Queries that no redirect corrects: of the provider's hosted flow, and a list of paths that the page itself reads. */
const UNCORRECTED = ['/return/battery-capacity', '/vehicles/$vehicleId/batch', '/']

describe('the server', () => {
  const toServerPath = (path: string) =>
    path
      .replace(/(?<=.)\/$/, '')
      .replace(/\$\w+\/remove/, '$id/remove')
      .replace('/{-$clickId}', '')
  it.each(routes.filter(([id]) => id !== '__root__'))('reads the query of %s as the page does', (id, validate) => {
    const { fullPath } = router.routesById[id as keyof typeof router.routesById]
    const path = toServerPath(fullPath)
    expect(UNCORRECTED.includes(path) ? undefined : validate).toBe(pageSearches[path])
  })
  it('knows no path without a page', () => {
    const paths = new Set<string>(Object.keys(router.routesByPath).map(toServerPath))
    const own = Object.keys(pageSearches).map((path) => path.replace('/$clickId', ''))
    expect(own.filter((path) => !paths.has(path))).toEqual([])
  })
  const configured = {
    'filter[userId]': 'user',
    'filter[vehicle.mode]': 'mode',
    'page[size]': 'rows',
    pageSize: 'rows',
  }
  it.each([
    ['by default names', {}],
    ['by configured names', configured],
  ])('redirects once, however the target is spelled: %s', (_, parameters) => {
    const names = toSpelledNames(parameters)
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(pageSearches)), hostileQueries, (route, query) => {
        const path = route.replaceAll(/\$\w+/g, 'x')
        const target = canonicalAddress(path, query, names)
        if (target === undefined) return
        expect(target.startsWith(path)).toBe(true)
        const search = target.slice(path.length)
        const encoded = search.replaceAll(/[^?&=%]/g, (sign) => (/[\w]/.test(sign) ? sign : encodeURIComponent(sign)))
        for (const spelling of [search, encoded, encoded.toLowerCase(), search.replaceAll('%20', '+')])
          if (stringifySearch(parseSearch(spelling)) === stringifySearch(parseSearch(search)))
            expect(canonicalAddress(path, spelling, names)).toBeUndefined()
      }),
      RUNS,
    )
  })
})

describe('every page’s path', () => {
  const withParams = Object.keys(router.routesByPath).filter((path) => path.includes('$'))
  it('is known', () => expect(withParams.length).toBeGreaterThan(10))
  for (const path of withParams) {
    for (const part of PARTS) {
      it(`${path}, part ${part}`, () => {
        fc.assert(
          fc.property(hostileIds, fc.string({ unit: 'binary', maxLength: 30 }), (text, junk) => {
            const params = Object.fromEntries([...path.matchAll(/\$(\w+)/g)].map(([, key]) => [key, text]))
            const { pathname, href } = router.buildLocation({ to: path, params } as never)
            const found = router.matchRoutes(pathname, {})
            expect(found.at(-1)?.params).toEqual(params)
            expect(href.startsWith('/') && !href.startsWith('//')).toBe(true)
            // Whatever is typed there is a page, if only the one that says that there is none.
            expect(router.matchRoutes(path.replace(/\$\w+/g, junk), {}).length).toBeGreaterThan(0)
          }),
          RUNS,
        )
      })
    }
  }
})
