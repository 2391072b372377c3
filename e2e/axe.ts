/** The automated part of access: no violation in either scheme, wide and narrow, and nothing wider than the view. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'
import { expect } from './test'

const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

declare global {
  interface Window {
    /** Put there by the script that `violationsOn` evaluates, once for each page. */
    axe?: { run(options: RunOptions): Promise<AxeResults> }
  }
}

/** @param isForced whether the system chooses the colors: it then answers for their contrast, and axe reads the page's own */
export async function violationsOn(page: Page, isForced = false): Promise<string[]> {
  if (await page.evaluate(() => window.axe === undefined)) await page.evaluate(await source)
  await expect(page.locator('table[aria-busy=true]')).toHaveCount(0) // other rows are about to take the place of these
  return page.evaluate(async (forced) => {
    if (!window.axe) throw new Error('There is no axe.')
    // Target size is a rule of WCAG 2.2 AA that is off by default.
    const rules = { 'target-size': { enabled: true }, 'color-contrast': { enabled: !forced } }
    // Of what is right nothing is told: to name each element of it takes longer than to look at it.
    const options: RunOptions = { rules, resultTypes: ['violations'], selectors: false }
    return (await window.axe.run(options)).violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html, any }) => `${html} ${any[0]?.message ?? ''}`).join(' ')}`,
    )
  }, isForced)
}

async function look(page: Page, width: number, schemes: readonly ('light' | 'dark')[]): Promise<void> {
  await page.setViewportSize({ width, height: 800 })
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme })
    expect(await violationsOn(page), `${width} ${colorScheme}`).toEqual([])
  }
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, `${width}`).toBe(0)
}

/** No violation wide and narrow, in both schemes, and nothing wider than the view. */
export async function everyWay(page: Page): Promise<void> {
  for (const width of [1280, 320]) await look(page, width, ['light', 'dark'])
}

/** Violations in one scheme only, light and wide or dark and narrow; nothing is wider than either view. */
export async function inOneScheme(page: Page, scheme: 'light' | 'dark'): Promise<void> {
  await look(page, 1280, scheme === 'light' ? ['light'] : [])
  await look(page, 320, scheme === 'dark' ? ['dark'] : [])
}

/** The same in half the time: light and wide, dark and narrow. */
export async function onceInEachScheme(page: Page): Promise<void> {
  await look(page, 1280, ['light'])
  await look(page, 320, ['dark'])
}

const widths = [320, 768, 1440, 2560]
const schemes = [
  { colorScheme: 'light', forcedColors: 'none' },
  { colorScheme: 'dark', forcedColors: 'none' },
  { colorScheme: 'dark', forcedColors: 'active' },
] as const

/** What is on the page has no violation in light, dark and forced colors at four widths, and nothing is wider than the view. */
export async function checkEveryLook(page: Page): Promise<void> {
  for (const scheme of schemes) {
    await page.emulateMedia(scheme)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      // All of it: half a row at the edge of the view is too small for a finger, and nothing is wrong with it.
      const height = await page.evaluate(() => document.documentElement.scrollHeight)
      await page.setViewportSize({ width, height })
      const isForced = scheme.forcedColors === 'active'
      const where = `${isForced ? 'forced' : scheme.colorScheme} ${width}`
      expect.soft(await violationsOn(page, isForced), where).toEqual([])
      const wider = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement
        return scrollWidth - clientWidth
      })
      expect.soft(wider, `${where}: wider than the view`).toBe(0)
    }
  }
}
