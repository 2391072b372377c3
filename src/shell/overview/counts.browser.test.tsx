/** A tile of the overview: one link that says its name and its number once, and what changed. */
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { nextAccount, openAccount } from '../../core/account'
import { draw } from '../../ui/browser-harness'
import { Tile } from './counts'
import type { Counted } from './total-in'

const DAY = 86_400_000

/** An answer with this total, whatever that is. */
const counted = (totalCount?: unknown): Counted => ({
  // What an API sends is not what it should.
  data: { value: { meta: { totalCount } } } as Counted['data'],
  isPending: false,
  isError: false,
})
const tile = (count: Counted) => (
  <ul>
    <Tile name="Live connections" count={count} to="/connections" />
  </ul>
)
const link = () => page.getByRole('link')
const since = () => page.getByRole('listitem').element().textContent

beforeEach(async () => {
  localStorage.clear()
  vi.useRealTimers()
  await nextAccount(null)
  openAccount(['http://service.test'], null, 'key')
})

describe('a tile', () => {
  it.each([
    [0, 'Live connections 0'],
    [1e9, 'Live connections 1,000,000,000'],
    [Number.NaN, 'Live connections Not provided'],
    [-1, 'Live connections Not provided'],
    ['many', 'Live connections Not provided'],
    [null, 'Live connections Not provided'],
    [undefined, 'Live connections Not provided'],
  ])('of a total of %s is one link', async (total, name) => {
    await draw(tile(counted(total)))
    await expect.element(link()).toHaveAccessibleName(name)
    expect(link().elements()).toHaveLength(1)
  })
  it('is as tall before its number is there', async () => {
    const { drawAgain } = await draw(tile({ data: undefined, isPending: true, isError: false }))
    await expect.element(link()).toHaveAccessibleName('Live connections Loading…')
    const { height } = page.getByRole('listitem').element().getBoundingClientRect()
    await drawAgain(tile(counted(2206)))
    await expect.element(link()).toHaveAccessibleName('Live connections 2,206')
    expect(page.getByRole('listitem').element().getBoundingClientRect().height).toBe(height)
  })
  it('says what changed since the last visit, and since yesterday where that is another', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 22, 9) })
    const visit = async (total: number, at: number) => {
      vi.setSystemTime(at)
      const { unmount } = await draw(tile(counted(total)))
      const text = since()
      await unmount()
      return text
    }
    const first = Date.now()
    expect(await visit(20, first)).not.toContain('since')
    expect(await visit(14, first + DAY)).toMatch(/−6 since your last visit \(.+\)$/)
    const again = await visit(15, first + DAY + 7_200_000)
    expect(again).toMatch(/\+1 since your last visit \(.+\) · −5 since yesterday$/)
    expect(await visit(15, first + 5 * DAY)).toMatch(/No change since your last visit \(.+\)$/)
  })
})
