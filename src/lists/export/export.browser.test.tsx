/** The export of a list: the page at once, everything as a job of the server with its price, and the file that is saved. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { NewTeamJob } from '../../api/new-team-job'
import type { Search } from '../../api/search'
import { refusal, teamJob } from '../../changes/jobs/job-fixtures'
import { JobTray } from '../../changes/jobs/job-tray'
import { startedJobs } from '../../changes/jobs/started-jobs'
import { nextAccount, openAccount } from '../../core/account'
import { ConfigProvider } from '../../core/config'
import { pageConfig } from '../../core/config-harness'
import { draw } from '../../ui/browser-harness'
import { TakeAway } from '../service-list/export-list'
import type { ListAnswer } from '../service-list/list-file'

interface Thing {
  id: string
}
const sent = {
  data: [{ id: 'c-1' }],
  meta: { pageNumber: 1, pageSize: 10, totalCount: 2500 },
  links: { self: '', first: '', prev: null, next: null, last: '' },
}
const answer: ListAnswer<Thing> = { value: sent, raw: sent, differences: [], status: 200, facts: {}, receivedAt: 0 }
const filtered: Search = { 'filter[user.externalId]': '=1+1', 'page[number]': '3', 'page[size]': '10' }

/** The jobs that the page began. */
const asked: NewTeamJob[] = []
function serve(of: { begin?: () => Response; job?: ReturnType<typeof teamJob> }): void {
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit) => {
    if (/^\/team\/jobs\/\d+$/.test(address)) return Response.json(of.job ?? teamJob(12))
    if (address.startsWith('/team/jobs?'))
      return Response.json({ rows: [], next: null, count: { value: 0, isExact: true } })
    if (address !== '/team/jobs') return refusal('NO_JOB', 404)
    const job = NewTeamJob.parse(JSON.parse(String(body)))
    asked.push(job)
    const begins = {
      job: teamJob(12, { operation: job.operation }),
      targets: 1,
      requests: null,
      continuesUntil: null,
      signInDays: null,
      queued: [],
    }
    return of.begin?.() ?? Response.json(begins)
  })
}

const open = (id: 'connections' | 'webhooks' | 'subscriptions' = 'connections', search = filtered) =>
  draw(
    <QueryClientProvider client={new QueryClient()}>
      <ConfigProvider value={pageConfig}>
        <TakeAway
          {...{ id, search, answer }}
          one="thing"
          sizes={[10, 100]}
          file={{ columns: { id: ({ id }) => id }, readPage: async () => answer, service: 'https://example.com' }}
        />
        <JobTray />
      </ConfigProvider>
    </QueryClientProvider>,
  )
const everything = (kind = 'CSV') => page.getByRole('button', { name: `${kind} of everything` })
const start = async (kind?: string) => {
  await everything(kind).click()
  await vi.waitFor(() => expect(startedJobs.get()).toHaveLength(1))
}
const saved: string[] = []
/** Links that are clicked without being in the page have no event. */
function noteSaved(this: HTMLAnchorElement) {
  saved.push(this.download || this.pathname + this.search)
}

let accounts = 0
beforeEach(async () => {
  asked.length = 0
  saved.length = 0
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(noteSaved)
  openAccount(['http://host.test'], null, null)
  accounts += 1
  await nextAccount(`exports-${accounts}`)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('names the price of everything before anything is sent', async () => {
  serve({})
  await open()
  await expect.element(page.getByText('Everything (25 requests)')).toBeVisible()
  await expect.element(page.getByText(/^XLSX is for spreadsheets/)).toHaveTextContent("('+44…)")
  expect(asked).toEqual([])
})

it.each(['CSV', 'JSON', 'XLSX'])('saves the page on screen as %s, without a request', async (kind) => {
  serve({})
  await open()
  await page.getByRole('button', { name: `${kind} of this page` }).click()
  await expect.element(page.getByText('Saved 1 row.')).toBeVisible()
  const end = `\\.${kind.toLowerCase()}$`
  expect(saved).toEqual([expect.stringMatching(new RegExp(`^connections - .* - 1 row - one page - 20.*${end}`))])
  const about = page.getByRole('button', { name: 'Save details of this file' })
  if (kind === 'JSON') {
    await expect.element(about).not.toBeInTheDocument()
    return
  }
  await about.click()
  expect(saved[1]).toMatch(/\.about\.json$/)
})

it.each(['connections', 'webhooks', 'subscriptions'] as const)('sends the filters of %s, and no page', async (list) => {
  serve({})
  await open(list)
  await start()
  expect(asked).toMatchObject([
    { operation: `GET /v3/${list}`, with: { query: { 'filter[user.externalId]': '=1+1' } } },
  ])
  expect(asked[0]).not.toHaveProperty('with.query.page[number]')
  for (const term of ['startAt', 'hours', 'share', 'isWithoutQueued']) expect(asked[0]).not.toHaveProperty(term)
})

it('names its job, in the panel and on the page, and starts no second one meanwhile', async () => {
  serve({ job: teamJob(12, { operation: 'GET /v3/connections' }) })
  const first = await open()
  await start()
  await expect.element(page.getByRole('link', { name: 'Job 12' }).first()).toHaveAttribute('href', '/jobs/12')
  await expect.element(everything()).toHaveAccessibleDescription('Job 12 is exporting this list. Wait for it to end.')
  await everything('XLSX').click({ force: true })
  expect(asked).toHaveLength(1)
  // Found again once the panel is opened again, for the same question alone.
  await first.unmount()
  const second = await open()
  await expect.element(everything()).toHaveAttribute('aria-disabled', 'true')
  await second.unmount()
  await open('connections', {})
  await expect.element(everything()).not.toHaveAttribute('aria-disabled')
  expect(saved).toEqual([])
})

const counts = { failed: 0, unknown: 0, asleep: 0, sending: 0, waiting: 0, done: 25 }
it('saves the server’s file once the job has ended, and can start another', async () => {
  serve({ job: teamJob(12, { operation: 'GET /v3/connections', phase: 'ended', counts }) })
  await open()
  await start('XLSX')
  await expect.element(page.getByText('Job 12 ended: 25 done.').first()).toBeVisible()
  await expect.poll(() => saved).toEqual(['/team/jobs/12/file?format=xlsx'])
  await expect.element(everything()).not.toHaveAttribute('aria-disabled')
})
it('saves no partial file: the job’s page has it', async () => {
  serve({ job: teamJob(12, { operation: 'GET /v3/connections', phase: 'ended', counts: { ...counts, failed: 1 } }) })
  await open()
  await start()
  await expect.element(page.getByText(/^Job 12 ended: .*1 failed/).first()).toBeVisible()
  await expect.element(everything()).not.toHaveAttribute('aria-disabled')
  expect(saved).toEqual([])
})

it('shows why the job couldn’t start, and can be tried again', async () => {
  serve({ begin: () => refusal('STORE_UNAVAILABLE', 503) })
  await open()
  await everything().click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Couldn’t start the job')
  expect(startedJobs.get()).toEqual([])
  await everything().click()
  await vi.waitFor(() => expect(asked).toHaveLength(2))
})
