/** The server's jobs at the foot of a page: which, how they are said, and where nothing is. */

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { STREAM_CHECK } from '../../api/own-response-harness'
import type { TeamJob } from '../../api/team-jobs'
import { nextAccount, openAccount } from '../../core/account'
import { draw } from '../../ui/browser-harness'
import { refusal, teamJob } from './job-fixtures'
import { JobTray } from './job-tray'
import { startedJobs } from './started-jobs'

const asked: string[] = []
let jobs: readonly TeamJob[] = []
let count: number | undefined
let instead: (() => Response) | undefined

const tray = () => page.getByRole('complementary', { name: 'Jobs on the server' })
const lines = () => [...document.querySelectorAll('aside li')].map((line) => line.textContent)
const shown = (at: string) =>
  draw(
    <QueryClientProvider client={new QueryClient()}>
      <JobTray />
    </QueryClientProvider>,
    at,
  )

let accounts = 0
beforeEach(async () => {
  asked.length = 0
  jobs = []
  count = undefined
  instead = undefined
  vi.stubGlobal('fetch', async (address: string) => {
    if (address !== STREAM_CHECK) asked.push(address)
    return (
      instead?.() ?? Response.json({ rows: jobs, next: null, count: { value: count ?? jobs.length, isExact: true } })
    )
  })
  openAccount(['http://host.test'], null, null)
  accounts += 1
  await nextAccount(`server-jobs-${accounts}`)
})
afterEach(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  await page.viewport(1000, 800)
})

it('says of three what they do, how far they are and how they stand; the list has the others', async () => {
  jobs = [
    teamJob(5, { phase: 'paused' }),
    teamJob(4, { startAt: '2999-01-01T00:00:00.000Z' }),
    teamJob(3, { counts: { failed: 0, unknown: 0, sending: 0, waiting: 38, done: 80 } }),
    teamJob(2),
  ]
  count = 7
  await shown('/users')
  await expect.element(tray().getByRole('link', { name: 'and 4 more' })).toHaveAttribute('href', '/jobs')
  expect(lines()).toEqual([
    'Remove 120 connections80 done · 2 failed · 38 queuedPaused',
    'Remove 120 connections80 done · 2 failed · 38 queuedScheduled',
    'Remove 118 connections80 done · 38 queuedRunning',
    'and 4 more',
  ])
  const link = tray().getByRole('link', { name: 'Remove 118 connections' })
  await expect.element(link).toHaveAttribute('href', '/jobs/3')
  expect(asked).toEqual(['/team/jobs?state=active&limit=10'])
})
it('says until which day one continues, and why one is paused', async () => {
  const reason = 'Paused because Ann signed out.'
  jobs = [
    teamJob(2, { continuesUntil: '2999-12-05T08:00:00.000Z' }),
    teamJob(1, { phase: 'paused', pauseCause: 'signed-out', reason }),
  ]
  await shown('/users')
  await expect.element(tray().getByText(/^Running until Dec 5/)).toBeVisible()
  await expect.element(tray().getByText('Paused', { exact: true })).toHaveAttribute('title', reason)
})
it('takes its room at the foot of the page, and gives it back', async () => {
  jobs = [teamJob(2)]
  await shown('/users')
  const room = () => document.documentElement.style.getPropertyValue('--jobs')
  await expect.poll(room).toMatch(/^\d+px$/)
  await tray().getByRole('button', { name: 'Hide these jobs in this tab' }).click()
  await expect.element(tray()).not.toBeInTheDocument()
  await expect.poll(room).toBe('')
})
it('is one line on a phone', async () => {
  await page.viewport(320, 700)
  jobs = [teamJob(2), teamJob(1)]
  await shown('/users')
  await expect.element(tray().getByRole('link')).toHaveTextContent('2 jobs on the server')
  await expect.element(tray().getByRole('link')).toHaveAttribute('href', '/jobs')
})
it('leaves out what this tab has begun, and on a job’s page that job', async () => {
  jobs = [teamJob(3), teamJob(2, { phase: 'paused' }), teamJob(1)]
  startedJobs.set([{ id: 1, operation: 'x', ids: new Set(), stale: [] }])
  await shown('/jobs/3')
  await expect.poll(lines).toHaveLength(1)
  expect(lines()[0]).toContain('Paused')
})
it('is not on the list of jobs, which has them, and asks for nothing there', async () => {
  jobs = [teamJob(1)]
  const { router } = await shown('/jobs')
  expect(asked).toEqual([])
  await router.navigate({ to: '/users' as never })
  await expect.element(tray()).toBeVisible()
})
it('a hidden tab asks nothing until it is seen', async () => {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  jobs = [teamJob(1)]
  await shown('/users')
  expect(asked).toEqual([])
  hidden.mockRestore()
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.element(tray()).toBeVisible()
})
it.each([403, 404, 503])('shows nothing where they can’t be had (%i), and asks after minutes', async (status) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  instead = () => refusal('STORE_UNAVAILABLE', status)
  jobs = [teamJob(1)]
  await shown('/users')
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  await vi.advanceTimersByTimeAsync(4 * 60_000)
  expect(asked).toHaveLength(1)
  expect(lines()).toEqual([])
  instead = undefined
  await vi.advanceTimersByTimeAsync(61_000)
  expect(asked).toHaveLength(2)
  await expect.poll(lines).toHaveLength(1)
})
