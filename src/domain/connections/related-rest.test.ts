/** The rest of an owner's connections, if there are fewer by the time it is loaded. */
import { QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { connections } from '../../api/connections'
import { ApiError } from '../../api/errors'

let total = 25
const requested: string[] = []
vi.mock('./load-connection-page', () => ({
  largestPage: () => 10,
  readConnectionPage: async (filters: Record<string, string>, page: number) => {
    const isLive = filters['filter[vehicle.mode]'] === 'live'
    if (isLive) requested.push(`page ${page}`)
    const count = isLive ? total : 0
    const data = Array.from({ length: Math.max(0, Math.min(10, count - (page - 1) * 10)) }, (_, index) => ({
      id: `c${(page - 1) * 10 + index}`,
      attributes: { vehicle: { mode: 'live' } },
      relationships: { user: { data: { id: 'u1' } } },
    }))
    if (data.length === 0 && page > 1) throw new ApiError('http', connections.list, { status: 404 })
    const value = { data, meta: { totalCount: count, pageSize: 10 }, links: { next: null } }
    return { value, raw: value, differences: [], status: 200, facts: {}, receivedAt: 0 }
  },
}))
const { relatedConnections } = await import('./related')
const { readAllRelated } = await import('./related-rest')

it('is counted again after a page that is a 404, and complete once all were loaded', async () => {
  const client = new QueryClient()
  const owner = { 'filter[userId]': 'u1' }
  const load = () => readAllRelated(client, owner, new AbortController().signal)
  const related = () => client.getQueryData(relatedConnections(owner).queryKey)
  await client.fetchQuery(relatedConnections(owner))
  expect(related()).toMatchObject({ total: 25, isComplete: false })
  total = 8
  await load()
  expect(requested).toEqual(['page 1', 'page 2', 'page 1'])
  expect(related()).toMatchObject({ total: 8, isComplete: true })
})
