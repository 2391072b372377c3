/** The team's jobs on screen: rows, texts, filters, one job with its items and orders, and without any of it. */

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { ofServer, STREAM_CHECK } from '../../api/own-response-harness'
import { JobOrder, type TeamJob, type TeamJobItem } from '../../api/team-jobs'
import { jobItem, refusal, teamJob } from '../../changes/jobs/job-fixtures'
import { nextAccount, openAccount } from '../../core/account'
import { ConfigProvider } from '../../core/config'
import { pageConfig } from '../../core/config-harness'
import { openOperator } from '../../core/operator'
import { draw } from '../../ui/browser-harness'
import { Job } from './job-page'
import { Jobs } from './jobs-page'
import { QueuedNote } from './queued-note'

const asked: string[] = []
const ordered: string[] = []
interface Served {
  jobs?: readonly TeamJob[]
  items?: readonly TeamJobItem[]
  queued?: object[]
  responses?: object[]
  instead?: () => Response | undefined
  next?: string | null
}
function serve({
  jobs = [],
  items = [],
  queued = [],
  responses = [],
  instead = () => undefined,
  next = null,
}: Served): void {
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit) => {
    if (address !== STREAM_CHECK) asked.push(address)
    const refused = instead()
    if (refused) return refused
    const { pathname } = new URL(address, 'http://console.test')
    if (pathname === '/team/queued') return Response.json({ jobs: queued })
    if (pathname === '/team/jobs')
      return Response.json({ rows: jobs, next, count: { value: jobs.length, isExact: true } })
    const [, id, part] = /^\/team\/jobs\/(\d+)(\/items(?:\/\d+)?)?$/.exec(pathname) ?? []
    const job = jobs.find((one) => String(one.id) === id)
    if (!job) return refusal('NO_JOB', 404)
    if (part && part !== '/items') return Response.json({ n: 1, target: 'v 1', responses })
    if (part) return Response.json({ rows: items, next })
    const order = body ? JobOrder.parse(JSON.parse(String(body))) : undefined
    if (order) ordered.push('action' in order ? order.action : `share ${order.share}`)
    return Response.json(job)
  })
}

const onGo = vi.fn()
const within = (part: React.ReactNode, at = '/jobs') =>
  draw(
    <QueryClientProvider client={new QueryClient()}>
      <ConfigProvider value={pageConfig}>{part}</ConfigProvider>
    </QueryClientProvider>,
    at,
  )
const list = (search = {}) => within(<Jobs search={search} onGo={onGo} />)
const one = (jobId: string, search = {}) => within(<Job jobId={jobId} search={search} onGo={onGo} />, `/jobs/${jobId}`)
const rows = () => [...document.querySelectorAll('tbody tr:not([aria-hidden])')].map((row) => row.textContent)

let accounts = 0
beforeEach(async () => {
  asked.length = 0
  ordered.length = 0
  onGo.mockClear()
  openAccount(['http://host.test'], null, null)
  accounts += 1
  await nextAccount(`jobs-${accounts}`)
})
afterEach(() => vi.unstubAllGlobals())

