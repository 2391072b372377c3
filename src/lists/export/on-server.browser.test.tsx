/** Everything that a list matches as a job of the server: where it is offered, what is sent, what is said of it. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
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
import { Export } from './export'
import { FileWriter } from './writer'

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

/** What was to be begun, without the question whether it can be. */
const asked: NewTeamJob[] = []
function serve(of: { begin?: () => Response; can?: Response; job?: ReturnType<typeof teamJob> }): void {
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit) => {
    if (/^\/team\/jobs\/\d+$/.test(address)) return Response.json(of.job ?? teamJob(12))
    if (address.startsWith('/team/jobs?'))
      return Response.json({ rows: [], next: null, count: { value: 0, isExact: true } })
    if (address !== '/team/jobs') return refusal('NO_JOB', 404)
    const job = NewTeamJob.parse(JSON.parse(String(body)))
    if (job.isDryRun)
      return (
        of.can?.clone() ??
        Response.json({ job: null, targets: 1, requests: null, continuesUntil: null, signInDays: null, queued: [] })
      )
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

const open = (id: 'connections' | 'webhooks' | 'subscriptions' = 'connections', search = filtered, hasTeam = true) =>
  draw(
    <QueryClientProvider client={new QueryClient()}>
      <ConfigProvider value={{ ...pageConfig, hasTeam }}>
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
const start = page.getByRole('button', { name: 'Start job' })
const begins = async () => {
  await expect.element(page.getByText('Continues if you close the page.')).toBeVisible()
  await start.click()
  await vi.waitFor(() => expect(startedJobs.get()).toHaveLength(1))
}

let accounts = 0
beforeEach(async () => {
  asked.length = 0
  openAccount(['http://host.test'], null, null)
  accounts += 1
  await nextAccount(`exports-${accounts}`)
})
afterEach(() => vi.unstubAllGlobals())

describe('is offered', () => {
  it('for the price of everything, beside it', async () => {
    serve({})
    await open()
    await expect.element(page.getByText('Everything, on the server (25 requests)')).toBeVisible()
    await expect.element(page.getByText('Everything (25 requests)')).toBeVisible()
  })
  it('nowhere without a store, and for nothing that the server can’t read', async () => {
    serve({})
    await open('connections', filtered, false)
    await expect.element(page.getByText('Everything (25 requests)')).toBeVisible()
    await expect.element(start).not.toBeInTheDocument()
    const own = { name: 'activity', columns: ['id'], page: [], total: 1, question: '', service: '' }
    const { container } = await draw(
      <ConfigProvider value={{ ...pageConfig, hasTeam: true }}>
        <Export {...own} pages={() => async () => ({ rows: [], total: 0, isLast: true })} />
      </ConfigProvider>,
    )
    expect(container.textContent).toContain('Everything')
    expect(container.textContent).not.toContain('on the server')
  })
})

it('says what CSV is for, how Excel reads it, and what is guarded in it', async () => {
  serve({})
  await open('connections', filtered, false)
  await expect.element(page.getByText('CSV is for programs.')).toHaveTextContent(/Data > From Text\/CSV with UTF-8/)
  await expect.element(page.getByText('CSV is for programs.')).toHaveTextContent("('+44…)")
  const writer = new FileWriter('CSV', ['phone'])
  await writer.add([{ id: '1', record: { phone: '+44 20' }, raw: {} }])
  expect(await (await writer.end({} as never /* a CSV has no facts */)).text()).toContain("'+44 20")
})

it.each(['connections', 'webhooks', 'subscriptions'] as const)('sends the filters of %s, and no page', async (list) => {
  serve({})
  await open(list)
  await begins()
  expect(asked).toMatchObject([
    { operation: `GET /v3/${list}`, with: { query: { 'filter[user.externalId]': '=1+1' } } },
  ])
  expect(asked[0]).not.toHaveProperty('with.query.page[number]')
  for (const term of ['startAt', 'hours', 'share', 'isWithoutQueued']) expect(asked[0]).not.toHaveProperty(term)
})
it('without a filter sends none', async () => {
  serve({})
  await open('webhooks', { 'page[number]': '2' })
  await begins()
  expect(asked).toMatchObject([{ operation: 'GET /v3/webhooks', with: { query: {} } }])
})

it('says which job it is, in the panel and on the page, and starts no second one meanwhile', async () => {
  serve({ job: teamJob(12, { operation: 'GET /v3/connections' }) })
  const first = await open()
  await begins()
  await expect.element(page.getByRole('link', { name: 'Job 12' }).first()).toHaveAttribute('href', '/jobs/12')
  await expect.element(page.getByRole('button', { name: 'Dismiss job 12' })).toBeVisible()
  await expect.element(start).toHaveAccessibleDescription('Job 12 is exporting this list. Wait for it to end.')
  await start.click({ force: true })
  expect(asked).toHaveLength(1)
  // Found again once the panel is opened anew, for the same question alone.
  await first.unmount()
  const second = await open()
  await expect.element(start).toHaveAttribute('aria-disabled', 'true')
  await second.unmount()
  await open('connections', {})
  await expect.element(start).not.toHaveAttribute('aria-disabled')
})
it('can be begun again once it has ended', async () => {
  const counts = { failed: 0, unknown: 0, sending: 0, waiting: 0, done: 25 }
  serve({ job: teamJob(12, { operation: 'GET /v3/connections', phase: 'ended', counts }) })
  await open()
  await begins()
  await expect.element(page.getByText('Job 12 ended: 25 done.').first()).toBeVisible()
  await expect.element(start).not.toHaveAttribute('aria-disabled')
})

it.each([
  ['NOT_TEAM_ACCOUNT', 404, 'Can’t start now: your token is for another account.'],
  ['STORE_UNAVAILABLE', 503, 'Can’t start now: the server’s store is unavailable.'],
  ['BAD_REQUEST', 400, 'Can’t start now: It has no filter <b>.'],
])('says why the server can’t (%s), and begins nothing', async (code, status, said) => {
  serve({ can: refusal(code, status, 'It has no filter <b>.') })
  await open()
  await expect.element(page.getByText(said)).toBeVisible()
  await expect.element(start).toHaveAccessibleDescription(said)
  await start.click({ force: true })
  expect([asked, startedJobs.get()]).toEqual([[], []])
})
it('says what failed as it was started, and can be tried again', async () => {
  serve({ begin: () => refusal('STORE_UNAVAILABLE', 503) })
  await open()
  await expect.element(start).not.toHaveAttribute('aria-disabled')
  await start.click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Couldn’t start the job')
  expect(startedJobs.get()).toEqual([])
  await start.click()
  await vi.waitFor(() => expect(asked).toHaveLength(2))
})
