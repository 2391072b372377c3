/** The check of the own server leaves no connection behind. */
import { afterEach, expect, it, vi } from 'vitest'
import { REQUEST_ID_HEADER } from './config'
import { checkOwnServer } from './own-fetch'

afterEach(() => vi.unstubAllGlobals())

it.each([
  [200, 'reached'],
  [503, 'unreachable'],
])('a response of %s is not read, and ends at once', async (status, reach) => {
  const cancel = vi.fn()
  const body = new ReadableStream({ cancel })
  vi.stubGlobal('fetch', async () => new Response(body, { status, headers: { [REQUEST_ID_HEADER]: 'one' } }))
  expect(await checkOwnServer()).toBe(reach)
  expect(cancel).toHaveBeenCalledOnce()
})
