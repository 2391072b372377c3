/** The servers that share a store on screen: what each is, two versions at once, and what is said without them. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { TeamInstance } from '../../api/team-instances'
import { refusal } from '../../changes/jobs/job-fixtures'
import { nextAccount } from '../../core/account'
import { ConfigProvider } from '../../core/config'
import { pageConfig } from '../../core/config-harness'
import { handOverToken } from '../../core/texts'
import { draw } from '../../ui/browser-harness'
import { Instances } from './instances'

const instance = (name: string, more: Partial<TeamInstance> = {}): TeamInstance => ({
  ...{ id: name, name, version: '1.0.0', build: null, isGone: false, isThis: false },
  ...{ startedAt: '2026-01-01T08:00:00.000Z', beatAt: new Date().toISOString(), ...more },
})
let answer: () => Promise<Response>
const serve = (...instances: TeamInstance[]) => {
  answer = async () => Response.json({ instances })
}
const see = () =>
  draw(
    <QueryClientProvider client={new QueryClient()}>
      <ConfigProvider value={pageConfig}>
        <Instances />
      </ConfigProvider>
    </QueryClientProvider>,
  )
const row = (name: string) => page.getByRole('row').filter({ hasText: name })
const shown = (text: string) => expect.element(page.getByText(text)).toBeVisible()

beforeEach(async () => {
  await nextAccount(null)
  vi.stubGlobal('fetch', () => answer())
})
afterEach(() => vi.unstubAllGlobals())

it('each has its name, version and state, and the one that was asked says so', async () => {
  serve(instance('console-1', { isThis: true }), instance('console-2', { isGone: true, version: '0.9.0' }))
  await see()
  await expect.element(row('console-1')).toHaveTextContent(/^console-1 \(this one\)1\.0\.0Running/)
  await expect.element(row('console-2')).toHaveTextContent(/^console-2 0\.9\.0Gone/)
  await expect.element(page.getByText('Rolling deploy')).not.toBeInTheDocument()
})
it('two versions, or two builds of one, that run at once are a rolling deploy', async () => {
  serve(instance('console-1', { build: 'a1' }), instance('console-2', { build: 'b2' }), instance('console-3'))
  await see()
  await shown('Versions in use at the same time: 1.0.0, build a1 · 1.0.0, build b2 · 1.0.0.')
})
it('fits 320 px: what is wider scrolls within the table', async () => {
  await page.viewport(320, 640)
  serve(instance('a-host-name-that-is-as-long-as-they-are-in-a-cluster-7c9f8d6b5-x2x4z', { isThis: true }))
  await see()
  await expect.element(row('a-host-name')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBe(320)
})
it('says that it loads, and that there are none yet', async () => {
  let give: (response: Response) => void = () => {}
  answer = () =>
    new Promise((resolve) => {
      give = resolve
    })
  await see()
  await shown('Loading instances…')
  give(Response.json({ instances: [] }))
  await shown('No instances yet. Each server appears within a few seconds of its start.')
})
it('says that the store is away, and requests again on a click', async () => {
  answer = async () => refusal('STORE_UNAVAILABLE', 503)
  await see()
  await shown('Instances aren’t available: the server’s store can’t be reached.')
  serve(instance('console-1'))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(row('console-1')).toBeVisible()
})
it('any other failure is one', async () => {
  answer = async () => refusal('INTERNAL', 500)
  await see()
  await shown('Couldn’t load the instances')
})
it('has no second form of tokens if the one of this browser has ended', async () => {
  answer = async () => refusal('NO_TOKEN', 401, 'The token added in this browser has expired.')
  await see()
  await shown('The token added in this browser has expired.')
  expect(page.getByText(handOverToken).elements()).toEqual([])
})
