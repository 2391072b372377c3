/** The saved views of the settings: shared, deleted, and imported from a file. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { PageConfig } from '../../api/config'
import type { TeamView } from '../../api/team-views'
import { nextAccount } from '../../core/account'
import { ConfigProvider } from '../../core/config'
import { pageConfig } from '../../core/config-harness'
import { openOperator } from '../../core/operator'
import { draw } from '../../ui/browser-harness'
import { SavedViews } from './saved-views'

const view = (name: string, more: Partial<TeamView> = {}): TeamView => ({
  ...{ id: `id-${name}`, name, address: '/users', isShared: false, isOwn: true, owner: 'Ann' },
  ...{ changedAt: '2026-01-01T00:00:00.000Z', ...more },
})
let stored: TeamView[] = []
let refusal: Response | undefined
async function serve(address: string, init: RequestInit): Promise<Response> {
  if (refusal && init.method !== 'GET') return refusal.clone()
  if (init.method === 'DELETE') stored = stored.filter(({ id }) => !address.endsWith(`/${id}`))
  if (init.method === 'POST') {
    const body = JSON.parse(String(init.body))
    stored = [...stored.filter(({ name, isOwn }) => !isOwn || name !== body.name), view(body.name, body)]
  }
  return Response.json({ views: stored })
}
async function see(signIn: PageConfig['signIn']) {
  const operator = signIn === 'none' ? null : ({ id: 'ann', name: 'Ann', role: 'operator' } as const)
  const config: PageConfig = { ...pageConfig, signIn, operator }
  await openOperator(config)
  await draw(
    <QueryClientProvider client={new QueryClient()}>
      <ConfigProvider value={config}>
        <SavedViews />
      </ConfigProvider>
    </QueryClientProvider>,
  )
}
const row = (name: string) => page.getByRole('row').filter({ hasText: name })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const importFile = (...views: { name: string; address: string }[]) =>
  page
    .getByLabelText('Import views')
    .upload(new File([JSON.stringify({ forecourt: 'views', version: 1, views })], 'views.json'))

beforeEach(async () => {
  stored = []
  refusal = undefined
  await nextAccount(null)
  vi.stubGlobal('fetch', vi.fn(serve))
})
afterEach(() => vi.unstubAllGlobals())

it('an operator’s own view is shared, no longer shared and deleted; another’s has no buttons', async () => {
  stored = [view('Mine'), view('Bob’s', { isOwn: false, isShared: true, owner: 'Bob' })]
  await see('proxy')
  await expect.element(row('Bob’s')).toHaveTextContent('Everyone who can sign in by Bob')
  await expect.element(row('Bob’s').getByRole('button').first()).not.toBeInTheDocument()
  await expect.element(row('Mine')).toHaveTextContent('Only you')
  await button('Share view Mine').click()
  await expect.element(row('Mine')).toHaveTextContent('Everyone who can sign in')
  await button('Stop sharing view Mine').click()
  await expect.element(row('Mine')).toHaveTextContent('Only you')
  await button('Delete view Mine').click()
  await expect.element(row('Mine')).not.toBeInTheDocument()
  expect(stored.map(({ name }) => name)).toEqual(['Bob’s'])
})
it('views of a file are saved as the operator’s own, and a shared one of that name stays shared', async () => {
  stored = [view('Same', { isShared: true }), view('Bob’s', { isOwn: false, isShared: true })]
  await see('proxy')
  await expect.element(row('Same')).toBeVisible()
  const address = '/vehicles?q=x'
  await importFile({ name: 'New', address }, { name: 'Same', address }, { name: 'Bob’s', address })
  await expect.element(page.getByText('Imported 3 views.')).toBeVisible()
  expect(stored.map(({ name, isOwn, isShared }) => [name, isOwn, isShared])).toEqual([
    ['Bob’s', false, true],
    ['New', true, false],
    ['Same', true, true],
    ['Bob’s', true, false],
  ])
  await expect.element(page.getByText('3 views with an ID in the address.')).toBeVisible()
})
it('a refused import says how many are saved and why', async () => {
  await see('proxy')
  const detail = 'The limit is 200 views. Delete one first.'
  refusal = Response.json({ errors: [{ code: 'BAD_REQUEST', title: 'No', detail }] }, { status: 400 })
  await importFile({ name: 'New', address: '/users' })
  await expect.element(page.getByRole('alert')).toHaveTextContent(`Imported 0 of 1. ${detail}`)
})
it('without sign-in the page says before that everyone can change them, and who sees them is no column', async () => {
  stored = [view('One', { isShared: true, owner: null })]
  await see('none')
  await expect.element(page.getByText('everyone who opens it sees every saved view')).toBeVisible()
  await expect.element(button('Delete view One')).toBeVisible()
  await expect.element(page.getByRole('columnheader', { name: 'Visible to' })).not.toBeInTheDocument()
  await expect.element(button('Share view One')).not.toBeInTheDocument()
})
