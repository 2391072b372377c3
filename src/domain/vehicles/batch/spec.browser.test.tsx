/** The order of a batch: the focus stays with what was moved. */
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ConfigProvider } from '../../../core/config'
import { draw } from '../../../ui/browser-harness'
import { Spec } from './spec'

it('has the focus on the button of a row that moved, also if it is drawn once more before that', async () => {
  const orders: string[][] = []
  const config = { docsUrl: null, advisedBatchPaths: 20, hosts: {} } as never // nothing else of it is read here
  const spec = (paths: string[]) => (
    <ConfigProvider value={config}>
      <Spec paths={paths} onPaths={(next) => orders.push(next)} />
    </ConfigProvider>
  )
  const { drawAgain } = await draw(spec(['/fuel', '/odometer', '/tires']))
  const down = page.getByRole('button', { name: 'Move /fuel down' })
  await down.click()
  await userEvent.keyboard('{Tab}') // the focus is elsewhere by then
  await drawAgain(spec(['/fuel', '/odometer', '/tires']))
  expect(document.activeElement).not.toBe(down.element())
  expect(orders).toEqual([['/odometer', '/fuel', '/tires']])
  await drawAgain(spec(['/odometer', '/fuel', '/tires']))
  await expect.element(down).toHaveFocus()
})
