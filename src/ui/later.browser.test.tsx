/** A part whose code can't be fetched: a notice, or nothing if the operator has not requested it. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { draw } from './browser-harness'
import { later } from './later'

/** Fails until the network is back. */
function partOf(instead?: 'quiet') {
  const network = { isThere: false, requests: 0 }
  const load = async () => {
    network.requests += 1
    if (!network.isThere) throw new Error('offline')
    return () => <p>The part</p>
  }
  return { network, Part: later(load, <p>Waiting</p>, instead) }
}

it('is a notice with Retry', async () => {
  const { network, Part } = partOf()
  await draw(<Part />)
  await expect.element(page.getByRole('alert')).toHaveTextContent('Couldn’t load a file of this page.')
  network.isThere = true
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByText('The part')).toBeVisible()
})
it('says nothing if it is quiet, and comes once the network is back', async () => {
  const { network, Part } = partOf('quiet')
  await draw(<Part />)
  const goOnline = () => dispatchEvent(new Event('online'))
  await expect.poll(() => goOnline() && network.requests).toBeGreaterThan(1)
  await expect.element(page.getByText('Waiting')).toBeVisible()
  expect(document.querySelector('[role=alert]')).toBeNull()
  network.isThere = true
  await expect.poll(() => goOnline() && page.getByText('The part').elements().length).toBe(1)
})
