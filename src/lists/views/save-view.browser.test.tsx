/** Saving a view: who sees it, and what the form says if the server takes none. */

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { PageConfig } from '../../api/config'
import { ofServer } from '../../api/own-response-harness'
import type { Role } from '../../api/roles'
import type { NewTeamView, TeamView } from '../../api/team-views'
import { nextAccount } from '../../core/account'
import { followAccount } from '../../core/account-queries'
import { ConfigProvider } from '../../core/config'
import { pageConfig } from '../../core/config-harness'
import { openOperator } from '../../core/operator'
import { draw } from '../../ui/browser-harness'
import { SaveView } from './save-view'
import { useListedViews } from './views'

const others: TeamView = {
  ...{ id: 'v-1', name: 'Bob’s', address: '/webhooks', isShared: true, isOwn: false, owner: 'Bob' },
  changedAt: '2026-01-01T00:00:00.000Z',
}
const sent: NewTeamView[] = []
let refusal: Response | undefined
let unfollow = () => {}
async function serve(_: string, init: RequestInit): Promise<Response> {
  if (refusal) return refusal.clone()
  if (init.method === 'POST') sent.push(JSON.parse(String(init.body)))
  const own = sent.map((view, at) => ({ ...others, ...view, id: `own-${at}`, isOwn: true, owner: 'Ann' }))
  return Response.json({ views: [...own, others] })
}
const refuse = (code: string, status: number, detail: string) => {
  refusal = Response.json({ errors: [{ type: 'GATEWAY', code, title: 'Why', detail }] }, { status, headers: ofServer })
}

/** The form, with the views that palette and overview list. */
function Part() {
  return (
    <>
      <SaveView />
      <ul aria-label="All">
        {useListedViews().map(({ key, name, by }) => (
          <li key={key}>{[name, by].filter(Boolean).join(' / ')}</li>
        ))}
      </ul>
    </>
  )
}
async function see(role?: Role) {
  const operator = role ? { id: 'ann', name: 'Ann', role } : null
  const config: PageConfig = { ...pageConfig, operator, signIn: role ? 'proxy' : 'none' }
  const client = new QueryClient()
  unfollow = followAccount(client, false)
  await openOperator(config)
  await draw(
    <QueryClientProvider client={client}>
      <ConfigProvider value={config}>
        <Part />
      </ConfigProvider>
    </QueryClientProvider>,
    '/users?q=ann',
  )
}
const listed = () =>
  page
    .getByRole('list', { name: 'All' })
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent)
const radio = (name: string) => page.getByRole('radio', { name, exact: true })
async function save(name: string) {
  await page.getByLabelText('View name').fill(name)
  await userEvent.keyboard('{Enter}')
}

beforeEach(async () => {
  sent.length = 0
  refusal = undefined
  await nextAccount(null)
  vi.stubGlobal('fetch', vi.fn(serve))
})
afterEach(() => {
  unfollow()
  vi.unstubAllGlobals()
})

describe('with sign-in', () => {
  it('a view is its owner’s in every browser, or everyone’s; others’ are listed with their owner', async () => {
    await see('operator')
    await expect.poll(listed).toEqual(['Bob’s / Shared by Bob'])
    await expect.element(radio('Only me')).toBeChecked()
    await expect.element(page.getByText('until you delete it')).toBeVisible()
    await save('Mine')
    await expect.element(page.getByRole('status')).toHaveTextContent('Saved as “Mine”.')
    await radio('Everyone who can sign in').click()
    await expect.element(page.getByText('Everyone you share it with can read it.')).toBeVisible()
    await save('Ours')
    await expect.poll(listed).toEqual(['Bob’s / Shared by Bob', 'Mine', 'Ours'])
    const address = '/users?q=ann'
    expect(sent).toEqual([
      { name: 'Mine', address, isShared: false },
      { name: 'Ours', address, isShared: true },
    ])
  })
  it('a viewer saves their own views, and shares none', async () => {
    await see('viewer')
    await expect.poll(listed).toEqual(['Bob’s / Shared by Bob'])
    await expect.element(radio('Everyone who can sign in')).toBeDisabled()
    await expect.element(page.getByText('Sharing requires the operator role.')).toBeVisible()
    await save('Mine')
    await expect.poll(() => sent).toMatchObject([{ isShared: false }])
  })
  it('an invalid name is not sent, and a refusal is shown in the server’s words', async () => {
    await see('operator')
    await expect.poll(listed).toEqual(['Bob’s / Shared by Bob'])
    await save(' ')
    await expect.element(page.getByText('Enter a name of 1 to 80 characters')).toBeVisible()
    expect(sent).toEqual([])
    refuse('BAD_REQUEST', 400, 'The limit is 200 views. Delete one first.')
    await save('One more')
    await expect.element(page.getByText('The limit is 200 views. Delete one first.')).toBeVisible()
    await expect.poll(listed).toEqual(['Bob’s / Shared by Bob'])
  })
  it('another account has other views', async () => {
    await see('operator')
    await expect.poll(listed).toEqual(['Bob’s / Shared by Bob'])
    refuse('STORE_UNAVAILABLE', 503, 'The store can’t be reached.')
    await nextAccount(null)
    await expect.poll(listed).toEqual([])
    await expect.element(page.getByText('store is unavailable')).toBeVisible()
  })
})

it('while the store is away the form says so, sends nothing and checks again', async () => {
  refuse('STORE_UNAVAILABLE', 503, 'The store is being opened.')
  await see('operator')
  await expect.element(page.getByText('store is unavailable')).toBeVisible()
  await save('Lost')
  expect(sent).toEqual([])
  await expect.element(page.getByLabelText('View name')).toHaveValue('Lost')
  refusal = undefined
  await expect.poll(listed, { timeout: 6_000 }).toEqual(['Bob’s / Shared by Bob'])
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => sent).toMatchObject([{ name: 'Lost' }])
})
it('without a token the form names the remedy', async () => {
  refuse('NO_TOKEN', 401, 'There is no token.')
  await see()
  await expect.element(page.getByText('Add a token in Settings to save views.')).toBeVisible()
})
it('without sign-in there is one list and nothing to choose', async () => {
  await see()
  await expect.poll(listed).toEqual(['Bob’s / Shared by Bob'])
  await expect.element(page.getByText('can change or delete it')).toBeVisible()
  await expect.element(page.getByText('Everyone who opens this console can read it.')).toBeVisible()
  await expect.element(page.getByRole('radio').first()).not.toBeInTheDocument()
  await save('Here')
  await expect.poll(() => sent).toMatchObject([{ name: 'Here' }])
})
