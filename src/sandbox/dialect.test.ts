/** The sandbox in a dialect: headers, parameters, page sizes and addresses are all spelled so, and only so. */
import { describe, expect, it } from 'vitest'
import { errorKindOf, errorPage, fullDialect } from './dialect'
import { testSandbox } from './harness'

const dialect = {
  headerPrefix: 'xy',
  parameters: { 'filter[userId]': 'owner', 'page[number]': 'p', 'page[size]': 'n', page: 'from', 'filter[name]': 'q' },
  pageSizes: { connections: { usual: 7, most: 20 } },
  version3ErrorPage: '/about/{page}.html',
}
const sandbox = testSandbox({ dialect })
const about = { docs: 'https://docs.test' }

describe('in a dialect', () => {
  it('pages are asked for, and linked to, by its names and sizes', async () => {
    const { body, headers } = await sandbox.ask('/v3/connections?p=2')
    expect(body.meta).toMatchObject({ pageNumber: 2, pageSize: 7 })
    expect(body.links.next).toBe('/v3/connections?p=3&n=7')
    expect([...headers.keys()].toSorted()).toEqual(['content-type', 'xy-request-id'])
    const vehicle = body.data[0].relationships.vehicle.data.id
    const values = await sandbox.ask(
      `/v3/vehicles/${vehicle}/signals/odometer-traveleddistance/values?from=3&pageSize=2`,
    )
    expect(values.body.links.prev).toMatch(/\?from=2&pageSize=2$/)
  })
  it('filters are known by its names alone', async () => {
    const [first] = (await sandbox.ask('/v3/connections')).body.data
    const user = first.relationships.user.data.id
    const all = (await sandbox.ask(`/v3/connections?filter[userId]=${user}`)).body.meta.totalCount
    const own = (await sandbox.ask(`/v3/connections?owner=${user}`)).body.meta.totalCount
    expect([all, own < all, own > 0]).toEqual([2500, true, true])
    expect((await sandbox.ask('/v3/webhooks?q=nothing', { host: 'management' })).body.data).toEqual([])
  })
  it('errors name the parameter as it was given, and lead to its pages', async () => {
    const { status, body } = await sandbox.ask('/v3/connections?n=21')
    expect([status, body.errors[0].detail]).toEqual([400, 'n expects a whole number from 1 to 20.'])
    expect(body.errors[0].links.about).toBe(`${about.docs}/about/validation-errors.html`)
  })
  it('a removal has its headers, too', async () => {
    const [{ id }] = (await sandbox.ask('/v3/connections')).body.data
    const { status, headers } = await sandbox.ask(`/v3/connections/${id}`, { method: 'DELETE', token: 'sandbox-gone' })
    expect([status, [...headers.keys()]]).toEqual([204, ['xy-request-id']])
  })
})

describe('the page about an error', () => {
  const page = (template: string, code?: string | null) => errorPage(template, about.docs, 'vehicle-state', code)
  it('has the code of an error that has one', () => {
    expect(page('/e/{page}/#{code}', 'IN_MOTION')).toBe('https://docs.test/e/vehicle-state/#in-motion')
    expect(page('/e/{page}/#{code}', null)).toBe('https://docs.test/e/vehicle-state/')
    expect(page('/e/{page}', 'IN_MOTION')).toBe('https://docs.test/e/vehicle-state')
  })
  it.each([
    ['/errors/v3/server-errors', 'server-errors'],
    ['/e/vehicle-state/', 'vehicle-state'],
    ['/e/vehicle-state', undefined],
    ['/e//', undefined],
    ['/e/a/b/', undefined],
    ['/', undefined],
  ])('is found again: %s', (path, kind) => {
    expect(errorKindOf(path, fullDialect({ version2ErrorPage: '/e/{page}/#{code}' }))).toBe(kind)
  })
})
