/** All values of a signal: the price before they are read, the job that reads them, and what the page has of it. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { NewTeamJob } from '../../api/new-team-job'
import { ofServer, STREAM_CHECK } from '../../api/own-response-harness'
import type { JobOrder, TeamJob } from '../../api/team-jobs'
import { refusal, teamJob } from '../../changes/jobs/job-fixtures'
import { JobTray } from '../../changes/jobs/job-tray'
import { startedJobs } from '../../changes/jobs/started-jobs'
import { nextAccount, openAccount } from '../../core/account'
import { useAllValues } from './all-values'
import { ReadAll } from './read-all'
import { drawAsConsole } from './signals-harness'

const operation = 'GET /v3/vehicles/{vehicleId}/signals/{signalCode}/values'
const wanted = { vehicleId: 'a/car', signalCode: 'odometer-traveleddistance' }
const target = 'a%2Fcar/odometer-traveleddistance'
const preview = { job: null, targets: 1, requests: null, continuesUntil: null, signInDays: null, queued: [] }
const counts = (done: number, waiting: number) => ({ failed: 0, unknown: 0, asleep: 0, sending: 0, waiting, done })
const running = { counts: counts(3, 1), results: { rows: 300, total: 4000, bytes: 9000 } } as const

/** Jobs that were to be started, orders, and everything else that was requested. */
const jobs: NewTeamJob[] = []
const orders: JobOrder[] = []
const requested: string[] = []
let job: TeamJob
let file: () => Response
function serve(instead?: Response): void {
  vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit = {}) => {
    if (address === '/session')
      return Response.json({ account: `values-${accounts}`, vehicles: {} }, { headers: ofServer })
    if (address.startsWith('/team/jobs?'))
      return Response.json({ rows: [], next: null, count: { value: 0, isExact: true } })
    if (address === '/team/jobs') {
      const sent = NewTeamJob.parse(JSON.parse(String(body)))
      if (sent.isDryRun) return instead?.clone() ?? Response.json(preview)
      jobs.push(sent)
      return Response.json({ ...preview, job })
    }
    if (address === '/team/jobs/9' && method === 'POST') {
      orders.push(JSON.parse(String(body)))
      return Response.json(job)
    }
    if (address === '/team/jobs/9') return Response.json(job)
    if (address !== STREAM_CHECK) requested.push(address)
    return address.startsWith('/team/jobs/9/file') ? file() : refusal('NO_JOB', 404)
  })
}
/** State of all values on a page. */
let all: ReturnType<typeof useAllValues>
function Known() {
  all = useAllValues(wanted)
  return null
}
const open = (of: object = {}) =>
  drawAsConsole(
    <>
      <Known />
      <ReadAll wanted={{ ...wanted, ...of }} price={40} total={4000} shown={10} />
      <JobTray />
    </>,
  )
const button = page.getByRole('button', { name: 'Read all 4,000 values (40 requests)' })
const dialog = page.getByRole('dialog', { name: 'Read all 4,000 values (40 requests)?' })
const confirm = dialog.getByRole('button', { name: 'Read all 4,000 values (40 requests)' })
const start = () => startedJobs.set([{ id: 9, operation, ids: new Set([target]), stale: [] }])

let accounts = 0
beforeEach(async () => {
  for (const list of [jobs, orders, requested]) list.length = 0
  job = teamJob(9, { operation, ...running })
  file = () => refusal('NO_JOB', 404)
  openAccount(['http://host.test'], null, null)
  accounts += 1
  await nextAccount(`values-${accounts}`)
})
afterEach(() => vi.unstubAllGlobals())

it('says its price first, then starts a job that reads no more than that, and can be canceled', async () => {
  serve()
  await open()
  await button.click()
  await expect.element(dialog.getByText('They are also in a file on the job’s page for a day.')).toBeVisible()
  expect(jobs).toEqual([])
  await confirm.click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(jobs).toMatchObject([{ operation, targets: [target], with: { mostPages: 40 } }])
  await expect.element(page.getByText('300 of 4,000 values · 37 requests left')).toBeVisible()
  await expect.element(button).not.toBeInTheDocument() // each page is billed: none is read twice
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => orders).toEqual([{ action: 'stop' }])
  expect(requested).toEqual([])
})
it('has the values of the job’s file once it has ended, each once', async () => {
  serve()
  const line = (value: number) =>
    JSON.stringify({ ...wanted, value: { attributes: { body: { value }, recordedAt: '2026-01-02T00:00:00Z' } } })
  file = () => new Response(`${line(1)}\n${line(2)}\n${line(2)}\n`, { headers: ofServer })
  job = teamJob(9, { operation, phase: 'ended', counts: counts(40, 0), results: { rows: 3, total: 3, bytes: 99 } })
  start()
  await open()
  await expect.element(page.getByText('All 2 values read with 40 requests.')).toBeVisible()
  expect(all).toMatchObject({ isWhole: true })
  expect(all?.records?.map(({ value }) => value)).toEqual([1, 2])
  expect(requested).toEqual(['/team/jobs/9/file?format=jsonl'])
  await page.getByRole('button', { name: 'Read all again (1 request)' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Read all again (1 request)?' })).toBeVisible()
})
it('continues where it stopped, and is not whole before', async () => {
  serve()
  file = () => new Response('', { headers: ofServer })
  job = teamJob(9, { operation, ...running, phase: 'stopped' })
  start()
  await open()
  await page.getByRole('button', { name: 'Continue (37 requests)' }).click()
  await expect.poll(() => orders).toEqual([{ action: 'resume' }])
  expect(all?.isWhole).toBe(false)
})
it('says why the file can’t be loaded, and tries again', async () => {
  serve()
  job = teamJob(9, { operation, phase: 'ended', counts: counts(40, 0), results: { rows: 1, total: 1, bytes: 9 } })
  start()
  await open()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Why')
  file = () => new Response(`${JSON.stringify({ value: { value: 7 } })}\n`, { headers: ofServer })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByText('All 1 values read')).toBeVisible()
})
it('of another user can be read meanwhile', async () => {
  serve()
  startedJobs.set([{ id: 9, operation, ids: new Set([`${target}/user`]), stale: [] }])
  await open()
  await expect.element(button).not.toHaveAttribute('aria-disabled')
})
it('can’t be confirmed while the store is away, and says so', async () => {
  serve(refusal('STORE_UNAVAILABLE', 503))
  await open()
  await button.click()
  await expect.element(confirm).toHaveAccessibleDescription('Can’t start now: the server’s store is unavailable.')
  await confirm.click({ force: true })
  expect(jobs).toEqual([])
})
