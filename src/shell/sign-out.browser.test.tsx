/** Signing out: a question only if it would pause jobs, sent with the operator's choice. */
import { afterEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { SignOutFacts } from '../api/config'
import { draw } from '../ui/browser-harness'
import { SignOut } from './sign-in'

const sent: unknown[] = []
/** The sign-out itself fails: the page of a test can't be left. */
const show = (facts: SignOutFacts | undefined) => {
  sent.length = 0
  vi.stubGlobal('fetch', async (_: string, { method = 'GET', body }: RequestInit) => {
    if (method === 'GET') return facts ? Response.json(facts) : new Response(null, { status: 503 })
    sent.push(JSON.parse(String(body)))
    return new Response(null, { status: 500 })
  })
  return draw(<SignOut />)
}
const dialog = () => page.getByRole('dialog', { name: 'Sign out?' })
const signOut = () => page.getByRole('button', { name: 'Sign out', exact: true })
afterEach(() => vi.unstubAllGlobals())

it('names how many jobs it pauses and until when they could run, and does what is chosen', async () => {
  await show({ jobs: 2, until: '2999-12-05T08:00:00.000Z' })
  await signOut().click()
  await expect.element(dialog()).toHaveTextContent(/Pauses 2 jobs that .+; or let them run until Dec 5, 2999\./)
  await expect.element(dialog().getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(sent).toEqual([])
  await signOut().click()
  await dialog().getByRole('button', { name: 'Sign out and let them run until Dec 5, 2999' }).click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  await signOut().click()
  await dialog().getByRole('button', { name: 'Sign out and pause 2 jobs' }).click()
  await expect.poll(() => sent).toEqual([{ jobs: 'continue' }, { jobs: 'pause' }])
})
it.each([
  ['it would pause none', { jobs: 0, until: null }],
  ['the server doesn’t say', undefined],
])('asks nothing if %s, and pauses what runs', async (_, facts) => {
  await show(facts)
  await signOut().click()
  await expect.poll(() => sent).toEqual([{ jobs: 'pause' }])
  await expect.element(dialog()).not.toBeInTheDocument()
})