it('lists what each does, how it stands, how far it is and who began it', async () => {
  serve({
    jobs: [
      teamJob(4, { startAt: '2999-01-01T00:00:00.000Z', begunBy: null }),
      teamJob(3, { phase: 'stopped', reason: 'Stopped after 5 requests.' }),
      teamJob(2),
      teamJob(1, {
        ...{ operation: 'DELETE /v3/users/{userId}', phase: 'ended', endedAt: '2026-01-02T01:00:00.000Z' },
        counts: { failed: 0, unknown: 0, asleep: 0, sending: 0, waiting: 0, done: 1 },
      }),
    ],
  })
  await list()
  await expect.element(page.getByRole('link', { name: 'Remove 1 user' })).toHaveAttribute('href', '/jobs/1')
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Jobs 4')
  const [scheduled, stopped, running, ended] = rows()
  expect(scheduled).toMatch(/Remove 120 connections Job 4 ?Scheduled starts .*No sign-in/)
  expect(stopped).toMatch(/Job 3 ?Stopped Stopped after 5 requests\./)
  expect(running).toMatch(/Job 2 ?Running.*80 done · 2 failed · 38 queued.*Ann/)
  expect(ended).toMatch(/Remove 1 user Job 1 ?Ended.*1 done.*Jan [12]/)
  expect(asked).toEqual(['/team/jobs?limit=25'])
})
it('is filtered by the address, and writes what is chosen into it', async () => {
  serve({})
  await list({ state: 'paused', after: 'x', limit: '50' })
  await expect.element(page.getByText('No older job matches State “Paused”.')).toBeVisible()
  expect(asked).toEqual(['/team/jobs?state=paused&limit=50&after=x'])
  await page.getByRole('combobox', { name: 'Operation' }).selectOptions('Remove users')
  expect(onGo).toHaveBeenCalledWith({ state: 'paused', limit: '50', operation: 'DELETE /v3/users/{userId}' })
})
it('says what jobs are where there are none', async () => {
  serve({})
  await list()
  await expect.element(page.getByText('No jobs yet.')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Connections' })).toHaveAttribute('href', '/connections')
})
it('leads to older ones, and back', async () => {
  serve({ jobs: [teamJob(1)], next: 'older' })
  await list({ after: 'here' })
  await expect
    .element(page.getByRole('link', { name: 'Older' }))
    .toHaveAttribute('href', expect.stringMatching(/\?after=older$/))
  await expect
    .element(page.getByRole('link', { name: 'Newest' }))
    .not.toHaveAttribute('href', expect.stringContaining('after'))
})
it('says what still works while the store is away, and requests jobs again only on a click', async () => {
  let isThere = false
  serve({ jobs: [teamJob(1)], instead: () => (isThere ? undefined : refusal('STORE_UNAVAILABLE', 503)) })
  await list()
  await expect.element(page.getByText('Lists, details, vehicle reads, and single removals still work.')).toBeVisible()
  expect(asked).toHaveLength(1)
  isThere = true
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('link', { name: 'Remove 120 connections' })).toBeVisible()
})
it.each(['0', 'x', '1e3', '9', '99999999999999999999'])('has no job %s, calmly', async (jobId) => {
  serve({})
  await one(jobId)
  await expect.element(page.getByRole('heading', { level: 1, name: 'No such job' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'All jobs' })).toHaveAttribute('href', '/jobs')
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})
it('shows one with its items, those that may be there as links', async () => {
  const hostile = '<img src=x onerror=alert(1)>'
  serve({
    jobs: [teamJob(2, { begunBy: hostile, hours: { from: '22:00', to: '06:00', timeZone: 'Europe/Berlin' } })],
    items: [
      jobItem(1, { target: 'c/1?', state: 'failed', status: 403, detail: hostile, requestId: 'r-1', tries: 2 }),
      jobItem(2, { target: '..', state: 'unknown' }),
      jobItem(3, { target: 'c-3', state: 'done', status: 204 }),
    ],
  })
  await one('2')
  const table = page.getByRole('table', { name: 'Items' })
  await expect.element(table.getByRole('link', { name: 'c/1?' })).toHaveAttribute('href', '/connections/c%2F1%3F')
  await expect.poll(rows).toHaveLength(3)
  expect(rows()[0]).toContain(`Failed (403) ${hostile}`)
  expect(rows()[2]).toContain('Done (204)')
  expect(table.getByRole('link').elements()).toHaveLength(1)
  await expect.element(page.getByText('22:00–06:00 each day (Europe/Berlin)')).toBeVisible()
  expect(document.querySelector('main img, td img, dd img')).toBeNull()
})
it.each([
  ['running', ['Pause', 'Stop']],
  ['paused', ['Resume', 'Stop']],
  ['stopped', ['Resume']],
  ['ended', []],
] as const)('that is %s can be told to %j', async (phase, verbs) => {
  serve({ jobs: [teamJob(2, { phase })] })
  await one('2')
  await expect.element(page.getByRole('heading', { name: 'Remove 120 connections' })).toBeVisible()
  const shown = ['Pause', 'Resume', 'Stop'].filter(
    (name) => page.getByRole('button', { name, exact: true }).elements().length > 0,
  )
  expect(shown).toEqual(verbs)
  for (const verb of verbs) {
    await page.getByRole('button', { name: verb, exact: true }).click()
    await expect.poll(() => ordered.at(-1)).toBe(verb.toLowerCase())
  }
})
it.each([
  ['DELETE /v3/connections/{connectionId}', 'Check 3 unknown (3 requests)'],
  ['DELETE /v3/users/{userId}', 'Check 3 unknown (up to 6 requests)'],
] as const)('offers to retry and to check what is left of %s, with the price', async (operation, check) => {
  const counts = { failed: 2, unknown: 3, asleep: 0, sending: 0, waiting: 0, done: 1 }
  serve({ jobs: [teamJob(2, { operation, phase: 'ended', counts })] })
  await one('2')
  await page.getByRole('button', { name: check }).click()
  await expect.poll(() => ordered).toEqual(['check'])
  await page.getByRole('button', { name: 'Retry 2 failed' }).click()
  await expect.poll(() => ordered).toEqual(['check', 'retry'])
})
it('shows the responses of one vehicle of a batch, and a vehicle that is asleep as no failure', async () => {
  const counts = { failed: 0, unknown: 0, asleep: 1, sending: 0, waiting: 0, done: 1 }
  const shared = { requests: [{ path: '/odometer' }, { path: '/fuel' }] }
  serve({
    jobs: [
      teamJob(2, {
        operation: 'POST /v2.0/vehicles/{id}/batch',
        effect: 'billed',
        phase: 'ended',
        counts,
        with: shared,
      }),
    ],
    items: [
      jobItem(2, { target: 'v 2', state: 'asleep', status: 409, tries: 1 }),
      jobItem(1, { target: 'v 1', state: 'done', status: 200, tries: 1 }),
    ],
    responses: [{ path: '/odometer', code: 200, body: { distance: 42 }, headers: {} }],
  })
  await one('2')
  await expect.poll(() => rows()[0]).toContain('Asleep (409)')
  await expect.element(page.getByText('1 vehicle is asleep. Nothing is wrong with it.')).toBeVisible()
  await page.getByRole('button', { name: 'View responses' }).nth(1).click()
  const panel = page.getByRole('dialog', { name: 'Responses of v 1' })
  await expect.element(panel.getByText('42 km')).toBeVisible()
  await expect.element(panel.getByText('Missing')).toBeVisible()
  expect(asked).toContain('/team/jobs/2/items/1')
  await panel.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Retry 1 asleep' }).click()
  await expect.poll(() => ordered).toEqual(['retry'])
})
it('says on a thing’s page in which jobs it is queued', async () => {
  serve({ queued: [{ id: 12, operation: 'x', begunBy: 'Ann' }] })
  await within(<QueuedNote of={{ user: 'u 1' }} />)
  await expect.element(page.getByText('Queued for removal in job 12 (started by Ann)')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'job 12' })).toHaveAttribute('href', '/jobs/12')
  expect(asked).toEqual(['/team/queued?user=u+1'])
})
it('says until when it continues, and who has to sign in again', async () => {
  serve({ jobs: [teamJob(2, { continuesUntil: '2999-12-05T08:00:00.000Z' })] })
  await one('2')
  await expect.element(page.getByText(/^Continues until Dec 5.+ unless you sign in again\.$/)).toBeVisible()
})
it('that paused because of a sign-in says why, and is adopted by another operator alone', async () => {
  const reason = 'Paused because Ann signed out.'
  const paused = { phase: 'paused', pauseCause: 'signed-out', reason, isYours: false } as const
  serve({ jobs: [teamJob(2, paused)] })
  await one('2')
  await expect
    .element(page.getByText(/continues in your name .+ instead of that of Ann\. The record names both/))
    .toBeVisible()
  await expect.element(page.getByRole('strong').getByText(reason)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Resume' })).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Adopt' }).click()
  await expect.poll(() => ordered).toEqual(['adopt'])
})
it('that paused because of your sign-in is resumed by you', async () => {
  serve({ jobs: [teamJob(2, { phase: 'paused', pauseCause: 'sign-in-expired', reason: 'Paused.' })] })
  await one('2')
  await expect.element(page.getByText('Resume it if it should continue.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Adopt' })).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect.poll(() => ordered).toEqual(['resume'])
})
it('names who adopted it', async () => {
  serve({ jobs: [teamJob(2, { adoptedBy: 'Bob', isYours: false, continuesUntil: '2999-12-05T08:00:00.000Z' })] })
  await one('2')
  await expect.element(page.getByText(/unless Bob signs in again\.$/)).toBeVisible()
  await expect.element(page.getByRole('definition').getByText('Bob', { exact: true })).toBeVisible()
})
it('has its items as a file, of changes as long as the job is there', async () => {
  serve({ jobs: [teamJob(2)], items: [jobItem(1)] })
  await one('2')
  const file = page.getByRole('link', { name: 'JSON Lines' })
  await expect.element(file).toHaveAttribute('href', '/team/jobs/2/file?format=jsonl')
  await expect.element(page.getByText('File of all items:')).toBeVisible()
})
it('has no links to a file that requires another role, and says which', async () => {
  await openOperator({ ...pageConfig, signIn: 'proxy', operator: { id: 'ann', name: 'Ann', role: 'viewer' } })
  serve({ jobs: [teamJob(2, { operation: 'POST /v2.0/vehicles/{id}/batch', effect: 'billed' })] })
  await one('2')
  await expect.element(page.getByText('The file of this job requires the reader role.')).toBeVisible()
  expect(page.getByRole('link', { name: 'CSV' }).elements()).toEqual([])
  await openOperator(pageConfig)
})
const walk = (more: Partial<TeamJob> = {}) =>
  teamJob(3, {
    ...{ operation: 'GET /v3/connections', with: { query: {} }, requests: 1_000, share: 25 },
    counts: { failed: 0, unknown: 0, asleep: 0, sending: 1, waiting: 0, done: 12 },
    results: { rows: 1_200, total: 100_000, bytes: 400_000 },
    ...more,
  })
