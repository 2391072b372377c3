/** Today's changes on the overview: requested from the record, the operator's own where people sign in. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { PageConfig } from '../../api/config'
import { ConfigProvider } from '../../core/config'
import { pageConfig } from '../../core/config-harness'
import { draw } from '../../ui/browser-harness'
import { Journal } from './journal'

afterEach(() => void vi.unstubAllGlobals())

const removed = (id: string, status: number | 'unknown', subject?: string) => ({
  subject,
  ...{ id, kind: 'change', time: new Date().toISOString(), operation: 'DELETE /v3/connections/{connectionId}' },
  ...{ status, parameters: { connectionId: `c-${id}` } },
})

async function see(config: Partial<PageConfig>, records: object[]) {
  const requested: URL[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    requested.push(new URL(address, location.origin))
    return Response.json({ data: records, next: null, skipped: 0 })
  })
  await draw(
    <QueryClientProvider client={new QueryClient()}>
      <ConfigProvider value={{ ...pageConfig, ...config }}>
        <Journal />
      </ConfigProvider>
    </QueryClientProvider>,
  )
  await expect.poll(() => requested).toHaveLength(1)
  return Object.fromEntries(requested[0]?.searchParams ?? [])
}

it('without sign-in lists the changes of today, with their outcomes, and leads to Activity', async () => {
  const { since = '', ...search } = await see({ operator: null }, [removed('1', 204), removed('2', 'unknown')])
  expect(search).toEqual({ kind: 'change', limit: '8' })
  const midnight = new Date()
  midnight.setHours(0, 0, 0, 0)
  expect(since).toBe(midnight.toISOString())
  await expect.element(page.getByRole('listitem').first()).toHaveTextContent(/204 done.*connection c-1/)
  await expect.element(page.getByRole('listitem').nth(1)).toHaveTextContent('outcome unknown')
  const all = page.getByRole('link', { name: 'Today’s changes in Activity' })
  await expect.element(all).toHaveAttribute('href', expect.stringContaining('/activity?'))
})
it('lists no change of another person with the same name', async () => {
  const operator = { id: 'operator-1', name: 'Operator', role: 'operator' } as const
  await see({ operator }, [removed('1', 204, 'operator-2'), removed('2', 204, 'operator-1')])
  await expect.element(page.getByRole('listitem')).toHaveTextContent(/connection c-2/)
})
it('with sign-in lists the operator’s own', async () => {
  const operator = { id: 'operator-1', name: 'Operator One', role: 'operator' } as const
  expect(await see({ operator }, [])).toMatchObject({ operator: 'Operator One', kind: 'change' })
  await expect.element(page.getByText('No changes yet.')).toBeVisible()
})
