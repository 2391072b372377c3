/** A button while it waits, its ring in the middle of it; and one that is refused for what the page says already. */
import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { draw } from './browser-harness'
import { Button } from './button'

const middleOf = ({ x, y, width, height }: DOMRect) => ({ x: x + width / 2, y: y + height / 2 })

it('has its ring in the middle while it waits, and its words before and after', async () => {
  const part = (loading: boolean) => <Button loading={loading}>Read odometer (1 request)</Button>
  const { drawAgain } = await draw(part(false))
  const button = page.getByRole('button').element()
  const [ring, words] = button.children
  if (!ring || !words) throw new Error('The button has no ring.')
  const opacity = (element: Element) => Number(getComputedStyle(element).opacity)
  expect(opacity(ring)).toBe(0)
  await drawAgain(part(true))
  await expect.element(button).toBeDisabled()
  await expect.poll(() => opacity(ring)).toBe(1)
  await expect.poll(() => opacity(words)).toBe(0)
  const [whole, inner] = [button, ring].map((element) => middleOf(element.getBoundingClientRect()))
  expect(Math.abs((whole?.x ?? 0) - (inner?.x ?? 9))).toBeLessThan(2)
  await expect
    .poll(() => Math.abs(middleOf(button.getBoundingClientRect()).y - middleOf(ring.getBoundingClientRect()).y))
    .toBeLessThan(2) // it comes from above
  await drawAgain(part(false))
  await expect.poll(() => opacity(words)).toBe(1)
})

it('is described by what says its reason on the page already, and shows that no second time', async () => {
  const failed = vi.fn()
  window.addEventListener('error', failed)
  await import('./reason') // what shows reasons, where another button has one of its own
  await draw(
    <>
      <Button reason="Too many" saidAt="said">
        Start
      </Button>
      <p id="said">Too many</p>
    </>,
  )
  const button = page.getByRole('button')
  await button.hover()
  await expect.element(button).toHaveAccessibleDescription('Too many')
  expect(failed).not.toHaveBeenCalled()
  window.removeEventListener('error', failed)
})
