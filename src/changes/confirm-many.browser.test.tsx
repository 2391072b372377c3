/** The confirmation of a change for many by itself: above 20 the number is typed, and nothing is sent before. */
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw } from '../ui/browser-harness'
import { ConfirmMany } from './confirm-many'

const onConfirm = vi.fn()
const onCancel = vi.fn()
const confirmation = (count: number) => (
  <ConfirmMany
    count={count}
    title={`Remove ${count} connections?`}
    verb="Remove them"
    isRemoval
    host="vehicle"
    onConfirm={onConfirm}
    onCancel={onCancel}
  >
    <p>What goes with them</p>
  </ConfirmMany>
)
const verb = () => page.getByRole('button', { name: 'Remove them' })
const field = (count: number) => page.getByRole('textbox', { name: `Type ${count} to confirm` })

beforeEach(() => {
  onConfirm.mockClear()
  onCancel.mockClear()
})

describe('a change for many', () => {
  it.each([1, 20])('of %i is confirmed with a click', async (count) => {
    await draw(confirmation(count))
    await expect.element(page.getByRole('dialog', { name: `Remove ${count} connections?` })).toBeVisible()
    await expect.element(field(count)).not.toBeInTheDocument()
    await verb().click()
    expect(onConfirm).toHaveBeenCalledTimes(1)
  })
  it('of 21 takes its number: nothing else confirms it', async () => {
    await draw(confirmation(21))
    await expect.element(verb()).toHaveAttribute('aria-disabled', 'true')
    await expect.element(verb()).toHaveAccessibleDescription('Type 21 first')
    await verb().click({ force: true })
    for (const wrong of ['2', '22', '21x', '-21']) {
      await field(21).fill(wrong)
      await verb().click({ force: true })
    }
    expect(onConfirm).not.toHaveBeenCalled()
    await field(21).fill(' 21 ')
    await expect.element(verb()).not.toHaveAttribute('aria-disabled')
    await verb().click()
    expect(onConfirm).toHaveBeenCalledTimes(1)
  })
  it('of thousands takes its number as it is said, or without its comma', async () => {
    await draw(confirmation(2500))
    for (const right of ['2500', '2,500']) {
      await field(2500).fill(right)
      await verb().click()
    }
    expect(onConfirm).toHaveBeenCalledTimes(2)
  })
  it('is left by Cancel, which has the focus at first, and by Escape', async () => {
    await draw(confirmation(21))
    await expect.element(page.getByRole('button', { name: 'Cancel' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    expect(onCancel).toHaveBeenCalledTimes(1)
    await userEvent.keyboard('{Escape}')
    await vi.waitFor(() => expect(onCancel).toHaveBeenCalledTimes(2))
    expect(onConfirm).not.toHaveBeenCalled()
  })
})
