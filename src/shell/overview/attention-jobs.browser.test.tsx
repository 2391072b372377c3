/** Jobs on the server that paused because of a sign-in, under Needs attention. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { teamJob } from '../../changes/jobs/job-fixtures'
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
