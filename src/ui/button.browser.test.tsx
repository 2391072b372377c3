/** A button while it waits: its spinner stands in the middle, with and without motion. */
import '@mantine/core/styles/Loader.layer.css'
import { MantineProvider } from '@mantine/core'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { draw } from './browser-harness'
import { Button } from './button'
import { theme } from './theme'

const middleOf = (element: Element | null) => {
  const { x, y, width, height } = element?.getBoundingClientRect() ?? new DOMRect()
  return { x: x + width / 2, y: y + height / 2 }
}

for (const respectReducedMotion of [true, false])
  it(`has its spinner in the middle, ${respectReducedMotion ? 'without' : 'with'} motion`, async () => {
    const part = (loading: boolean) => (
      <MantineProvider theme={{ ...theme, respectReducedMotion }} withStaticClasses={false}>
        <Button loading={loading}>Read odometer (1 request)</Button>
      </MantineProvider>
    )
    const { drawAgain } = await draw(part(false))
    await drawAgain(part(true))
    const button = page.getByRole('button').element()
    const spinner = () => button.querySelector('.button-loader')
    await expect.poll(spinner).not.toBeNull()
    const offBy = () => {
      const [whole, part] = [middleOf(button), middleOf(spinner())]
      return Math.max(Math.abs(whole.x - part.x), Math.abs(whole.y - part.y))
    }
    await expect.poll(offBy).toBeLessThan(2) // where it moves, it comes from above
  })
