/** The saved views of the settings where there is a team's store: shared, deleted, and taken along from this browser. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { PageConfig } from '../../api/config'
import type { TeamView } from '../../api/team-views'
import { nextAccount } from '../../core/account'
import { ConfigProvider } from '../../core/config'
import { pageConfig } from '../../core/config-harness'
import { openOperator } from '../../core/operator'
import { ownViews, removeView, saveView } from '../../lists/views/views'
import { draw } from '../../ui/browser-harness'
import { SavedViews } from './saved-views'

const view = (name: string, more: Partial<TeamView> = {}): TeamView => ({
  ...{ id: `id-${name}`, name, address: '/users', isShared: false, isOwn: true, owner: 'Ann' },
  ...{ changedAt: '2026-01-01T00:00:00.000Z', ...more },
})
let kept: TeamView[] = []
let refusal: Response | undefined
async function serve(address: string, init: RequestInit): Promise<Response> {
  if (refusal) return refusal.clone()
  if (init.method === 'DELETE') kept = kept.filter(({ id }) => !address.endsWith(`/${id}`))
  if (init.method === 'POST') {
    const given = JSON.parse(String(init.body))
    kept = [...kept.filter(({ name, isOwn }) => !isOwn || name !== given.name), view(given.name, given)]
  }
  return Response.json({ views: kept })
}
async function see(signIn: PageConfig['signIn']) {
  const operator = signIn === 'none' ? null : ({ id: 'ann', name: 'Ann', role: 'operator' } as const)
  const config: PageConfig = { ...pageConfig, hasTeam: true, signIn, operator }
  await openOperator(config)
  await draw(
    <ConfigProvider value={config}>
      <SavedViews />
    </ConfigProvider>,
  )
}
const row = (name: string) => page.getByRole('row').filter({ hasText: name })
const button = (name: string) => page.getByRole('button', { name, exact: true })

beforeEach(async () => {
  kept = []
  refusal = undefined
  for (const { name } of ownViews()) removeView(name)
  await nextAccount(null)
  vi.stubGlobal('fetch', vi.fn(serve))
})
afterEach(() => vi.unstubAllGlobals())

it('one’s own is shared, taken back and deleted; another’s has nothing to click', async () => {
  kept = [view('Mine'), view('Bob’s', { isOwn: false, isShared: true, owner: 'Bob' })]
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
  expect(kept.map(({ name }) => name)).toEqual(['Bob’s'])
})
it('this browser’s are taken along as one’s own, but for those whose name means something else', async () => {
  kept = [view('Same', { isShared: true }), view('Taken', { address: '/webhooks' })]
  for (const name of ['New', 'Same', 'Taken']) saveView({ name, address: '/users' })
  await see('proxy')
  await expect.element(row('New')).toHaveTextContent('This browser')
  await button('Move to the team’s store (3 views)').click()
  await expect.element(page.getByText('1 view stayed in this browser')).toBeVisible()
  expect(ownViews()).toEqual([{ name: 'Taken', address: '/users' }])
  expect(kept).toMatchObject([
    { name: 'Same', isShared: true },
    { name: 'Taken', address: '/webhooks' },
    { name: 'New', isShared: false },
  ])
})
it('where nobody signs in they are everyone’s, which is said before', async () => {
  saveView({ name: 'New', address: '/users' })
  await see('none')
  await expect.element(page.getByText('everyone who opens this console sees them')).toBeVisible()
  await button('Move to the team’s store (1 view)').click()
  await expect.element(row('New')).toHaveTextContent('Everyone who opens this console')
  expect([kept, ownViews()]).toMatchObject([[{ name: 'New', isShared: true }], []])
  await expect.element(page.getByText('everyone can change or delete a shared view')).toBeVisible()
})
it('what fails leaves this browser’s as they are, and says so', async () => {
  saveView({ name: 'New', address: '/users' })
  await see('proxy')
  const move = button('Move to the team’s store (1 view)')
  await expect.element(move).toBeVisible()
  refusal = Response.json(
    { errors: [{ code: 'BAD_REQUEST', title: 'No', detail: 'The limit is 200 views.' }] },
    { status: 400 },
  )
  await move.click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('The limit is 200 views.')
  expect(ownViews()).toHaveLength(1)
})
