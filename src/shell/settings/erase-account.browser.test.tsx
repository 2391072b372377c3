/** Erasing the account in Settings: only once its name is typed, and the record only if it is checked. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { nextAccount } from '../../core/account'
import { ConfigProvider } from '../../core/config'
import { pageConfig } from '../../core/config-harness'
import { draw } from '../../ui/browser-harness'
import { EraseAccount } from './erase-account'

let account: string | null
let response: () => Response
const sent: unknown[] = []
const see = () =>
  draw(
    <ConfigProvider value={pageConfig}>
      <QueryClientProvider client={new QueryClient()}>
        <EraseAccount />
      </QueryClientProvider>
    </ConfigProvider>,
  )
const open = page.getByRole('button', { name: 'Erase account…' })
const verb = page.getByRole('button', { name: 'Erase account', exact: true })

beforeEach(async () => {
  await nextAccount(null)
  account = 'fleet'
  sent.length = 0
  response = () => Response.json({ erased: 1_200 })
  vi.stubGlobal('fetch', async (_: unknown, init: RequestInit) => {
    if (init.method === 'GET') return Response.json({ kind: 'memory', folder: null, bytes: null, account })
    sent.push(JSON.parse(String(init.body)))
    return response()
  })
})
afterEach(() => vi.unstubAllGlobals())

it('sends nothing before the name is typed, and then the name', async () => {
  await see()
  await open.click()
  await verb.click({ force: true })
  expect(sent).toEqual([])
  await page.getByRole('textbox', { name: 'Type fleet to confirm' }).fill('fleet')
  await verb.click()
  await expect.element(page.getByRole('status')).toHaveTextContent('Erased 1,200 rows.')
  expect(sent).toEqual([{ account: 'fleet', includesRecord: false }])
})
it('erases the record, too, if that is checked, and shows why nothing was erased', async () => {
  response = () =>
    Response.json(
      {
        errors: [{ status: '409', code: 'JOBS_UNFINISHED', title: 'Jobs are unfinished', detail: '1 job of changes' }],
      },
      { status: 409 },
    )
  await see()
  await open.click()
  await page.getByRole('textbox').fill('fleet')
  await page.getByRole('checkbox', { name: 'Erase the record of changes, too' }).click()
  await verb.click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Jobs are unfinished')
  expect(sent).toEqual([{ account: 'fleet', includesRecord: true }])
})
it('isn’t offered by a server without an account', async () => {
  account = null
  const { container } = await see()
  await vi.waitFor(() => expect(container.textContent).toBe(''))
})
