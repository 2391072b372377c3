/** The form that adds a path to a batch: focus after a path that can't be sent. */
import { afterEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw } from '../../../ui/browser-harness'
import { Builder } from './builder'

afterEach(() => void vi.useRealTimers())

it('moves the focus to a rejected path at once, and not again after another control has it', async () => {
  await draw(<Builder paths={[]} onPaths={() => {}} />)
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const field = page.getByRole('textbox', { name: 'Add a path' })
  await field.fill('/a?b?c')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect.element(page.getByText('one “?”')).toBeVisible()
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('{Tab}')
  vi.runAllTimers()
  await expect.element(field).not.toHaveFocus()
})
