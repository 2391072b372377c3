/** Saved views in the team's store: two people in two browsers, of whom one shares a view. */
import type { BrowserContext, Page } from '@playwright/test'
import { startTeam } from './team'
import { expect, test } from './test'

type Team = Awaited<ReturnType<typeof startTeam>>

async function signInAs({ origin, provider }: Team, context: BrowserContext, name: string, role: string) {
  provider.person.subject = `id-${name}`
  provider.person.claims = { name, roles: [role] }
  const page = await context.newPage()
  await page.goto(`${origin}/`)
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect(page.getByRole('region', { name: 'Top bar' })).toContainText(name)
  return page
}
const saved = (page: Page) => page.getByRole('region', { name: 'Saved views' })

test('what Ann shares Bob sees with her name, and her own nobody does; he keeps his and shares none', {
  tag: '@long',
}, async ({ browser }) => {
  const team = await startTeam({ SANDBOX_CONNECTIONS: '100' })
  const [anns, bobs] = [await browser.newContext(), await browser.newContext()]
  const ann = await signInAs(team, anns, 'Ann', 'operator')
  await ann.goto(`${team.origin}/vehicles?sort=connections`)
  await ann.getByText('Save this view', { exact: true }).click()
  const form = ann.getByRole('form', { name: 'Save this view' })
  await expect(form.getByRole('radio', { name: 'Only me' })).toBeChecked({ timeout: 20_000 }) // the store is being opened
  await form.getByLabel('View name').fill('Mine')
  await form.getByRole('button', { name: 'Save view' }).click()
  await expect(form).toContainText('Saved as “Mine”')
  await form.getByRole('radio', { name: 'Everyone who can sign in' }).check()
  await form.getByLabel('View name').fill('Most connected')
  await form.getByRole('button', { name: 'Save view' }).click()
  await expect(form).toContainText('Saved as “Most connected”')

  const bob = await signInAs(team, bobs, 'Bob', 'viewer')
  await expect(saved(bob).getByRole('listitem')).toHaveText(['Most connected Shared by Ann'])
  await bob.keyboard.press('Control+k')
  await bob.getByRole('combobox', { name: 'Jump to' }).fill('most conn')
  await bob.keyboard.press('Enter')
  await expect(bob).toHaveURL(`${team.origin}/vehicles?sort=connections`)
  await bob.getByText('Save this view', { exact: true }).click()
  await expect(bob.getByRole('radio', { name: 'Everyone who can sign in' })).toBeDisabled()

  await ann.goto(`${team.origin}/settings`)
  await ann.getByRole('button', { name: 'Stop sharing view Most connected' }).click()
  await expect(ann.getByRole('row').filter({ hasText: 'Most connected' })).toContainText('Only you')
  await bob.goto(`${team.origin}/`)
  await expect(bob.getByRole('region', { name: 'The fleet at a glance' })).toBeVisible()
  await expect(saved(bob)).toHaveCount(0)
  await anns.close()
  await bobs.close()
  await team.stop()
  team.provider.close()
})
