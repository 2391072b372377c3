/** The folder of the store in Settings, with its size. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { nextAccount } from '../../core/account'
import { draw } from '../../ui/browser-harness'
import { StoreFolder } from './store-folder'

let facts: object
const see = () =>
  draw(
    <QueryClientProvider client={new QueryClient()}>
      <p>
        In a folder
        <StoreFolder />
      </p>
    </QueryClientProvider>,
  )

beforeEach(async () => {
  await nextAccount(null)
  vi.stubGlobal('fetch', async () => Response.json(facts))
})
afterEach(() => vi.unstubAllGlobals())

it.each([
  [41_300_000, 'In a folder /data/store (41 MB)'],
  [900, 'In a folder /data/store (less than 1 MB)'],
  [null, 'In a folder /data/store'],
])('is named with %s bytes', async (bytes, text) => {
  facts = { kind: 'folder', folder: '/data/store', account: 'fleet', bytes }
  await see()
  await expect.element(page.getByText('/data/store')).toBeVisible()
  expect(page.getByText('In a folder').element().textContent).toBe(text)
})
