/** Clicks that a server-rendered page leaves to the browser. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Dehydrated } from '../api/server-rendered'

const dehydrated: Dehydrated = { at: 0, timeZone: 'UTC', preferences: undefined, responses: [], queries: [] }
const buttonFor = (address: string) => ({ getAttribute: () => address }) as Partial<Element> as Element

afterEach(() => vi.unstubAllGlobals())

describe('opensAddress', () => {
  it('is true for a click before the page is hydrated, and then for the button that had the focus', async () => {
    const { opensAddress, startHydration } = await import('./hydration')
    const [first, second] = [buttonFor('/first'), buttonFor('/second')]
    vi.stubGlobal('document', { activeElement: first })
    const click = (currentTarget: Element) => opensAddress({ timeStamp: performance.now(), currentTarget })
    expect(click(first)).toBe(false) // a page that the browser rendered

    const hydration = startHydration(dehydrated)
    hydration.begin()
    const early = { timeStamp: performance.now() - 1, currentTarget: second }
    expect(opensAddress(early)).toBe(true)
    hydration.end()
    expect(opensAddress(early)).toBe(true)
    expect(click(second)).toBe(false)
    expect(click(first)).toBe(true)
  })
})
