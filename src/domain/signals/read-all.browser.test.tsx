/** All values of a signal: where they are read is asked where the server has a store. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { NewTeamJob } from '../../api/new-team-job'
import { refusal, teamJob } from '../../changes/jobs/job-fixtures'
import { startedJobs } from '../../changes/jobs/started-jobs'
import { nextAccount, openAccount } from '../../core/account'
import { ReadAll } from './read-all'
import { drawAsConsole, listOf, valuesOf } from './signals-harness'

const operation = 'GET /v3/vehicles/{vehicleId}/signals/{signalCode}/values'
const wanted = { vehicleId: 'a/car', signalCode: 'odometer-traveleddistance' }

/** Jobs that were to be begun, without the question whether they can be; and pages that were read. */
const jobs: NewTeamJob[] = []
let pages = 0
function serve(can?: Response, refused?: Response): void {
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit) => {
    if (!address.startsWith('/team/')) {
      pages += 1
      return Response.json(listOf(valuesOf('km', 3, 2, 1), 3))
    }
    if (address !== '/team/jobs') return refusal('NO_JOB', 404)
    const job = NewTeamJob.parse(JSON.parse(String(body)))
    if (job.isDryRun)
      return (
        can?.clone() ??
        Response.json({ job: null, targets: 1, requests: null, continuesUntil: null, signInDays: null, queued: [] })
      )
    jobs.push(job)
    return (
      refused?.clone() ??
      Response.json({
        job: teamJob(9, { operation }),
        targets: 1,
        requests: null,
        continuesUntil: null,
        signInDays: null,
        queued: [],
      })
    )
  })
}
const open = (of: object = {}, hasTeam = true) =>
  drawAsConsole(<ReadAll wanted={{ ...wanted, ...of }} price={40} total={4000} shown={10} />, { hasTeam })
const button = page.getByRole('button', { name: 'Read all 4,000 values (40 requests)' })
const dialog = page.getByRole('dialog', { name: 'Read all 4,000 values (40 requests)?' })
const confirm = dialog.getByRole('button', { name: 'Read all 4,000 values (40 requests)' })
const choose = (name: string) => page.getByRole('radio', { name, exact: true }).click({ force: true })

let accounts = 0
beforeEach(async () => {
  jobs.length = 0
  pages = 0
  openAccount(['http://host.test'], null, null)
  accounts += 1
  await nextAccount(`values-${accounts}`)
})
afterEach(() => vi.unstubAllGlobals())

it('without a store reads at once, in this tab', async () => {
  serve()
  await open({}, false)
  await button.click()
  await expect.element(page.getByText('All 3 values read with 1 request.')).toBeVisible()
  expect([pages, jobs]).toEqual([1, []])
})
it('asks where; this tab reads as it does without a store', async () => {
  serve()
  await open()
  await button.click()
  await expect.element(dialog.getByRole('radio', { name: 'This tab' })).toBeChecked()
  expect(pages).toBe(0)
  await confirm.click()
  await expect.element(page.getByText('All 3 values read with 1 request.')).toBeVisible()
  expect([pages, jobs]).toEqual([1, []])
  await page.getByRole('button', { name: 'Read all again (1 request)' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Read all again (1 request)?' })).toBeVisible()
})
it.each([
  [{}, 'a%2Fcar/odometer-traveleddistance'],
  [{ user: 'user/1' }, 'a%2Fcar/odometer-traveleddistance/user%2F1'],
])('on the server reads nothing here, and says which job does', async (of, target) => {
  serve()
  await open(of)
  await button.click()
  await choose('The server')
  await expect.element(dialog.getByText('The values are in a file on the job’s page for a day')).toBeVisible()
  await confirm.click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(jobs).toMatchObject([{ operation, targets: [target] }])
  expect(pages).toBe(0)
  await expect.element(page.getByText('Job 9 started on the server.')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Job 9' })).toHaveAttribute('href', '/jobs/9')
  // Each page is billed: none is read twice.
  await expect.element(button).toHaveAccessibleDescription('Job 9 is reading these values. Wait for it to end.')
  await button.click({ force: true })
  expect([jobs.length, pages]).toEqual([1, 0])
})
it('of another user can be read meanwhile', async () => {
  serve()
  startedJobs.set([{ id: 9, operation, ids: new Set(['a%2Fcar/odometer-traveleddistance/user']), stale: [] }])
  await open()
  await expect.element(button).not.toHaveAttribute('aria-disabled')
})
it.each([
  ['NOT_TEAM_ACCOUNT', 404, 'Runs in this tab: your token is for another account.'],
  ['STORE_UNAVAILABLE', 503, 'Runs in this tab: the server’s store is unavailable.'],
])('reads in this tab where the server can’t (%s), and says why', async (code, status, said) => {
  serve(refusal(code, status))
  await open()
  await button.click()
  await expect.element(dialog.getByText(said)).toBeVisible()
  await expect.element(dialog.getByRole('radio', { name: 'The server' })).not.toBeInTheDocument()
  await confirm.click()
  await expect.element(page.getByText('All 3 values read with 1 request.')).toBeVisible()
  expect(jobs).toEqual([])
})
it('stays open where the job couldn’t be started', async () => {
  serve(undefined, refusal('STORE_UNAVAILABLE', 503))
  await open()
  await button.click()
  await choose('The server')
  await confirm.click()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('Couldn’t start the job')
  expect([startedJobs.get(), pages]).toEqual([[], 0])
})
