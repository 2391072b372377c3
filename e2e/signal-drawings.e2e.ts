/** Signals that aren't numbers as drawings: states over time, tracks, cars from above; each with the same as a table. */
import type { Page } from '@playwright/test'
import { everyWay } from './axe'
import { saved } from './saved'
import { expect, test } from './test'
import { newest } from './vehicle'

async function readSignal(page: Page, code: string) {
  await page.goto(`/vehicles/${await newest(page)}/signals/${code}`)
  await page.getByRole('button', { name: /^Read values/ }).click()
}

test('a yes or no is a line of states, by eye, by key, as a table and as a file', async ({ signedIn: page }) => {
  await readSignal(page, 'charge-ischargingcableconnected')
  const states = page.getByRole('region', { name: 'States over time' })
  await expect(states.getByRole('figure')).toContainText(/^Plugged in: (Yes|No|Not reported) since .+ changes?/)
  const lane = states.getByRole('slider', { name: 'Plugged in, segment by segment' })
  const count = Number(await lane.getAttribute('aria-valuemax'))
  await lane.focus()
  await page.keyboard.press('Home')
  await expect(lane).toHaveAttribute('aria-valuetext', /^(Yes|No|Not reported) from .+ to .+, \d+ h/)
  await page.keyboard.press('ArrowRight')
  await expect(lane).toHaveAttribute('aria-valuenow', '2')
  await states.getByText('Show as table').click()
  await expect(states.getByRole('table').getByRole('row')).toHaveCount(count + 1)
  const { name, text } = await saved(states.getByRole('button', { name: / as CSV$/ }))
  expect(name).toMatch(/^Plugged in - charge-ischargingcableconnected - \d+ segments - .+\.csv$/)
  expect(text.trim().split('\r\n')).toHaveLength(count + 1)
  expect(text).toMatch(/^from,to,seconds,state\r\n/)
  await everyWay(page)
})

test('all that was read is drawn, or its last days', { tag: '@long' }, async ({ signedIn: page }) => {
  await readSignal(page, 'transmission-gearstate')
  await page.getByRole('button', { name: /^Read all/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Read all/ })
    .click()
  const states = page.getByRole('region', { name: 'States over time' })
  await expect(states.getByText(/^Each of \d+ steps shows/)).toBeVisible()
  await states.getByRole('radio', { name: '24h' }).check()
  await expect(states.getByText(/^Each of \d+ steps shows/)).toHaveCount(0)
  expect(Number(await states.getByRole('slider').getAttribute('aria-valuemax'))).toBeLessThan(12)
})

test('positions are a track with its ends and its scale; what is no place on earth is counted', async ({
  signedIn: page,
}) => {
  const at = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour)).toISOString()
  const places = [
    { latitude: 0.2, longitude: -179.8 },
    { latitude: 0.1, longitude: 180 },
    { latitude: 95, longitude: 0 },
    { latitude: 0, longitude: 179.7 },
  ].map((place, index) => ({ ...place, recordedAt: at(10 - index) }))
  await page.route('**/signals/*/values**', (route) => route.fulfill({ json: { data: places, meta: {}, links: {} } }))
  await readSignal(page, 'location-preciselocation')
  const track = page.getByRole('region', { name: 'Track' })
  await expect(track.getByText(/^3 positions from .+, 60 km in straight lines$/)).toBeVisible()
  await expect(track.getByText('1 value without a valid position is left out.')).toBeVisible()
  for (const word of ['Start', 'Latest', '10 km']) await expect(track.getByText(word, { exact: true })).toBeVisible()
  await track.getByRole('slider').focus()
  await page.keyboard.press('Home')
  await expect(track.getByRole('slider')).toHaveAttribute('aria-valuetext', / · 0, 179\.7$/)
  await track.getByText('Show as table').click()
  await expect(track.getByRole('row').nth(1)).toContainText('-179.8')
  await everyWay(page)
})

test('doors and tires are a car from above, on a phone, too', async ({ signedIn: page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  for (const [code, told, cell] of [
    ['closure-doors', /^Car from above.+ of 4 open/, /^Front left (open|closed), (locked|unlocked)$/],
    ['wheel-tires', /^Car from above.+4 places$/, /^Front left Tire pressure \d+ kPa$/],
  ] as const) {
    await readSignal(page, code)
    await expect(page.getByRole('img', { name: told })).toBeVisible()
    await expect(page.getByRole('table', { name: 'Places' }).getByRole('cell', { name: cell })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  }
})
