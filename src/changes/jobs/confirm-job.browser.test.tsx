/** The dialog before a removal of many: the terms it offers, what it sends, what is queued already, why it can't start. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { PageConfig, Session } from '../../api/config'
import { NewTeamJob } from '../../api/new-team-job'
import { ofServer } from '../../api/own-response-harness'
import { nextAccount, openAccount } from '../../core/account'
import { ConfigProvider } from '../../core/config'
import { pageConfig } from '../../core/config-harness'
import { draw } from '../../ui/browser-harness'
import { ConfirmJob } from './confirm-job'
import { refusal, teamJob } from './job-fixtures'
import { startedJobs } from './started-jobs'

const operation = 'DELETE /v3/connections/{connectionId}' as const
const ids = ['c-1', 'c-2', 'c-3']
const onClose = vi.fn()

let session: Session
/** Jobs that were to be started, without previews. */
const asked: NewTeamJob[] = []
function serve(answer: (job: NewTeamJob) => object | Response, can?: Response): void {
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit) => {
    if (address === '/session') return Response.json(session, { headers: ofServer })
    if (address !== '/team/jobs') return refusal('NO_JOB', 404)
    const job = NewTeamJob.parse(JSON.parse(String(body)))
    if (job.isDryRun)
      return (
        can?.clone() ??
        Response.json({ job: null, targets: 1, requests: 1, continuesUntil: null, signInDays: null, queued: [] })
      )
    asked.push(job)
    const given = answer(job)
    return given instanceof Response ? given : Response.json(given)
  })
}

const open = (config: Partial<PageConfig> = {}) =>
  draw(
    <QueryClientProvider client={new QueryClient()}>
      <ConfigProvider value={{ ...pageConfig, ...config }}>
        <ConfirmJob
          onClose={onClose}
          draft={{ operation, targets: ids }}
          isRemoval
          count={ids.length}
          stale={[]}
          host="vehicle"
          title="Remove 3 connections?"
          verb="Remove 3 connections"
          consequences="What goes"
        />
      </ConfigProvider>
    </QueryClientProvider>,
  )
const choose = (name: string) => page.getByRole('radio', { name, exact: true }).click({ force: true })
const remove = () => page.getByRole('button', { name: 'Remove 3 connections' })

let accounts = 0
beforeEach(async () => {
  onClose.mockClear()
  asked.length = 0
  openAccount(['http://host.test'], null, null)
  accounts += 1
  session = { account: `place-${accounts}`, version3: false, version2: false, vehicles: {} }
  await nextAccount(`place-${accounts}`)
})
afterEach(() => vi.unstubAllGlobals())

const begun = { job: teamJob(7), targets: 3, requests: 3, continuesUntil: null, signInDays: null, queued: [] }

