/** The list of connections, console and floor in turn: cold, return and third visits, then what an operator does on it. */
import type { Browser, Page } from '@playwright/test'
import type { Samples } from './samples'
import type { Servers } from './servers'
import { type Figures, newContext, ROWS, timed, type Visit, visit, worst } from './visit'

const paths = { console: '/connections', floor: '/floor' } as const
type Which = keyof typeof paths

export async function measurePages(browser: Browser, { origin }: Servers, samples: Samples, repeats: number) {
  const round = async (isSlow: boolean, prefix: string) => {
    // Which comes first changes from round to round: the second may find the computer warmer.
    const order: Which[] = samples.rounds % 2 === 0 ? ['floor', 'console'] : ['console', 'floor']
    const both = { console: {} as Figures, floor: {} as Figures }
    for (const which of order) {
      const address = `${origin}${paths[which]}?page[size]=${ROWS}`
      const context = await newContext(browser)
      const note = (kind: string, figures: Figures) => {
        for (const [name, value] of Object.entries(figures)) both[which][`${prefix} ${kind}: ${name}`] = value
      }
      const cold = await visit(context, address, isSlow)
      note('cold', cold.figures)
      if (which === 'console') await kept(cold.page)
      await cold.page.close()
      const back = await visit(context, address, isSlow)
      note('return', back.figures)
      both[which][`${prefix} next page`] = await nextPage(back.page)
      if (which === 'console') Object.assign(both.console, await journey(back, prefix))
      await back.page.close()
      // What the browser compiled and kept on the second visit serves from the third on.
      const { figures } = await visit(context, address, isSlow)
      note('third', { rows: figures.rows ?? Number.NaN })
      await context.close()
    }
    samples.add(both)
  }
  for (let number = 0; number < repeats; number += 1) {
    await round(true, 'slow')
    await round(false, 'fast')
    samples.rounds += 1
  }
}

/** A visit long enough for the browser to have kept the console's files. */
const kept = (page: Page) => page.evaluate(async () => void (await navigator.serviceWorker.ready))

const nextPage = (page: Page) =>
  timed(page, { rows: ROWS, isNew: true }, () => page.getByRole('link', { name: 'Next page' }).click())

/** What an operator does next; each by its slowest interaction, or until what was asked for is seen. */
async function journey({ page }: Visit, prefix: string): Promise<Figures> {
  const figures: Figures = {}
  const note = (name: string, value: number) => {
    figures[`${prefix} ${name}`] = value
  }
  const field = page.getByLabel('External ID')
  await field.click()
  const typing = await worst(page, async () => {
    await page.keyboard.type('harbor-fleet', { delay: 60 })
    for (const _ of 'harbor-fleet') await page.keyboard.press('Backspace', { delay: 20 })
  })
  note('typing in a filter: interaction', typing.interaction)

  const palette = await timed(page, { selector: 'dialog [role=combobox]' }, () => page.keyboard.press('Control+k'))
  note('palette, first time', palette)
  await page.keyboard.press('Escape')
  note(
    'palette, again',
    await timed(page, { selector: 'dialog [role=combobox]' }, () => page.keyboard.press('Control+k')),
  )
  const inPalette = await worst(page, () => page.keyboard.type('settings', { delay: 60 }))
  note('typing in the palette: interaction', inPalette.interaction)
  await page.keyboard.press('Escape')

  const first = page.getByRole('table', { name: 'Connections' }).getByRole('row').nth(1).getByRole('link')
  note('list to detail', await timed(page, { selector: 'h1', text: 'Connection ' }, () => first.first().click()))
  note('back to the list', await timed(page, { rows: ROWS }, () => page.goBack()))

  await page.getByLabel('Times').selectOption('relative')
  await page.getByRole('button', { name: /^Request inspector/ }).click()
  const everything = await worst(page, async () => {
    await page.getByLabel('Select all on this page').click()
    await page
      .getByLabel(/^Select /)
      .nth(5)
      .click()
    await page.getByLabel('Times').selectOption('utc')
    await field.click()
    await page.keyboard.type('harbor', { delay: 60 })
    for (const _ of 'harbor') await page.keyboard.press('Backspace', { delay: 20 })
  })
  note('100 rows selected, inspector open: interaction', everything.interaction)
  await page.getByRole('button', { name: /^Request inspector/ }).click()

  const vehicle = page.getByRole('table', { name: 'Connections' }).getByRole('row').nth(1).getByRole('link').nth(1)
  note(
    'list to vehicle',
    await timed(page, { selector: 'nav[aria-label="Vehicle"]', text: 'Summary' }, () => vehicle.click()),
  )
  const tab = page.getByRole('navigation', { name: 'Vehicle' }).getByRole('link', { name: 'Battery capacity' })
  note('vehicle tab', await timed(page, { selector: 'h1', text: 'Battery capacity: ' }, () => tab.click()))
  return figures
}
