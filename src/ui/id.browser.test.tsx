/** An identifier by itself: cut for the eye alone, and copied where the browser lets a page write, else by hand. */
import { flushSync } from 'react-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw } from './browser-harness'
import { CopyButton, IdText } from './id'

const ID = '36ab27d0-fd9d-4455-823a-ce30af709ffc'
const button = () => page.getByRole('button')
const dialog = () => page.getByRole('dialog', { name: 'Copy connection ID' })

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

describe('the text of an ID', () => {
  it('is cut in the middle for who sees it, and whole for who hears it and in its title', async () => {
    await draw(<IdText id={ID} />)
    const shown = document.querySelector('bdi[aria-hidden="true"]')
    expect(shown?.textContent).toMatch(/^36ab27d0…\w+$/)
    await expect.element(page.getByTitle(ID)).toBeVisible()
    await expect.element(page.getByText(ID)).toHaveClass('visually-hidden')
  })
  it('that is short stands whole, once', async () => {
    await draw(<IdText id="car-1" />)
    await expect.element(page.getByText('car-1')).toBeVisible()
    expect(document.querySelector('[aria-hidden], .visually-hidden')).toBeNull()
  })
})

describe('copying', () => {
  it('writes the whole, says so, and says it no more a second later', async () => {
    await draw(<CopyButton text={ID} what="connection ID" />)
    await expect.element(button()).toHaveAccessibleName('Copy connection ID')
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await button().click()
    await expect.element(button()).toHaveAccessibleName('Copied connection ID')
    expect(write.mock.calls).toEqual([[ID]])
    flushSync(() => vi.advanceTimersByTime(999))
    expect(button().element().textContent).toBe('Copied connection ID')
    flushSync(() => vi.advanceTimersByTime(1))
    expect(button().element().textContent).toBe('Copy connection ID')
  })
  it('that is refused leaves the text selected in a dialog, never says that it was copied, and gives the focus back', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'))
    await draw(<CopyButton text={ID} what="connection ID" />)
    await button().click()
    await expect.element(dialog()).toBeVisible()
    const field = page.getByRole('textbox')
    await expect.element(field).toHaveFocus()
    const { selectionStart, selectionEnd, value } = field.element() as HTMLTextAreaElement // its text
    expect([value, selectionStart, selectionEnd]).toEqual([ID, 0, ID.length])
    expect(page.getByText('Copied connection ID').elements()).toEqual([])
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog()).not.toBeInTheDocument()
    await expect.element(button()).toHaveFocus()
  })
  it('of a secret shows none of it where it is refused', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'))
    await draw(<CopyButton text="a token" what="connection ID" isSecret />)
    await button().click()
    await expect.element(page.getByRole('textbox')).toHaveAttribute('data-secret')
    await expect.element(page.getByRole('textbox')).toHaveStyle({ color: 'rgba(0, 0, 0, 0)' })
    await page.getByRole('button', { name: 'Close' }).click()
    await expect.element(dialog()).not.toBeInTheDocument()
  })
})
