/** Saving a view: to whom it is visible, where it is kept then, and what is said where the store takes none. */

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { PageConfig } from '../../api/config'
import { ofServer } from '../../api/own-response-harness'
import type { Role } from '../../api/roles'
import type { NewTeamView, TeamView } from '../../api/team-views'
import { nextAccount } from '../../core/account'
import { ConfigProvider } from '../../core/config'
import { pageConfig } from '../../core/config-harness'
import { openOperator } from '../../core/operator'
import { draw } from '../../ui/browser-harness'
import { SaveView } from './save-view'
import { useListedViews } from './team-views'
import { ownViews, removeView } from './views'

const others: TeamView = {
  ...{ id: 'v-1', name: 'Bob’s', address: '/webhooks', isShared: true, isOwn: false, owner: 'Bob' },
  changedAt: '2026-01-01T00:00:00.000Z',
}
const sent: NewTeamView[] = []
let refusal: Response | undefined
/** The team's store: what it is given is there from then on. */
async function serve(_: string, init: RequestInit): Promise<Response> {
  if (refusal) return refusal.clone()
  if (init.method === 'POST') sent.push(JSON.parse(String(init.body)))
  const own = sent.map((view, at) => ({ ...others, ...view, id: `own-${at}`, isOwn: true, owner: 'Ann' }))
  return Response.json({ views: [...own, others] })
}
const refuse = (code: string, status: number, detail: string) => {
  refusal = Response.json({ errors: [{ type: 'GATEWAY', code, title: 'Why', detail }] }, { status, headers: ofServer })
}

/** The form, with what is listed anywhere. */
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
async function see(role: Role | undefined, more: Partial<PageConfig> = {}) {
  const operator = role ? { id: 'ann', name: 'Ann', role } : null
  const config: PageConfig = { ...pageConfig, hasTeam: true, operator, signIn: role ? 'proxy' : 'none', ...more }
  await openOperator(config)
  await draw(
    <ConfigProvider value={config}>
      <Part />
    </ConfigProvider>,
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
  for (const { name } of ownViews()) removeView(name)
  await nextAccount(null)
  vi.stubGlobal('fetch', vi.fn(serve))
})
afterEach(() => vi.unstubAllGlobals())

describe('where operators sign in', () => {
  it('a view is its owner’s in every browser, or everyone’s; others’ are listed with whose they are', async () => {
    await see('operator')
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
    expect(ownViews()).toEqual([])
  })
  it('who may change nothing keeps their own, and shares none', async () => {
    await see('viewer')
    await expect.element(radio('Everyone who can sign in')).toBeDisabled()
    await expect.element(page.getByText('Sharing requires the operator role.')).toBeVisible()
    await save('Mine')
    await expect.poll(() => sent).toMatchObject([{ isShared: false }])
  })
  it('a name that is none is not sent, and what the server refuses is said in its words', async () => {
    await see('operator')
    await expect.element(radio('Only me')).toBeChecked()
    await save(' ')
    await expect.element(page.getByText('Enter a name of 1 to 80 characters')).toBeVisible()
    expect(sent).toEqual([])
    refuse('BAD_REQUEST', 400, 'The limit is 200 views. Delete one first.')
    await save('One more')
    await expect.element(page.getByText('The limit is 200 views. Delete one first.')).toBeVisible()
    await expect.element(radio('Only me')).toBeChecked()
    expect(ownViews()).toEqual([])
  })
  it('while the store is away, or of another account, views are this browser’s', async () => {
    refuse('NOT_TEAM_ACCOUNT', 404, 'Another token.')
    await see('operator')
    await expect.element(page.getByText('Your token is for another account')).toBeVisible()
    await expect.element(radio('Only me')).not.toBeInTheDocument()
    await save('Here')
    await expect.poll(listed).toEqual(['Here'])
    expect(ownViews()).toEqual([{ name: 'Here', address: '/users?q=ann' }])
  })
  it('a store that is being opened is asked again', async () => {
    refuse('STORE_UNAVAILABLE', 503, 'The store is being opened.')
    await see('operator')
    await expect.element(page.getByText('The team’s store is unavailable')).toBeVisible()
    refusal = undefined
    await expect.element(radio('Only me'), { timeout: 6_000 }).toBeChecked()
  })
  it('another account has other views', async () => {
    await see('operator')
    await expect.poll(listed).toEqual(['Bob’s / Shared by Bob'])
    refuse('STORE_UNAVAILABLE', 503, 'The store can’t be reached.')
    await nextAccount(null)
    await expect.poll(listed).toEqual([])
    await expect.element(page.getByText('The team’s store is unavailable')).toBeVisible()
  })
})

describe('where nobody signs in', () => {
  it('a view is this browser’s, or everyone’s, who may delete it', async () => {
    await see(undefined)
    await expect.element(radio('Only this browser')).toBeChecked()
    await save('Here')
    await expect.poll(() => ownViews()).toMatchObject([{ name: 'Here' }])
    await radio('Everyone who opens this console').click()
    await expect.element(page.getByText('everyone can change or delete')).toBeVisible()
    await save('There')
    await expect.poll(() => sent).toMatchObject([{ name: 'There', isShared: true }])
  })
  it('without a store nothing is asked, and there is nothing to choose', async () => {
    await see(undefined, { hasTeam: false })
    await save('Here')
    await expect.poll(listed).toEqual(['Here'])
    await expect.element(page.getByRole('radio').first()).not.toBeInTheDocument()
    expect(fetch).not.toHaveBeenCalled()
  })
})
