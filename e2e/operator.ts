/** An operator without a mouse: only keys, each with what had the focus after it, kept as a record of the journey. */
import { expect, type Locator, type Page, type TestInfo } from '@playwright/test'
import { waitForHydration } from './test'

/** Tab stops that are looked through for one thing: more would be no way to work. */
const MOST_STOPS = 130

export class Operator {
  readonly #page: Page
  readonly #steps: string[] = []

  constructor(page: Page) {
    this.#page = page
  }

  /** Counts what a mouse would do, so that a journey can say that nothing was. Called before the first page. */
  async begin(path: string): Promise<void> {
    await this.#page.addInitScript(() => {
      addEventListener('pointerdown', () => sessionStorage.setItem('mouse', 'used'), true)
    })
    await this.#page.goto(path)
    await waitForHydration(this.#page)
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.#page.keyboard.press(key)
    this.#steps.push(`${keys.join(' ')} → ${await this.#focus()}`)
  }

  async type(text: string): Promise<void> {
    await this.#page.keyboard.type(text)
    this.#steps.push(`types “${text}”`)
  }

  /** Tab, or Shift and Tab, until the thing has the focus, which must be seen. */
  async reach(thing: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await expect(thing).toBeVisible()
    let stops = 0
    for (; stops < MOST_STOPS; stops += 1) {
      if (await thing.evaluate((element) => element === document.activeElement)) break
      await this.#page.keyboard.press(key)
    }
    await expect(thing).toBeFocused()
    const ring = await thing.evaluate((element) => {
      const { outlineStyle, outlineWidth, boxShadow, borderColor } = getComputedStyle(element)
      return { isRing: outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1, boxShadow, borderColor }
    })
    expect(ring.isRing || ring.boxShadow !== 'none' || (await thing.evaluate((e) => e.tagName)) === 'INPUT').toBe(true)
    this.#steps.push(`${stops} × ${key} → ${await this.#focus()}`)
  }

  /** The browser's own key for Back, which a browser without a window does not hear. */
  async back(): Promise<void> {
    await this.#page.goBack()
    this.#steps.push(`Back → ${await this.#focus()}`)
  }

  /** Out of a field: the page's own keys are heard again. */
  async leave(): Promise<void> {
    await this.press('Escape')
    await expect(this.#page.getByRole('heading', { level: 1 })).toBeFocused()
  }

  /** Reaches a button or a link and presses it. */
  async use(thing: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await this.reach(thing, key)
    await this.press('Enter')
  }

  /** “Jump to…”: a page, or a button of the page in view, by a part of its name. */
  async jump(text: string): Promise<void> {
    await this.#page.keyboard.press('Control+k')
    await expect(this.#page.getByRole('combobox', { name: 'Jump to' })).toBeFocused()
    await this.#page.keyboard.type(text)
    await this.#page.keyboard.press('Enter')
    await expect(this.#page.getByRole('dialog', { name: 'Jump to' })).toHaveCount(0)
    this.#steps.push(`Ctrl+K “${text}” Enter → ${await this.#focus()}`)
  }

  /** Ends the journey: nothing was done with a mouse; its record goes to the report. */
  async end(info: TestInfo): Promise<void> {
    expect(await this.#page.evaluate(() => sessionStorage.getItem('mouse'))).toBeNull()
    await info.attach('journey.txt', { body: this.#steps.join('\n'), contentType: 'text/plain' })
  }

  #focus(): Promise<string> {
    return this.#page.evaluate(() => {
      const { activeElement: at } = document
      const name = at?.getAttribute('aria-label') ?? at?.textContent?.trim().slice(0, 60) ?? ''
      return `${at?.tagName.toLowerCase() ?? 'nothing'} ${name}`
    })
  }
}
