/** The fault matrix: one page under one fault, and how it goes on once the fault has ended. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Page } from '@playwright/test'
import type { Fault, Row } from './faults.data'
import { spelled } from './provider'
import { test as base, expect, handOver } from './test'
import { own, type Row as Sent } from './vehicle'

/** Of a gateway that waits for a short while only, as if it were 30 s. */
const env = {
  SANDBOX_CONNECTIONS: '300',
  READ_TIMEOUT_MS: '500',
  VEHICLE_READ_TIMEOUT_MS: '500',
  AUDIT_LOG: join(mkdtempSync(join(tmpdir(), 'forecourt-')), 'audit.jsonl'),
}
export const test = base.extend({ env })

/** What must never be read on a page. */
const leaks = /\bundefined\b|\[object \w+\]|\bNaN\b|Invalid Date/
/** The page's ways on from a failure. */
const retry = (page: Page) => page.getByRole('main').getByRole('button', { name: /^(Retry|Look again|Check again)/ })
/** A notice that says more than that something is under way, or which rows are shown. */
const notice = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('status')
    .and(page.locator(':not(nav *):not(.visually-hidden)'))
    .filter({ hasText: /\S/ })
    .filter({ hasNotText: /^(Reading|Asking)/ })

export interface Bench {
  page: Page
  origin: string
  /** What the page logged. */
  logged: string[]
  ids: Record<string, string>
  /** The token of a world without faults. */
  token: string
}

/** Ids that are the same in every world, and one line in the record of activity. */
export async function openBench(page: Page, origin: string, logged: string[], name: string): Promise<Bench> {
  page.setDefaultTimeout(7_000) // what is not there is its cell's failure, not the whole test's
  const token = `sandbox-sound:${name}`
  const listing = `sandbox-subscription-list:${name}`
  await handOver(page, origin, token)
  const { hosts } = await (await page.request.get('/config.json')).json()
  // Asked at the hosts: the gateway here waits for nobody long.
  const ask = async (address: string, bearer: string) =>
    (await fetch(address, { headers: { authorization: `Bearer ${bearer}` } })).json()
  const { data: rows } = await ask(spelled(`${hosts.vehicle}/v3/connections?page[size]=100`), token)
  const [row] = rows as (Sent & { id: string; relationships: { user: { data: { id: string } } } })[]
  const subscriptions = await ask(spelled(`${hosts.management}/v3/subscriptions?page[size]=1`), listing)
  const webhooks = await ask(spelled(`${hosts.management}/v3/webhooks?page[size]=1`), token)
  const vehicle = row?.relationships.vehicle.data.id ?? ''
  await page.request.get(`/api/vehicle-data/v2.0/vehicles/${vehicle}/vin`, { headers: own })
  const ids = {
    connection: row?.id ?? '',
    user: row?.relationships.user.data.id ?? '',
    vehicle,
    webhook: webhooks.data[0].id,
    subscription: subscriptions.data[0].id,
  }
  return { page, origin, logged, ids, token }
}

const addressOf = ({ ids }: Bench, { route }: Row) => route.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '')

/** Puts the fault in its place. @returns how it ends */
async function inject({ page, origin, token }: Bench, row: Row, { token: fault, spoil }: Fault) {
  if (fault !== undefined && row.from === undefined) {
    await handOver(page, origin, `sandbox-${fault}:${token}`)
    return () => handOver(page, origin, token)
  }
  const place = row.from ?? '**/api/*/v*/**'
  await page.route(place, spoil)
  return () => page.unroute(place, spoil)
}

/** What stands on the page that must not: nothing where all is well. */
export async function blemishes({ page, logged, token }: Bench): Promise<string[]> {
  const seen = await page.evaluate(() => ({
    text: document.body.innerText,
    html: document.documentElement.outerHTML,
    kept: JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href]),
    wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    script: [...document.querySelectorAll('a[href]')].filter((a) =>
      /^(javascript|data|vbscript):/i.test(a.getAttribute('href') ?? ''),
    ).length,
    tripped: 'tripped' in window,
  }))
  const leak = leaks.exec(seen.text)
  return [
    ...logged.splice(0).map((one) => `logged: ${one.slice(0, 300)}`),
    ...(leak ? [`reads “${seen.text.slice(Math.max(0, leak.index - 60), leak.index + 60).replace(/\s+/g, ' ')}”`] : []),
    ...(seen.html.includes(token) || seen.kept.includes(token) ? ['the token is in the page'] : []),
    ...(seen.wide > 0 ? [`${seen.wide} px wider than the view`] : []),
    ...(seen.script > 0 ? [`${seen.script} links that run script`] : []),
    ...(seen.tripped ? ['script of an answer ran'] : []),
  ]
}

