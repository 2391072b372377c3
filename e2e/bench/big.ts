/** At the sizes to design for: 100,000 connections walked, searched and exported; a signal with every value. */
import type { Browser, CDPSession, Page } from '@playwright/test'
import type { Samples } from './samples'
import type { Servers } from './servers'
import { heapOf, newContext, openPage, worst } from './visit'

export const MANY = 100_000
const PAGE_SIZE = 100
const PATIENCE_MS = 3 * 60_000

/** The same pages with nothing done about them: as fast as the browser and the gateway let anyone read. */
async function bareLoop(page: Page, origin: string, concurrency: number): Promise<number> {
  await page.goto(`${origin}/floor?page[size]=1`)
  return page.evaluate(
    async ({ pages, size, loops }) => {
      const began = performance.now()
      let next = 1
      const loop = async () => {
        while (next <= pages) {
          const number = next++
          const response = await fetch(`/api/vehicle/v3/connections?page[number]=${number}&page[size]=${size}`)
          await response.json()
        }
      }
      await Promise.all(Array.from({ length: loops }, loop))
      return performance.now() - began
    },
    { pages: MANY / PAGE_SIZE, size: PAGE_SIZE, loops: concurrency },
  )
}

/** Measures again and again, each time in a page of a new context. */
async function inContexts(
  browser: Browser,
  repeats: number,
  measure: (page: Page, session: CDPSession) => Promise<void>,
) {
  for (let number = 0; number < repeats; number += 1) {
    const context = await newContext(browser)
    const { page, session } = await openPage(context, false)
    await measure(page, session)
    await context.close()
  }
}

/** With keys alone: looking for a field is work in the page, and not the console's. */
const type = async (page: Page) => {
  for (const word of ['tesla model 3', 'harbor', 'renault zoe 2020']) {
    await page.keyboard.type(word, { delay: 60 })
    for (const _ of word) await page.keyboard.press('Backspace', { delay: 20 })
  }
}

/** One round: the server has it afterwards. */
export async function measureDirectory(browser: Browser, { origin }: Servers, samples: Samples) {
  await inContexts(browser, 1, async (page, session) => {
    const floor = await bareLoop(page, origin, 2)
    await page.goto(`${origin}/users`)
    const button = page.getByRole('button', { name: /^Load the rest/ })
    await button.waitFor()
    const began = Date.now()
    await button.click()
    await page.getByText('As of').waitFor({ timeout: PATIENCE_MS })
    const took = Date.now() - began
    await page.getByLabel('Search').click()
    const typing = await worst(page, () => type(page))
    const heap = await heapOf(session)
    samples.add({
      console: {
        'directory: time of the walk': took,
        'directory: connections a second (more is better)': MANY / (took / 1000),
        'directory: longest task while typing': typing.task,
        'directory: typing: interaction': typing.interaction,
        'directory: heap': heap,
      },
      floor: {
        'directory: time of the walk': floor,
        'directory: connections a second (more is better)': MANY / (floor / 1000),
      },
    })
  })
}

export async function measureExport(browser: Browser, { origin }: Servers, samples: Samples, repeats: number) {
  await inContexts(browser, repeats, async (page, session) => {
    const floor = await bareLoop(page, origin, 1)
    await page.goto(`${origin}/connections?page[size]=${PAGE_SIZE}`)
    await page.getByText('Export', { exact: true }).click()
    const saved = page.waitForEvent('download', { timeout: PATIENCE_MS })
    const began = Date.now()
    const { task } = await worst(page, async () => {
      await page.getByRole('button', { name: 'CSV of everything' }).click()
      await saved
    })
    const took = Date.now() - began
    samples.add({
      console: { 'export: time': took, 'export: longest task': task, 'export: heap': await heapOf(session) },
      floor: { 'export: time': floor },
    })
  })
}

/** The sandbox has 4,000 values for every signal: all are read, 100 at a time, and drawn. */
export async function measureChart(browser: Browser, { origin }: Servers, samples: Samples, repeats: number) {
  const answer = await fetch(`${origin}/api/vehicle/v3/connections?page[size]=1`, { headers: { 'x-forecourt': '1' } })
  const { data } = (await answer.json()) as { data: { relationships: { vehicle: { data: { id: string } } } }[] }
  const vehicle = data[0]?.relationships.vehicle.data.id // the newest grants every read
  await inContexts(browser, repeats, async (page, session) => {
    await page.goto(`${origin}/vehicles/${vehicle}/signals/odometer-traveleddistance`)
    await page.getByRole('button', { name: /^Read values/ }).click()
    const all = { name: /^Read all/ }
    await page.getByRole('button', all).click()
    const confirmed = page.getByRole('dialog').getByRole('button', all)
    await confirmed.waitFor()
    const began = Date.now()
    let took = 0
    const { task, interaction } = await worst(page, async () => {
      await confirmed.click()
      await page.getByText(/^All 4,000 values read/).waitFor({ timeout: PATIENCE_MS })
      await page.getByRole('img', { name: /over time/ }).waitFor()
      took = Date.now() - began
    })
    samples.add({
      console: {
        'chart of 4,000 values: time to read and draw': took,
        'chart of 4,000 values: longest task': task,
        'chart of 4,000 values: interaction': interaction,
        'chart of 4,000 values: heap': await heapOf(session),
      },
      floor: {},
    })
  })
}
