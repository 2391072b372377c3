/** Jobs under Needs attention: paused because of a sign-in, or started here and not all done. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { teamJob } from '../../changes/jobs/job-fixtures'
import { oneJob } from '../../changes/jobs/job-queries'
import { startedJobs } from '../../changes/jobs/started-jobs'
import { draw } from '../../ui/browser-harness'
import { JobLines } from './attention-jobs'

const requested: string[] = []
const show = (count: number) => {
  requested.length = 0
  const paused = { phase: 'paused', pauseCause: 'signed-out', reason: 'Paused because Ann signed out.' } as const
  const rows = [3, 2, 1].slice(0, count).map((id) => teamJob(id, paused))
  vi.stubGlobal('fetch', async (address: string) => {
    requested.push(address)
    return Response.json({ rows, next: null, count: { value: count, isExact: true } })
  })
  return draw(
    <QueryClientProvider client={new QueryClient()}>
      <ul>
        <JobLines />
      </ul>
    </QueryClientProvider>,
  )
}
const lines = () => page.getByRole('listitem')
afterEach(() => vi.unstubAllGlobals())

it('has a line for each of three with its reason and a link, and counts the others', async () => {
  await show(5)
  await expect.element(lines().first()).toHaveTextContent('Remove 120 connections Paused because Ann signed out.')
  await expect.element(lines().first().getByRole('link')).toHaveAttribute('href', '/jobs/3')
  await expect.element(lines().nth(3)).toHaveTextContent('2 more jobs paused because of a sign-in')
  await expect.element(lines().nth(3).getByRole('link')).toHaveAttribute('href', '/jobs?state=paused')
  expect(requested).toEqual(['/team/jobs?state=interrupted&limit=3'])
})
it('has none if none is paused so', async () => {
  await show(0)
  await expect.poll(() => requested).toHaveLength(1)
  expect(lines().elements()).toEqual([])
})
it('has one for a job that was started here and is not all done', async () => {
  const client = new QueryClient()
  vi.stubGlobal('fetch', async () => Response.json({ rows: [], next: null, count: { value: 0, isExact: true } }))
  const counts = { failed: 0, unknown: 2, asleep: 0, sending: 0, waiting: 1300, done: 0 }
  client.setQueryData(oneJob(7).queryKey, teamJob(7, { phase: 'stopped', counts }))
  client.setQueryData(oneJob(8).queryKey, teamJob(8, { phase: 'ended', counts: { ...counts, unknown: 0, waiting: 0 } }))
  const started = { operation: teamJob(7).operation, ids: new Set<string>(), stale: [], isOver: true }
  startedJobs.set([
    { ...started, id: 7 },
    { ...started, id: 8 },
  ])
  await draw(
    <QueryClientProvider client={client}>
      <ul>
        <JobLines />
      </ul>
    </QueryClientProvider>,
  )
  await expect
    .element(lines())
    .toHaveTextContent('Remove 1,302 connections Stopped with 1,300 left · 2 with an unknown outcome')
  await expect.element(lines().getByRole('link')).toHaveAttribute('href', '/jobs/7')
})
