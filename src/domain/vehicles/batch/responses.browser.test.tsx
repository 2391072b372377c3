/** The results of a batch: each item in a line that says what was read or why not, and the whole of it on a click. */
import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ConfigProvider } from '../../../core/config'
import { draw } from '../../../ui/browser-harness'
import { hostile, items } from './fixtures'
import { matchItems } from './items'
import { Responses } from './responses'
import type { RunRow } from './runs'

const readAt = Date.parse('2026-11-20T08:00:00Z')
type Item = (typeof items)[number][0]
/** The rows as a run has them; each item was asked for. */
const rowsOf = (...sent: Item[]): RunRow[] =>
  sent.flatMap((item) =>
    matchItems([item.path], { responses: [item] }).rows.map((row) => ({ ...row, readAt, isKept: false })),
  )
const config = { docsUrl: null, mapUrl: null, connectUrl: null, hosts: {} } as never // nothing else of it is read here
const results = (...sent: Item[]) =>
  draw(
    <ConfigProvider value={config}>
      <Responses rows={rowsOf(...sent)} />
    </ConfigProvider>,
  )
const row = (nth = 0) =>
  page
    .getByRole('table', { name: 'Responses' })
    .getByRole('row')
    .nth(nth + 1)
const toggle = () => row().getByRole('rowheader').getByRole('button')
const errors: unknown[] = []
const note = ({ error }: ErrorEvent) => void errors.push(error)
addEventListener('error', note)
afterEach(() => expect(errors.splice(0)).toEqual([]))

it('are of every reference body', () => expect(items.length).toBe(35))

describe.each([...items, ...hostile].map(([item, says], at) => [at, item.path, says, item] as const))(
  '%i %s',
  (_, path, says, item) => {
    it(`says ${says.slice(0, 40)}, and shows the whole on a click`, async () => {
      await results(item)
      await expect.element(row()).toHaveTextContent(says)
      await expect.element(row().getByRole('rowheader')).toHaveTextContent(path)
      await toggle().click()
      await expect.element(toggle()).toHaveAttribute('aria-expanded', 'true')
      await expect.element(row(1)).toHaveTextContent('Raw JSON')
      expect(document.querySelector('b')).toBeNull() // markup is text
      await toggle().click()
      await expect.element(row(1)).not.toBeInTheDocument()
    })
  },
)

it('are 36 px high each, whatever was read or failed; on a phone two lines, and no wider than it', async () => {
  const plain = items.flatMap(([item]) =>
    item.code !== 200 || /odometer$|limit|vin|location/.test(item.path) ? [item] : [],
  )
  await page.viewport(1000, 800)
  await results(...plain)
  await expect.element(row()).toBeVisible()
  const heights = () => [...document.querySelectorAll('tbody tr')].map((one) => one.getBoundingClientRect().height)
  const tall = [...document.querySelectorAll('tbody tr')].filter((one) => one.getBoundingClientRect().height > 37)
  expect(tall.map(({ textContent }) => textContent)).toEqual([])
  await page.viewport(320, 640)
  await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
  expect(Math.min(...heights())).toBeGreaterThan(50)
  await page.viewport(1280, 800)
})

it('say how old a reading is, and mark one that is stale', async () => {
  const at = (hours: number) => ({ 'xy-data-age': new Date(readAt - hours * 3_600_000).toISOString() })
  const read = (hours: number) => ({ path: '/odometer', code: 200, body: { distance: 1 }, headers: at(hours) })
  await results(read(2), read(49))
  await expect.element(row(0)).not.toHaveTextContent('Stale')
  await expect.element(row(1)).toHaveTextContent('Stale')
  await page.getByRole('button', { name: '/odometer' }).nth(1).click()
  await expect.element(row(2)).toHaveTextContent('Recorded 2 d 1 h before you read it')
})

describe('the same failure of several items', () => {
  const body = { type: 'PERMISSION', description: 'Not allowed.' }
  const failed = (path: string, more: object = {}) => ({ path, code: 403, body: { ...body, ...more } })
  it('is said once, with the paths; the rows keep their first line and their own request ID', async () => {
    await results(failed('/fuel'), failed('/vin', { requestId: 'r-2' }))
    const heading = page.getByRole('heading', { name: 'Forbidden ×2' })
    await expect.element(heading.element().parentElement).toHaveTextContent('/fuel, /vin')
    await expect.element(row(1)).toHaveTextContent('Forbidden: Not allowed.')
    await page.getByRole('button', { name: '/vin' }).click()
    await expect.element(row(2)).toHaveTextContent('Request ID r-2')
    expect(page.getByRole('heading').elements()).toHaveLength(1)
  })
  it('is another one where it says something else', async () => {
    await results(failed('/fuel'), failed('/vin', { description: 'Not today.' }))
    await expect.element(row(1)).toHaveTextContent('Forbidden: Not today.')
    expect(page.getByRole('heading').elements()).toHaveLength(0)
  })
})

it('are opened by keyboard', async () => {
  await results({ path: '/odometer', code: 200, body: { distance: 1 } })
  await userEvent.tab()
  await expect.element(toggle()).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(toggle()).toHaveAttribute('aria-expanded', 'true')
})
