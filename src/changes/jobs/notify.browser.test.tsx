/** Notifications of a job's end: asked for with a click, told once, for this account alone. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { invalidate } from '../../api/console/client'
import type { TeamJob } from '../../api/team-jobs'
import { nextAccount, openAccount } from '../../core/account'
import { draw } from '../../ui/browser-harness'
import { refusal, teamJob } from './job-fixtures'
import { jobQueries } from './job-queries'
import { NotifyButton } from './notify-button'
import { WatchEnds } from './notify-ends'

const told: { title: string; options: NotificationOptions | undefined; shown: Told }[] = []
let isRefusing = false
class Told extends EventTarget {
  static permission: NotificationPermission = 'default'
  static granted: NotificationPermission = 'granted'
  static async requestPermission() {
    Told.permission = Told.granted
    return Told.permission
  }
  onclick = () => {}
  close = () => {}
  constructor(title: string, options?: NotificationOptions) {
    super()
    if (isRefusing) throw new TypeError('Illegal constructor')
    told.push({ title, options, shown: this })
  }
}

let job: TeamJob | undefined
let accounts = 0
beforeEach(async () => {
  told.length = 0
  isRefusing = false
  job = teamJob(12)
  Told.permission = 'default'
  Told.granted = 'granted'
  vi.stubGlobal('Notification', Told)
  vi.stubGlobal('fetch', async () => (job ? Response.json(job) : refusal('NO_JOB', 404)))
  localStorage.clear()
  openAccount(['http://host.test'], null, null)
  accounts += 1
  await nextAccount(`notify-${accounts}`)
})
afterEach(() => vi.unstubAllGlobals())

const button = (name: string) => page.getByRole('button', { name, exact: true })
async function shown() {
  const client = new QueryClient()
  const drawn = await draw(
    <QueryClientProvider client={client}>
      <NotifyButton id={12} />
      <WatchEnds />
    </QueryClientProvider>,
    '/users',
  )
  return { ...drawn, asksAgain: () => invalidate(client, jobQueries) }
}
const kept = () => Object.entries(localStorage).filter(([name, text]) => name.startsWith('forecourt.') && text !== '[]')

it.each(['ended', 'stopped'] as const)('says that it has %s, once, in counts; a click leads to it', async (phase) => {
  const { asksAgain, router } = await shown()
  await button('Notify me').click()
  await expect.element(button('Don’t notify me')).toBeVisible()
  await asksAgain()
  expect(told).toEqual([])
  job = teamJob(12, { phase, begunBy: 'Ann' })
  await asksAgain()
  await expect.poll(() => told).toHaveLength(1)
  expect(told[0]).toMatchObject({
    title: `Job 12 ${phase}`,
    options: { body: '80 done · 2 failed · 38 queued', tag: 'forecourt.job 12' },
  })
  await asksAgain()
  expect(told).toHaveLength(1)
  expect(kept()).toEqual([])
  told[0]?.shown.onclick()
  await expect.poll(() => router.state.location.pathname).toBe('/jobs/12')
})
it('says nothing once it is taken back', async () => {
  const { asksAgain } = await shown()
  await button('Notify me').click()
  await button('Don’t notify me').click()
  job = teamJob(12, { phase: 'ended' })
  await asksAgain()
  await expect.element(button('Notify me')).toBeVisible()
  expect([told, kept()]).toEqual([[], []])
})
it('keeps the job’s ID alone, and forgets it with the account', async () => {
  await shown()
  await button('Notify me').click()
  await expect.element(button('Don’t notify me')).toBeVisible()
  expect(kept().map(([name, text]) => [name.split(' ')[0], text])).toEqual([['forecourt.notify', '[12]']])
  await nextAccount('another')
  await expect.element(button('Notify me')).toBeVisible()
  expect(kept()).toEqual([])
})
it('is told by one tab alone, which takes it from the others', async () => {
  const { asksAgain } = await shown()
  await button('Notify me').click()
  await expect.poll(() => kept().length).toBe(1)
  const [name = ''] = kept()[0] ?? []
  localStorage.setItem(name, '[]')
  window.dispatchEvent(new StorageEvent('storage', { key: name, newValue: '[]', storageArea: localStorage }))
  await expect.element(button('Notify me')).toBeVisible()
  job = teamJob(12, { phase: 'ended' })
  await asksAgain()
  expect(told).toEqual([])
})
it('a browser that has no notifications of pages leaves the page as it is', async () => {
  const { asksAgain } = await shown()
  await button('Notify me').click()
  await expect.element(button('Don’t notify me')).toBeVisible()
  isRefusing = true
  job = teamJob(12, { phase: 'ended' })
  await asksAgain()
  await expect.element(button('Notify me')).toBeVisible()
  expect([told, kept()]).toEqual([[], []])
})
it('a job that the server has erased is forgotten', async () => {
  await shown()
  job = undefined
  await button('Notify me').click()
  await expect.element(button('Notify me')).toBeVisible()
  await expect.poll(kept).toEqual([])
  expect(told).toEqual([])
})
it('says why it can’t where the browser was told to block them', async () => {
  Told.granted = 'denied'
  await shown()
  await button('Notify me').click()
  await expect.element(button('Notify me')).toHaveAttribute('aria-disabled', 'true')
  await expect
    .element(button('Notify me'))
    .toHaveAccessibleDescription('Notifications are blocked for this page in the browser’s settings.')
  expect(kept()).toEqual([])
})
it('says why it can’t where there are none', async () => {
  vi.stubGlobal('Notification', undefined)
  Reflect.deleteProperty(globalThis, 'Notification')
  await shown()
  await expect
    .element(button('Notify me'))
    .toHaveAccessibleDescription('This browser doesn’t support notifications on this page.')
})
