/** The list of connections, console and floor in turn: cold, return and third visits, then what an operator does on it. */
import type { Browser, Page } from '@playwright/test'
import type { Samples, Which } from './samples'
import { FLOOR, RENDERED, type Servers } from './servers'
import {
  type Figures,
  inNewContext,
  newContext,
  ROWS,
  removeOpens,
  timed,
  timedAll,
  type Visit,
  visit,
  worst,
} from './visit'

const orders: readonly Which[] = ['console', 'floor', 'rendered']
export const paths: Readonly<Record<Which, string>> = { console: '/connections', floor: FLOOR, rendered: RENDERED }

export async function measurePages(browser: Browser, { origin }: Servers, samples: Samples, repeats: number) {
  const addressOf = (which: Which) => `${origin}${paths[which]}?page[size]=${ROWS}`
  const round = async (order: readonly Which[], isSlow: boolean) => {
    const prefix = isSlow ? 'slow' : 'fast'
    const all: Record<Which, Figures> = { console: {}, floor: {}, rendered: {} }
    for (const which of order) {
      const note = (kind: string, figures: Figures) => {
        for (const [name, value] of Object.entries(figures)) all[which][`${prefix} ${kind}${name}`] = value
      }
      const context = await newContext(browser)
      const cold = await visit(context, addressOf(which), isSlow)
      note('cold: ', cold.figures)
      await cold.page.close()
      const back = await visit(context, addressOf(which), isSlow)
      note('return: ', back.figures)
      if (which !== 'rendered') note('next page: ', await nextPage(back.page)) // it has the other floor's script
      if (which === 'console') note('', await journey(back))
      await back.page.close()
      // What the browser compiled and kept on the second visit serves from the third on.
      const { figures } = await visit(context, addressOf(which), isSlow)
      note('third: ', { rows: figures.rows ?? Number.NaN })
      await context.close()
      if (isSlow)
        note('cold: ', {
          'Remove opens its question': await inNewContext(browser, (context) => removeOpens(context, addressOf(which))),
        })
    }
    samples.add(all)
  }
  for (let number = 0; number < repeats; number += 1) {
    // Which comes first changes from round to round: a later one may find the computer warmer.
    const order = [...orders.slice(number % orders.length), ...orders.slice(0, number % orders.length)]
    await round(order, true)
    await round(order, false)
  }
}

async function nextPage(page: Page): Promise<Figures> {
  const marks = [
    { rows: 'window', isNew: true },
    { rows: ROWS, isNew: true },
  ] as const
  const [inWindow = Number.NaN, all = Number.NaN] = await timedAll(page, marks, () =>
    page.getByRole('link', { name: 'Next page' }).click(),
  )
  return { 'rows in the window': inWindow, rows: all }
}

/** What an operator does next; each by its slowest interaction, or until what was asked for is seen. */
async function journey({ page }: Visit): Promise<Figures> {
  const figures: Figures = {}
  const note = (name: string, value: number) => {
    figures[name] = value
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
