/**
 * Translates a page the way Chrome does: each text node is replaced by two nested `<font>` elements, now and whenever text
 * changes. The translation is the text in capitals, so that tests see what was translated.
 */
import { expect, type Page } from '@playwright/test'

declare global {
  interface Window {
    translator: { translated(): string[] }
  }
}

/** Translates each page that is opened from now on, as soon as it is parsed, which is before the console starts. */
export async function installTranslator(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // Chrome's script has a world of its own, in which the prototypes are as the browser made them.
    const { insertBefore, removeChild } = Node.prototype
    const skipped = 'script, style, noscript, template, textarea, svg, [translate="no"], font'
    const isOff = (text: Text) => text.parentElement?.closest(skipped) ?? !text.data.trim()
    function translateAll() {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const texts: Text[] = []
      while (walker.nextNode()) if (!isOff(walker.currentNode as Text)) texts.push(walker.currentNode as Text)
      for (const text of texts) {
        const font = document.createElement('font')
        font.append(Object.assign(document.createElement('font'), { textContent: text.data.toUpperCase() }))
        if (!text.parentNode) continue
        insertBefore.call(text.parentNode, font, text)
        removeChild.call(text.parentNode, text)
      }
    }
    let isDue = false
    function translateSoon() {
      if (isDue) return
      isDue = true
      setTimeout(() => {
        isDue = false
        translateAll()
      }, 20)
    }
    function start() {
      translateAll()
      new MutationObserver(translateSoon).observe(document.body, {
        childList: true,
        characterData: true,
        subtree: true,
      })
    }
    window.translator = {
      translated: () => [...document.querySelectorAll('font > font')].map((font) => font.textContent),
    }
    // Sooner than `DOMContentLoaded`, for which the console's script is waited for.
    document.addEventListener('readystatechange', () => setTimeout(start), { once: true })
  })
}

interface Fiber {
  tag: number
  memoizedProps: unknown
  child: Fiber | null
  sibling: Fiber | null
  stateNode: unknown
}

/**
 * The text that the page shows and the text that React has last rendered, both in capitals and without what is not
 * translated. React has no public way to read its tree, so this goes by the tags of its fibers.
 */
const textsOf = (page: Page) =>
  page.evaluate(() => {
    const [PORTAL, ELEMENT, TEXT] = [4, 5, 6]
    const skipped = '[translate="no"], svg, style'
    const containers = new Map<Element, string[]>()
    function read(fiber: Fiber | null, texts: string[]): void {
      for (let one = fiber; one; one = one.sibling) {
        if (one.tag === PORTAL) {
          const { containerInfo } = one.stateNode as { containerInfo: Element }
          containerInfo.toggleAttribute('data-portal', true)
          const inPortal = containers.get(containerInfo) ?? []
          containers.set(containerInfo, inPortal)
          read(one.child, inPortal)
          continue
        }
        if (one.tag === TEXT) texts.push(String(one.memoizedProps))
        if (one.tag === ELEMENT) {
          if ((one.stateNode as Element).matches(skipped)) continue
          const { children } = one.memoizedProps as { children?: unknown }
          if (!one.child && (typeof children === 'string' || typeof children === 'number')) texts.push(String(children))
        }
        read(one.child, texts)
      }
    }
    const root = document.getElementById('root') ?? document.body
    const key = Object.keys(root).find((name) => name.startsWith('__reactContainer')) ?? ''
    const { stateNode } = (root as unknown as Record<string, { stateNode: { current: Fiber } }>)[key] ?? {}
    const inRoot: string[] = []
    containers.set(root, inRoot)
    read(stateNode?.current.child ?? null, inRoot)
    const shownIn = (container: Element) => {
      const copy = container.cloneNode(true) as Element
      for (const left of copy.querySelectorAll(`${skipped}, #in-full, [data-portal]`)) left.remove()
      return copy.textContent.toUpperCase()
    }
    const parts = [...containers].filter(([container]) => container !== document.body)
    return {
      shown: parts.map(([container]) => shownIn(container)),
      rendered: parts.map(([, texts]) => texts.join('').toUpperCase()),
      translated: window.translator.translated(),
    }
  })

/** IDs, makes, external IDs and the provider's words, in capitals. */
const quoted = /[0-9A-F]{8}-[0-9A-F]{4}|…[0-9A-F]{6}|C-\d{6}|HARBOR|NISSAN|TESLA|VOLKSWAGEN|FAULT-4|FORBIDDEN|NOBODY/

/** Waits until the page shows exactly what React has rendered: nothing stale, nothing twice, nothing missing. */
export async function expectTranslated(page: Page): Promise<void> {
  await expect(async () => {
    const { shown, rendered, translated } = await textsOf(page)
    expect(translated.length).toBeGreaterThan(0)
    expect(shown).toEqual(rendered)
    expect(translated.filter((text) => quoted.test(text))).toEqual([])
  }).toPass({ timeout: 7_000 })
}