/** Runs one cell. @returns what was wrong, in words */
export async function runCell(bench: Bench, row: Row, fault: Fault): Promise<string[]> {
  const { page } = bench
  const wrong: string[] = []
  const main = page.getByRole('main')
  const alert = main.getByRole('alert')
  const data = row.data(page)
  const ask = row.ask && main.getByRole('button', { name: row.ask })
  const check = async (when: string) => void wrong.push(...(await blemishes(bench)).map((one) => `${when}: ${one}`))
  const end = await inject(bench, row, fault)
  try {
    await page.goto(addressOf(bench, row))
    if (ask) {
      await expect(ask.or(alert).first()).toBeVisible()
      // What fails by itself has failed, and not only once: its Retry stands beside the one of what is asked for. Nothing
      // on the page says that no retry is left, so the end of its requests does.
      await expect(main.getByText('loading its connections…')).toHaveCount(0)
      if (!fault.isLong) await page.waitForLoadState('networkidle')
      if ((await ask.isVisible()) && (await ask.isEnabled())) await ask.click()
    }
    const settled = data
      .or(alert)
      .or(main.getByText(/differences? from the API/))
      .or(notice(page))
      .first()
    await expect(settled).toBeVisible()
    await expect(main.locator('[aria-busy=true], [data-loading]')).toHaveCount(0)
    await expect(settled).toBeVisible()
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await check(`under the fault, ${width} px`)
    }
    const isShown = await data.isVisible()
    await end()
    if (isShown && (await alert.count()) === 0) return wrong
    await goOn(bench, row, fault)
    if (ask) {
      await expect(main.locator('[aria-busy=true], [data-loading]')).toHaveCount(0)
      // While a read is in progress its button does nothing; then it has another name, or can be clicked.
      await expect(ask.and(page.locator('[aria-disabled=true]'))).toHaveCount(0)
      await expect(ask.or(data).first()).toBeVisible()
      // What was asked for again may have come meanwhile, and its part be on the way.
      if (!(await data.isVisible()) && (await ask.isVisible())) await ask.click()
    }
    await expect(data).toBeVisible()
    await expect(alert).toHaveCount(0)
    await check('afterwards')
  } catch (error) {
    const at = (await main.innerText().catch(() => '')).replace(/\s+/g, ' ').slice(0, 700)
    wrong.push(`${stripVTControlCharacters(String(error)).split('\n').slice(0, 6).join(' | ')}\n    page: ${at}`)
    await end()
  }
  return wrong
}

/** The way on: a token where one is asked for, else every Retry once; a page that goes on by itself is waited for. */
async function goOn({ page, token }: Bench, { from }: Row, { name, token: fault }: Fault): Promise<void> {
  // Where the fault was the token's, what is asked for next finds another account, and everything is loaded anew. A page
  // that was still at a request finds it by itself, and takes the way on away before it is used.
  if (name === '401' && from === undefined) {
    const form = page.getByRole('main').getByRole('form', { name: 'Access tokens' }).first()
    const signIn = async () => {
      for (const version of ['3', '2.0'])
        await form.getByLabel(`Version ${version} token`).fill(token, { timeout: 2_000 })
      await form.getByRole('button', { name: 'Use tokens' }).click({ timeout: 2_000 })
    }
    if (await form.isVisible()) await signIn().catch(() => expect(form).toBeHidden())
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
    return
  }
  if (fault !== undefined && from === undefined) {
    const wayOn = retry(page).first()
    if (await wayOn.isVisible()) await wayOn.click({ timeout: 2_000 }).catch(() => expect(wayOn).toBeHidden())
    await expect(retry(page)).toHaveCount(0)
    return
  }
  for (let left = await retry(page).count(); left > 0; left -= 1) {
    await retry(page).first().click()
    await expect(retry(page)).toHaveCount(left - 1)
  }
}
