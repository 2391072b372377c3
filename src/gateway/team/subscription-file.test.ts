/** The history of subscriptions as a file: every page, in each format. */
import { parse } from 'papaparse'
import { readSheet } from 'read-excel-file/node'
import { expect, it } from 'vitest'
import type { TeamSubscription } from '../../api/team-subscriptions'
import type { SubscriptionSearch } from '../../store/subscriptions'
import { subscriptionFile } from './subscription-file'

const row = (n: number, state: TeamSubscription['state'], at: string): TeamSubscription => ({
  ...{ n, webhookId: `00${n}`, userId: '=1+1', vehicleId: 'v', subscriptionId: null, state },
  ...{ at, by: 'ann', since: at, sinceBy: null, isTold: false },
})
const old = '2026-01-01T00:00:00.000Z'
const rows = [row(3, 'accepted', new Date().toISOString()), row(2, 'accepted', old), row(1, 'removed', old)]
const states = ['accepted', 'id unknown', 'removed']

function take(format: 'csv' | 'json' | 'xlsx') {
  const asked: SubscriptionSearch[] = []
  const page = async (search: SubscriptionSearch) => {
    asked.push(search)
    const at = Number(search.after ?? 0)
    const next = at + 1 < rows.length ? String(at + 1) : null
    return { rows: rows.slice(at, at + 1), next, count: { value: rows.length, isExact: true } }
  }
  return { asked, response: subscriptionFile({ page }, { webhook: 'w' }, format) }
}

it('has every row of every page', async () => {
  const { asked, response } = take('csv')
  const { headers } = await response
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="subscriptions-20.+Z\.csv"$/)
  expect(headers.get('cache-control')).toBe('no-store')
  const table = parse<Record<string, string>>(await (await response).text(), { header: true, skipEmptyLines: true })
  expect(table.data.map(({ state }) => state)).toEqual(states)
  expect(table.data[0]).toMatchObject({ webhookId: '003', userId: "'=1+1", by: 'ann' })
  expect(asked).toEqual([undefined, '1', '2'].map((after) => ({ webhook: 'w', limit: 200, after })))
})
it('is JSON with its filter', async () => {
  const file = await (await take('json').response).json()
  expect(file).toMatchObject({ filter: { webhook: 'w' }, rows: states.map((state) => ({ state })) })
})
it('is XLSX', async () => {
  const bytes = await (await take('xlsx').response).arrayBuffer()
  const sheet = await readSheet(Buffer.from(bytes))
  expect(sheet.map(([webhookId]) => webhookId)).toEqual(['webhookId', '003', '002', '001'])
})
