/** The inspector by itself: its height by keyboard, what its bar says, what failed alike, and one call in full. */

import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { call } from '../../api/client'
import { connections } from '../../api/connections'
import { ofServer } from '../../api/own-response-harness'
import { vehicleData } from '../../api/vehicle-data'
import { nextAccount } from '../../core/account'
import { ConfigProvider } from '../../core/config'
import { pageConfig } from '../../core/config-harness'
import { preferences, resetPreferences } from '../../core/preferences'
import { draw } from '../../ui/browser-harness'
import { forgetCalls } from './calls'
import { Inspector } from './inspector'
import { setHeight } from './inspector-height'

const onToggle = vi.fn()
const onClose = vi.fn()
const inspector = (isOpen: boolean) => (
  <ConfigProvider key="inspector" value={pageConfig}>
    <Inspector isOpen={isOpen} onToggle={onToggle} onClose={onClose} />
  </ConfigProvider>
)
const handle = () => page.getByRole('separator', { name: 'Height of the inspector' })
const rows = () => page.getByRole('rowheader')
const textsOf = () =>
  rows()
    .elements()
    .map((row) => row.textContent)
const room = () => document.documentElement.style.getPropertyValue('--inspector')

/** Sends a free list, or a read of a vehicle, that is answered so. */
async function answered(status: number, code = 'NO', isBilled = false) {
  const body = status < 400 ? { data: [], meta: {}, links: {} } : { errors: [{ title: 'Refused', code }] }
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json(body, { status, headers: ofServer }))
  const sent = isBilled
    ? call(vehicleData.vin, { path: { id: 'v' } })
    : call(connections.list, { query: { 'filter[user.externalId]': code } })
  await sent.catch(() => undefined)
  vi.restoreAllMocks()
}

beforeEach(() => {
  onToggle.mockClear()
  onClose.mockClear()
})
afterEach(async () => {
  setHeight(46)
  forgetCalls()
  resetPreferences()
  await nextAccount(null)
})

describe('the focus', () => {
  /** Draws it beside what has the focus. */
  async function drawBeside(part: ReactNode) {
    const { drawAgain, container } = await draw(part)
    const before = container.querySelector<HTMLElement>('button, input')
    before?.focus()
    await drawAgain([part, inspector(true)])
    await expect.element(page.getByRole('heading', { name: 'Requests' })).toBeVisible()
    return before
  }
  it('goes from the button that opened it to its heading', async () => {
    await drawBeside(<button key="" type="button" />)
    await expect.element(page.getByRole('heading', { name: 'Requests' })).toHaveFocus()
  })
  it('stays in a field that is typed in by the time it is loaded', async () => {
    expect(await drawBeside(<input key="" />)).toBe(document.activeElement)
  })
})

describe('its height', () => {
  it('follows the arrow keys, ends at its limits, and is what the page gives way to', async () => {
    await draw(inspector(true))
    await expect.element(handle()).toHaveAttribute('aria-valuenow', '46')
    expect(room()).toBe('46vh')
    handle().element().focus()
    await userEvent.keyboard('{ArrowUp}')
    await expect.element(handle()).toHaveAttribute('aria-valuenow', '51')
    expect(room()).toBe('51vh')
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    await expect.element(handle()).toHaveAttribute('aria-valuenow', '41')
    await userEvent.keyboard('{End}{ArrowUp}')
    await expect.element(handle()).toHaveAttribute('aria-valuenow', '85')
    await userEvent.keyboard('{Home}{ArrowDown}')
    await expect.element(handle()).toHaveAttribute('aria-valuenow', '20')
    await expect.element(handle()).toHaveAttribute('aria-valuetext', '20% of the window')
  })
  it('is none for what is no number', async () => {
    setHeight(Number.NaN)
    await draw(inspector(true))
    await expect.element(handle()).toHaveAttribute('aria-valuenow', '46')
  })
  it('is that of its bar where it is collapsed, and nothing once it is closed', async () => {
    const { unmount } = await draw(inspector(false))
    await expect.element(page.getByRole('button', { expanded: false })).toBeVisible()
    expect(room()).toBe('28px')
    await unmount()
    expect(room()).toBe('')
  })
})

