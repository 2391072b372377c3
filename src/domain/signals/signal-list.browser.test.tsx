/** The list of known signals: its groups, its search, and the keys that go through it. */
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { knownSignals } from '../../api/signals.data'
import { draw } from '../../ui/browser-harness'
import { SignalList } from './signal-list'

const onShow = vi.fn<(search: { q?: string; group?: string }) => void>()
const onOpen = vi.fn<(code: string) => void>()
beforeEach(() => {
  onShow.mockClear()
  onOpen.mockClear()
})
interface Given {
  q?: string
  group?: string
  read?: string[]
}
const list = ({ q = '', group = '', read = [] }: Given = {}) =>
  draw(
    <SignalList
      q={q}
      group={group}
      read={read}
      onShow={onShow}
      shownText={(count, total) => `${count} of ${total}`}
      onOpen={onOpen}
      linkOf={({ code, name }) => <a href={`#${code}`}>{name}</a>}
      permissionOf={({ permission }) => permission}
      columns={[]}
    />,
  )
const textsOf = (selector: string) =>
  [...document.querySelectorAll(selector)].map(({ textContent }) => textContent?.replace(/\s+/g, ' ').trim())
const rows = () => textsOf('th[scope="row"]')
const groups = () => page.getByRole('group', { name: 'Signal groups' }).getByRole('button')
const search = () => page.getByRole('searchbox', { name: 'Search' })
const focused = () => document.activeElement?.textContent

describe('groups', () => {
  it('begin with the common ones, and hold every signal once', async () => {
    await list()
    await expect.element(groups().first()).toHaveAttribute('aria-pressed', 'true')
    await expect.element(page.getByText(/^14 of 93$/)).toBeVisible()
    await expect.element(page.getByRole('heading', { name: 'Common' })).toBeVisible()
    expect(rows()[0]).toMatch(/^State of charge /)
    expect(rows().length).toBeLessThan(20)
    const counts = groups()
      .elements()
      .map(({ textContent }) => Number(/\d+$/.exec(textContent ?? '')?.[0]))
    expect(counts.at(-1)).toBe(93)
    expect(counts.slice(1, -1).reduce((sum, count) => sum + count)).toBe(93)
  })
  it('are chosen with a click', async () => {
    await list()
    await page.getByRole('button', { name: 'Tires 2' }).click()
    expect(onShow).toHaveBeenCalledWith({ group: 'Tires' })
  })
  it('are shown as the address says', async () => {
    await list({ group: 'Tires' })
    expect(rows()).toEqual(['Style wheel-style', 'Tires wheel-tires'])
  })
  it('have one for what was read in this tab, codes that nobody knows among it', async () => {
    await list({ group: 'Recently read', read: ['charge-voltage', 'some-code'] })
    expect(rows()).toEqual(['Voltage Charge charge-voltage', 'some-code some-code'])
  })
  it('of another name are the common ones', async () => {
    await list({ group: 'constructor' })
    await expect.element(page.getByRole('heading', { name: 'Common' })).toBeVisible()
  })
  it('can all be shown', async () => {
    await list({ group: 'All signals' })
    expect(rows()).toHaveLength(knownSignals.length)
  })
})

describe('the search', () => {
  it('finds in all groups, each under its name, none of them chosen', async () => {
    await list({ q: 'battery' })
    expect(textsOf('th[scope="rowgroup"]')).toEqual(['Diagnostics', '12 V battery', 'High-voltage battery'])
    expect(document.querySelector('[aria-pressed="true"]')).toBeNull()
  })
  it('opens the first one on Enter, and says which', async () => {
    await list({ q: 'soc' })
    await expect
      .element(page.getByRole('status').first())
      .toHaveTextContent('2 known signals. Press Enter to open High-voltage battery state of charge.')
    await search().click()
    await userEvent.keyboard('{Enter}')
    expect(onOpen.mock.calls).toEqual([['tractionbattery-stateofcharge']])
  })
  it('opens nothing on Enter where it is empty, or finds nothing', async () => {
    await list()
    await search().click()
    await userEvent.keyboard('{Enter}')
    await userEvent.keyboard('nothing of the kind{Enter}')
    expect(onOpen).not.toHaveBeenCalled()
    expect(onShow).toHaveBeenCalledWith({ q: 'nothing of the kind' })
  })
})

it('arrow keys go from the search through the signals, and back', async () => {
  await list()
  await search().click()
  await userEvent.keyboard('{ArrowDown}')
  expect(focused()).toBe('State of charge')
  await userEvent.keyboard('{ArrowDown}')
  expect(focused()).toBe('Range')
  await userEvent.keyboard('{ArrowUp}{ArrowUp}')
  await expect.element(search()).toHaveFocus()
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(search()).toHaveFocus()
})