it('sends each ID once, and marks their rows', async () => {
  serve(() => begun)
  await open()
  await expect.element(page.getByText('Continues if you close the page.')).toBeVisible()
  await remove().click()
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
  expect(asked).toMatchObject([{ operation, targets: ids }])
  expect(asked[0]).not.toHaveProperty('startAt')
  expect(asked[0]).not.toHaveProperty('hours')
  expect(startedJobs.get()).toMatchObject([{ id: 7, operation, ids: new Set(ids) }])
})
it('says when the job of a token that was added in this browser ends', async () => {
  session = { ...session, version3: true, version3EndsAt: new Date(2026, 0, 5, 22, 10).toISOString() }
  serve(() => begun)
  await open()
  const said =
    'This token was added in this browser: the job ends when you forget it, at 22:10 at the latest. For longer work, set the token on the server.'
  await expect.element(page.getByText(said)).toBeVisible()
})
it.each([
  ['memory', false, 1],
  ['memory', true, 0],
  ['folder', false, 0],
] as const)('with a store in %s (sandbox: %s) says what knows of it after a stop', async (kind, sandbox, times) => {
  serve(() => begun)
  await open({ sandbox, store: { kind } })
  await expect.element(page.getByText('Continues if you close the page.')).toBeVisible()
  expect(page.getByText('only its log, or AUDIT_LOG, will know what was sent').elements()).toHaveLength(times)
})
it('starts at a time that is ahead, or within hours', async () => {
  serve(() => ({ job: teamJob(7), targets: 3, requests: 3, continuesUntil: null, signInDays: null, queued: [] }))
  await open()
  await choose('At a time')
  await expect.element(remove()).toHaveAccessibleDescription('Enter a start time in the future')
  await page.getByLabelText('Start at (local)').fill('2001-01-01T00:00')
  await expect.element(remove()).toHaveAttribute('aria-disabled', 'true')
  await page.getByLabelText('Start at (local)').fill('2999-01-01T00:00')
  await expect.element(remove()).not.toHaveAttribute('aria-disabled')
  await choose('Within hours')
  await page.getByLabelText('From').fill('20:30')
  await page.getByLabelText('To', { exact: true }).fill('20:30')
  await expect.element(remove()).toHaveAccessibleDescription('Enter two different times')
  await page.getByLabelText('To', { exact: true }).fill('05:15')
  await remove().click()
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  expect(asked[0]).toMatchObject({ hours: { from: '20:30', to: '05:15', timeZone } })
  expect(asked[0]).not.toHaveProperty('startAt')
})
it('says until when it continues without another sign-in, and takes no start that is too far ahead', async () => {
  const until = new Date(Date.now() + 7 * 86_400_000).toISOString()
  serve(
    () => ({}),
    Response.json({ job: null, targets: 1, requests: 1, continuesUntil: until, signInDays: 7, queued: [] }),
  )
  await open()
  await expect.element(page.getByText(/^Continues until .+ unless you sign in again\.$/)).toBeVisible()
  await choose('At a time')
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 16)
  await page.getByLabelText('Start at').fill(inDays(30))
  await expect.element(page.getByText('Starts only if you’ve signed in within the 7 days before.')).toBeVisible()
  await page.getByLabelText('Start at').fill(inDays(62))
  await expect.element(remove()).toHaveAccessibleDescription('Enter a start time at most 60 days ahead')
})
it('says what is queued already, and leaves it out on a click', async () => {
  const hostile = '<img src=x onerror=alert(1)>\u202e'
  const queued = [{ job: 5, begunBy: hostile, count: 1 }]
  serve(({ isWithoutQueued }) =>
    isWithoutQueued
      ? { job: teamJob(8), targets: 2, requests: null, continuesUntil: null, signInDays: null, queued }
      : { job: null, targets: 2, requests: null, continuesUntil: null, signInDays: null, queued },
  )
  await open()
  await remove().click()
  await expect.element(page.getByRole('dialog', { name: '1 connection is already queued' })).toBeVisible()
  await expect.element(page.getByText(`1 is already queued in job 5 (started by ${hostile}).`)).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'job 5' })).toHaveAttribute('href', '/jobs/5')
  expect(document.querySelector('img')).toBeNull()
  expect([startedJobs.get(), onClose.mock.calls.length]).toEqual([[], 0])
  await page.getByRole('button', { name: 'Leave them out' }).click()
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
  expect(asked.map(({ isWithoutQueued }) => isWithoutQueued)).toEqual([undefined, true])
  expect(asked[0]?.key).not.toBe(asked[1]?.key)
})
it('begins nothing where all are queued already', async () => {
  serve(() => ({
    job: null,
    targets: 0,
    requests: null,
    continuesUntil: null,
    signInDays: null,
    queued: [{ job: 5, begunBy: null, count: 3 }],
  }))
  await open()
  await remove().click()
  await expect.element(page.getByText('3 are already queued in job 5.')).toBeVisible()
  await expect
    .element(page.getByRole('button', { name: 'Leave them out' }))
    .toHaveAccessibleDescription('None are left for a new job.')
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect([onClose.mock.calls.length, asked.length]).toEqual([1, 1])
})
it('stays open if the job couldn’t be started', async () => {
  serve(() => refusal('STORE_UNAVAILABLE', 503))
  await open()
  await remove().click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Couldn’t start the job')
  expect([onClose.mock.calls.length, startedJobs.get()]).toEqual([0, []])
})
it.each([
  ['STORE_UNAVAILABLE', 503, 'Can’t start now: the server’s store is unavailable.'],
  ['BAD_REQUEST', 400, 'Can’t start now: It requires AUDIT_LOG.'],
])('can’t be confirmed if the server refuses (%s), and says why', async (code, status, said) => {
  serve(() => ({}), refusal(code, status, 'It requires AUDIT_LOG.'))
  await open()
  await expect.element(page.getByRole('dialog').getByRole('status')).toHaveTextContent(said)
  await expect.element(remove()).toHaveAccessibleDescription(said)
  await remove().click({ force: true })
  expect([asked.length, onClose.mock.calls.length]).toEqual([0, 0])
})
it('can be confirmed once the store is back', async () => {
  let isAway = true
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'], shouldAdvanceTime: true })
  vi.stubGlobal('fetch', async (address: string) => {
    if (address === '/session') return Response.json(session, { headers: ofServer })
    return isAway ? refusal('STORE_UNAVAILABLE', 503) : Response.json({ ...begun, job: null })
  })
  await open()
  await expect.element(remove()).toHaveAttribute('aria-disabled', 'true')
  isAway = false
  await vi.advanceTimersByTimeAsync(6_000)
  await expect.element(remove()).not.toHaveAttribute('aria-disabled')
  vi.useRealTimers()
})
