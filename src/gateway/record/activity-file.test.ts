/** `GET /activity/file`: all of the record that matches, in every format, for operators only. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'papaparse'
import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { codeOf, startHost, startTestGateway, type TestGateway } from '../harness'

const folder = mkdtempSync(join(tmpdir(), 'forecourt-activity-file-'))
const path = join(folder, 'audit.jsonl')
const CHANGES = 450 // more than two pages

let host: Awaited<ReturnType<typeof startHost>>
let gateway: TestGateway
beforeAll(async () => {
  host = await startHost()
  const proxy = { TRUSTED_PROXY: '127.0.0.1', TRUSTED_USER_HEADER: 'x-remote-user', ROLE_CLAIM: 'x-remote-roles' }
  gateway = await startTestGateway(
    { vehicleData: host.address, vehicle: host.address, management: host.address },
    { ACCESS_TOKEN: 'canary-token', AUDIT_LOG: path, ...proxy },
  )
  const lineOf = (event: string, number: number) =>
    `${JSON.stringify({
      ...{ event, time: new Date(1e12 + number * 1000).toISOString(), id: `id-${number}`, client: '127.0.0.1' },
      ...{ host: 'vehicle', operation: 'DELETE /v3/connections/{connectionId}', operator: '=1+1' },
      ...{
        parameters: { connectionId: `00${number}` },
        ...(event === 'outcome' && { status: number % 2 ? 204 : 500 }),
      },
    })}\n`
  const numbers = Array.from({ length: CHANGES }, (_, number) => number)
  writeFileSync(path, numbers.map((number) => lineOf('attempt', number) + lineOf('outcome', number)).join(''))
})
afterAll(async () => {
  await gateway.close()
  host.close()
  rmSync(folder, { recursive: true })
})
const file = (query: string, roles = 'operator') =>
  gateway.ask(`/activity/file?${query}`, { headers: { 'x-remote-user': 'ann', 'x-remote-roles': roles } })

it('has every record once, the newest first, in each format', async () => {
  const response = await file('format=csv')
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="activity-20.*\.csv"$/)
  expect(response.headers.get('cache-control')).toBe('no-store')
  const rows = parse<Record<string, string>>(await response.text(), { header: true, skipEmptyLines: true }).data
  const ids = Array.from({ length: CHANGES }, (_, nth) => `id-${CHANGES - 1 - nth}`)
  expect(rows.map(({ id }) => id)).toEqual(ids)
  expect(rows[0]).toMatchObject({ operator: "'=1+1", parameters: `connectionId=00${CHANGES - 1}` })
  const json = JSON.parse(await (await file('format=json')).text())
  expect([json.what, json.rows.map(({ id }: { id: string }) => id)]).toEqual(['activity', ids])
  const lines = (await (await file('format=jsonl')).text()).trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line).id)).toEqual(ids)
  const [head, ...cells] = await readSheet(Buffer.from(await (await file('format=xlsx')).arrayBuffer()))
  const at = (name: string) => head?.indexOf(name) ?? -1
  expect(cells.map((row) => row[at('id')])).toEqual(ids)
  expect(cells[0]?.[at('operator')]).toBe('=1+1')
})
it('has only the records that match', async () => {
  const { rows } = JSON.parse(await (await file('format=json&status=500')).text())
  expect(rows).toHaveLength(CHANGES / 2)
})
it.each(['', 'format=xls', 'format=csv&format=csv', 'format=csv&before=1', 'format=csv&limit=1', 'format=csv&typo=1'])(
  'refuses %j',
  async (query) => {
    expect(await codeOf(await file(query))).toBe('400 GATEWAY BAD_REQUEST')
  },
)
it('requires the operator role', async () => {
  expect(await codeOf(await file('format=csv', 'reader'))).toBe('403 GATEWAY ROLE')
})
