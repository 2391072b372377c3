/** Jobs at the foot of a page: which lines there are, and what those offer that were started here. */

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { STREAM_CHECK } from '../../api/own-response-harness'
import type { TeamJob } from '../../api/team-jobs'
import { nextAccount, openAccount } from '../../core/account'
import { ConfigProvider } from '../../core/config'
import { pageConfig } from '../../core/config-harness'
import { draw } from '../../ui/browser-harness'
import { jobItem, refusal, teamJob } from './job-fixtures'
import { JobTray } from './job-tray'
import { type StartedJob, startedJobs } from './started-jobs'

const asked: string[] = []
let jobs: readonly TeamJob[] = []
let count: number | undefined
let instead: (() => Response) | undefined
/** Responds about one job. */
let one: ((address: string, init?: RequestInit) => Response) | undefined

const tray = () => page.getByRole('complementary', { name: 'Jobs', exact: true })
const lines = () => [...document.querySelectorAll('aside li')].map((line) => line.textContent)
const shown = (at: string) =>
  draw(
    <QueryClientProvider client={new QueryClient()}>
      <ConfigProvider value={pageConfig}>
        <JobTray />
      </ConfigProvider>
    </QueryClientProvider>,
    at,
  )

let accounts = 0
beforeEach(async () => {
  asked.length = 0
  jobs = []
  count = undefined
  instead = undefined
  one = undefined
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    if (address !== STREAM_CHECK) asked.push(address)
    const own = /^\/team\/jobs\/\d+/.test(address) ? one?.(address, init) : undefined
    return (
      own ??
      instead?.() ??
      Response.json({ rows: jobs, next: null, count: { value: count ?? jobs.length, isExact: true } })
    )
  })
  openAccount(['http://host.test'], null, null)
  accounts += 1
  await nextAccount(`jobs-${accounts}`)
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
    teamJob(3, { counts: { failed: 0, unknown: 0, asleep: 0, sending: 0, waiting: 38, done: 80 } }),
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
  await tray().getByRole('button', { name: 'Hide these jobs on this page' }).click()
  await expect.element(tray()).not.toBeInTheDocument()
  await expect.poll(room).toBe('')
})
it('is one line on a phone', async () => {
  await page.viewport(320, 700)
  jobs = [teamJob(2), teamJob(1)]
  await shown('/users')
  await expect.element(tray().getByRole('link')).toHaveTextContent('2 jobs')
  await expect.element(tray().getByRole('link')).toHaveAttribute('href', '/jobs')
})
const started = (ids: readonly string[], more: Partial<StartedJob> = {}) =>
  startedJobs.set([
    { id: 1, operation: 'DELETE /v3/connections/{connectionId}', ids: new Set(ids), stale: [], ...more },
  ])
const counts = (failed: number, waiting: number, done: number) => ({
  failed,
  unknown: 0,
  asleep: 0,
  sending: 0,
  waiting,
  done,
})

it('shows what was started here once, and not the job whose page it is on', async () => {
  jobs = [teamJob(3), teamJob(2, { phase: 'paused' }), teamJob(1)]
  one = () => Response.json(teamJob(1))
  started(['c-1'])
  await shown('/jobs/3')
  await expect.poll(lines).toHaveLength(2)
  await expect.poll(() => lines()[0]).toContain('Running')
  expect(lines()[1]).toContain('Paused')
})
it('says how what was started here ended, deselects what succeeded, and is dismissed', async () => {
  const onOver = vi.fn(() => undefined)
  const items = [jobItem(2, { state: 'failed' }), jobItem(1, { state: 'done' }), jobItem(3, { state: 'done' })]
  one = (address) =>
    address.includes('/items')
      ? Response.json({ rows: items, next: null })
      : Response.json(teamJob(1, { phase: 'ended', counts: counts(1, 0, 2) }))
  started(['c-1', 'c-2', 'c-3'], { onOver })
  await shown('/users')
  await expect.element(tray().getByRole('status')).toHaveTextContent('Remove 3 connections: 2 done · 1 failed. Ended')
  await vi.waitFor(() => expect(onOver).toHaveBeenCalledWith(['c-1', 'c-3']))
  await tray().getByRole('button', { name: 'Dismiss job 1' }).click()
  await expect.element(tray()).not.toBeInTheDocument()
})
it('asks for no items if all succeeded', async () => {
  const onOver = vi.fn(() => undefined)
  one = () => Response.json(teamJob(1, { phase: 'ended', counts: counts(0, 0, 2) }))
  started(['c-1', 'c-2'], { onOver })
  await shown('/users')
  await vi.waitFor(() => expect(onOver).toHaveBeenCalledWith(['c-1', 'c-2']))
  expect(asked.filter((address) => address.includes('/items'))).toEqual([])
})
it('retries what failed from its line, and follows it again', async () => {
  let job = teamJob(1, { phase: 'ended', counts: counts(1, 0, 2) })
  const orders: unknown[] = []
  one = (address, init) => {
    if (address.includes('/items')) return Response.json({ rows: [jobItem(2, { state: 'failed' })], next: null })
    if (init?.method === 'POST') {
      orders.push(JSON.parse(String(init.body)))
      job = teamJob(1, { counts: counts(0, 1, 2) })
    }
    return Response.json(job)
  }
  started(['c-1', 'c-2', 'c-3'])
  await shown('/users')
  await tray().getByRole('button', { name: 'Retry 1 failed' }).click()
  await expect.element(tray().getByRole('status')).toHaveTextContent('Running')
  expect(orders).toEqual([{ action: 'retry' }])
  expect(startedJobs.get()[0]?.isOver).toBe(false)
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
it('has jobs again soon after the store is back', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  instead = () => refusal('STORE_UNAVAILABLE', 503)
  jobs = [teamJob(1)]
  await shown('/users')
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  await vi.advanceTimersByTimeAsync(5_000)
  expect(asked).toHaveLength(2)
  instead = undefined
  await vi.advanceTimersByTimeAsync(5_000)
  expect(asked).toHaveLength(3)
  await expect.poll(lines).toHaveLength(1)
})
it.each([403, 404])('shows nothing if they are refused (%i), and requests them again after minutes', async (status) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  instead = () => refusal('ROLE', status)
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
