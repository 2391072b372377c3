/** The crawl of a list that returns 404 for pages it had counted. */
import { describe, expect, it } from 'vitest'
import { crawlOver, httpError, names, type Service } from './crawl-harness'

describe('a list that returns 404', () => {
  it('is complete if it has lost its last pages and returns 404 for them', async () => {
    const service: Service = { ids: names(200), isStrict: true }
    service.before = (request) => {
      if (request === 10) service.ids = service.ids.slice(20, 120)
    }
    const { crawl, found, asked, settle } = crawlOver(service, { size: 10 })
    crawl.start()
    expect(await settle()).toMatchObject({ phase: 'done', missing: [], unsure: [], short: [], total: 100, left: 0 })
    expect(service.ids.filter((id) => !found.has(id))).toEqual([])
    expect(asked.length).toBeLessThan(40)
  })
  it('is not complete if a page in its middle is always a 404', async () => {
    const { crawl, found, asked, settle } = crawlOver(
      { ids: names(100), fail: (page) => (page === 5 ? httpError(404) : undefined) },
      { size: 10 },
    )
    crawl.start()
    const state = await settle()
    expect(found.size).toBe(90)
    expect(state.phase).toBe('done')
    expect(state.unsure.length + state.missing.length).toBeGreaterThan(0)
    expect(asked.length).toBeLessThan(40)
  })
  it.each([
    ['all pages behind one are', (page: number) => page > 5],
    ['everything is, from a request on,', (_: number, request: number) => request > 5],
  ])('stops with its error if %s a 404', async (_, isGone) => {
    const { crawl, asked, settle } = crawlOver(
      { ids: names(300), fail: (page, request) => (isGone(page, request) ? httpError(404) : undefined) },
      { size: 10 },
    )
    crawl.start()
    expect(await settle()).toMatchObject({ phase: 'stopped', error: { status: 404 } })
    expect(asked.length).toBeLessThan(40)
  })
})
