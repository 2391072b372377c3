/** The cookie of preferences is set only if the server needs it. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepPreferencesForServer } from './preferences-cookie'

let page: { cookie: string }

beforeEach(() => {
  page = { cookie: '' }
  vi.stubGlobal('document', page)
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
    ...new Intl.DateTimeFormat('en').resolvedOptions(),
    timeZone: 'UTC',
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('sets no cookie if the server assumes the same', () => {
  vi.stubGlobal('isSecureContext', true)
  keepPreferencesForServer('0123456789ab')
  expect(page.cookie).toContain('Max-Age=0')
})

it('sets the cookie over plain http, because the server renders no page without one', () => {
  vi.stubGlobal('isSecureContext', false)
  keepPreferencesForServer('0123456789ab')
  expect(page.cookie).toMatch(/^forecourt-look-0123456789ab=%7B.*UTC.*SameSite=Strict; Max-Age=[1-9]/)
})