it('an export says how far it has read, by page, and that its file is a part', async () => {
  serve({ jobs: [walk()], items: [jobItem(13, { target: 'connections', page: 13, state: 'sending' })] })
  await one('3')
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Export connections')
  await expect.element(page.getByText('1,200 of 100,000 rows')).toBeVisible()
  await expect.element(page.getByText('Partial until the job has ended.')).toBeVisible()
  await expect.element(page.getByText('Page 13', { exact: true })).toBeVisible()
})
it('the rate limit of a job can be changed while it goes on', async () => {
  serve({ jobs: [walk()] })
  await one('3')
  await expect.element(page.getByRole('radio', { name: '25%' })).toBeChecked()
  await page.getByRole('radio', { name: '50%' }).click({ force: true })
  await vi.waitFor(() => expect(ordered).toEqual(['share 50']))
})
it('a proxy’s sign-in page isn’t saved as the file', async () => {
  serve({ jobs: [walk()] })
  await one('3')
  const saved: string[] = []
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.href) // by the console: a person's click calls no method
  })
  const link = page.getByRole('link', { name: 'CSV' })
  const checked = vi.fn(async (_: string) =>
    Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' }),
  )
  vi.stubGlobal('fetch', checked)
  const isLeftToBrowser: boolean[] = []
  const note = (event: Event) => isLeftToBrowser.push(!event.defaultPrevented)
  addEventListener('click', note, { once: true })
  await link.click()
  expect(isLeftToBrowser).toEqual([false])
  await vi.waitFor(() => expect(checked).toHaveBeenCalledWith('/config.json', expect.anything()))
  await new Promise((resolve) => setTimeout(resolve)) // what follows a check has had its turn
  expect(saved).toEqual([])
  vi.stubGlobal('fetch', async () => Response.json({}, { headers: ofServer }))
  await link.click()
  await vi.waitFor(() => expect(saved).toEqual([expect.stringContaining('/team/jobs/3/file?format=csv')]))
  click.mockRestore()
})
it('a file that was erased isn’t offered', async () => {
  const ended = {
    phase: 'ended',
    endedAt: '2026-01-01T00:00:00.000Z',
    resultsUntil: '2026-01-02T00:00:00.000Z',
  } as const
  serve({ jobs: [walk(ended)] })
  await one('3')
  await expect.element(page.getByText('The file was erased a day after the job ended.')).toBeVisible()
  expect(document.querySelector('a[download]')).toBeNull()
})
it('a target of several IDs shows each, and links to the vehicle', async () => {
  const target = 'v-1/u%2F2'
  serve({
    jobs: [teamJob(4, { operation: 'POST /v3/subscriptions', with: { webhookId: 'w-1' } })],
    items: [jobItem(1, { target })],
  })
  await one('4')
  await expect.element(page.getByRole('link', { name: 'v-1' })).toHaveAttribute('href', '/vehicles/v-1')
  await expect.element(page.getByText('u/2', { exact: true })).toBeVisible()
})