describe('its bar', () => {
  it('says how many requests there were, failed and were billed, and opens it', async () => {
    await answered(200)
    await answered(503)
    await answered(404)
    await answered(403, 'NO', true)
    await draw(inspector(false))
    const bar = page.getByRole('button', { name: '4 requests · 2 failed · 1 billed' })
    await bar.click()
    expect(onToggle).toHaveBeenCalledOnce()
    expect(rows().elements()).toEqual([])
  })
  it('leaves out what there is none of', async () => {
    await answered(200)
    await draw(inspector(false))
    await expect.element(page.getByRole('button', { name: '1 request', exact: true })).toBeVisible()
  })
})

describe('its list', () => {
  it('has a line for each, and equal failures once where failures are asked for', async () => {
    for (const [status, code] of [
      [503, 'DOWN'],
      [200, 'ok'],
      [503, 'DOWN'],
      [503, 'OTHER'],
    ] as const)
      await answered(status, code)
    await draw(inspector(true))
    await expect.element(rows().nth(3)).toBeVisible()
    await page.getByRole('button', { name: 'Failed', exact: true }).click()
    await vi.waitFor(() =>
      expect(textsOf()).toEqual([
        'GET /v3/connections?filter[user.externalId]=OTHER',
        'GET /v3/connections?filter[user.externalId]=DOWN×2, 2 times',
      ]),
    )
    await rows().nth(1).getByRole('button').click()
    await vi.waitFor(() => expect(textsOf()).toHaveLength(3)) // the one it stands for is there to be looked at
    await page.getByRole('button', { name: 'Billed', exact: true }).click()
    await vi.waitFor(() => expect(textsOf()).toEqual([]))
  })
  it('names a call by its shape too, and its bytes as they were sent', async () => {
    await answered(403)
    await draw(inspector(true))
    const cells = page.getByRole('cell')
    await expect.element(cells.nth(0)).toHaveTextContent('403')
    expect(cells.nth(0).element().querySelector('use')?.getAttribute('href')).toBe('#i-circle-x')
    await expect.element(cells.nth(2)).toHaveTextContent(/^\d+ B$/)
  })
})

describe('one call', () => {
  it('has what came, its headers and a command in tabs that the arrow keys turn', async () => {
    await answered(403)
    await draw(inspector(true))
    await rows().nth(0).getByRole('button').click()
    const tab = (name: string) => page.getByRole('tab', { name })
    await expect.element(tab('Response')).toHaveAttribute('aria-selected', 'true')
    await tab('Response').click()
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(tab('Headers')).toHaveFocus()
    await expect.element(page.getByRole('tabpanel', { name: 'Headers' })).toHaveTextContent('content-type')
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
    await expect.element(page.getByRole('tabpanel', { name: 'cURL' })).toHaveTextContent('$ACCESS_TOKEN')
    expect(page.getByRole('tabpanel').elements()).toHaveLength(1)
  })
  it('has its command for the shell that was chosen last', async () => {
    await answered(403)
    await draw(inspector(true))
    await rows().nth(0).getByRole('button').click()
    await page.getByRole('combobox', { name: 'Shell' }).selectOptions('PowerShell')
    await page.getByRole('tab', { name: 'cURL' }).click()
    await expect
      .element(page.getByRole('tabpanel', { name: 'cURL' }))
      .toHaveTextContent(/^curl\.exe .*\$env:ACCESS_TOKEN/)
    await page.getByRole('combobox', { name: 'Shell' }).selectOptions('Command Prompt (cmd)')
    await expect.element(page.getByRole('tabpanel', { name: 'cURL' })).toHaveTextContent('%ACCESS_TOKEN%')
    expect(preferences.get().shell).toBe('cmd')
    await page.getByRole('combobox', { name: 'Shell' }).selectOptions('bash, zsh, sh')
    await expect.element(page.getByRole('tabpanel', { name: 'cURL' })).toHaveTextContent('$ACCESS_TOKEN')
  })
})
