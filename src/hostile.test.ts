/** Generated answers through everything that a page makes of them: nothing throws, nothing is lost, nothing reaches a prototype. */

import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { endpoints } from './api/api'
import { connections, userIdOf } from './api/connections'
import type { Output } from './api/endpoint'
import { ApiError, explain } from './api/errors'
import { parseJson } from './api/json'
import { pagingOf } from './api/json-api'
import { masked } from './api/mask'
import { MOST_TEXT, read } from './api/read'
import { vehicleData } from './api/vehicle-data'
import { webhooks } from './api/webhooks'
import { tableBlob } from './core/table-file'
import { valueIn } from './core/table-row'
import { titleOf } from './domain/connections/connection-names'
import { userRow, vehicleRow } from './domain/directory/directory-files'
import { isFound, usersIn, vehiclesIn } from './domain/directory/from-connections'
import { columnsOf, Joiner, recordsOf, seatsOf, seriesOf } from './domain/signals/signal-values'
import { permissionsNeeded } from './domain/subscriptions/checks'
import { permissionsOf, vehiclesOf } from './domain/users/impact'
import { countsOf, matchItems } from './domain/vehicles/batch/items'
import { measuresOf, measuresText } from './domain/vehicles/batch/measures'
import { changesBetween } from './domain/vehicles/json-diff'
import { ownerLink } from './domain/vehicles/owner-link'
import { capacityCase } from './domain/vehicles/views/capacity-case'
import { costsOf, detailsOf, inOrder, recordsOf as servicesOf } from './domain/vehicles/views/service-history'
import { decodeTroubleCode } from './domain/vehicles/views/trouble-code'
import { vinAdvice } from './domain/vehicles/views/vin'
import { lint } from './domain/webhooks/webhook-checks'
import { contradictionsOf, pageLinks } from './lists/envelope'
import { differencesOf } from './lists/list'
import { incidentNote } from './requests/inspector/call-text'
import { hostileText } from './sandbox/hostile'
import { bodyOf, flawIn } from './sandbox/hostile-bodies'

/** Parts of a few hundred, so that each has time to spare on a busy machine; the long tests ask for five times as many. */
const PARTS = Array.from({ length: 2 * Number(process.env.ADDRESS_PARTS ?? 1) }, (_, part) => part + 1)
const RUNS = { numRuns: 350 }
const FEW = { numRuns: 150 }
/** As a page has it: through the wire and the reader. */
const answer = <S extends Parameters<typeof read>[0]>(schema: S, body: unknown) => {
  const raw = parseJson(JSON.stringify(body))
  return { raw, ...read(schema, raw) }
}
const prototype = Object.getOwnPropertyNames(Object.prototype).join()

function longest(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 0
  return Math.max(0, ...Object.values(value).map(longest))
}

/** Runs `use` over generated answers: it fails by throwing, or by saying false. */
const over = <S extends Parameters<typeof read>[0]>(
  schema: S,
  use: (read: ReturnType<typeof answer<S>>) => boolean | Promise<boolean>,
  runs = RUNS,
) =>
  fc.assert(
    fc.asyncProperty(bodyOf(schema), async (body) => use(answer(schema, body))),
    runs,
  )

describe('generated answers', () => {
  const table = endpoints.flatMap(({ operation, response }) =>
    PARTS.map((part) => [operation, part, response] as const),
  )
  it.each(table)('%s: has the shape, in texts that can be drawn and sent, part %i', (_, __, response) => {
    fc.assert(
      fc.property(bodyOf(response), (body) => {
        const { value, differences } = answer(response, body)
        return (
          flawIn(response, value) === undefined &&
          longest(value) <= Math.max(MOST_TEXT + 1, longest(differences.map(({ got }) => got))) &&
          differencesOf({ differences }).places.length === differences.length &&
          differences.every(({ path }) => path.length < 20)
        )
      }),
      RUNS,
    )
    expect(Object.getOwnPropertyNames(Object.prototype).join()).toBe(prototype)
  })
})

const rowsOf = (value: Output<typeof connections.list>) => value.data ?? []

describe.each(PARTS)('what pages make of them, part %i', () => {
  it('lists: links, contradictions, masks', () =>
    over(connections.list.response, ({ value, raw }) => {
      const paging = pagingOf(value)
      const shown = value.data?.length ?? 0
      pageLinks(paging, {})
      return (
        contradictionsOf(paging, shown, { 'page[number]': '2' }).every(({ text }) => text.length < 2000) &&
        JSON.stringify(masked(raw)).length > 0 &&
        changesBetween(raw, {}).length <= 100
      )
    }))
  it('directories: every connection in its user and its vehicle, found by its id', () =>
    over(connections.list.response, ({ value }) => {
      const users = usersIn(rowsOf(value))
      const vehicles = vehiclesIn(rowsOf(value))
      const titles = rowsOf(value).map(titleOf)
      vehiclesOf(rowsOf(value))
      permissionsOf(rowsOf(value))
      const found = [...users, ...vehicles].every((one) => isFound(one, { q: one.sent.id }))
      const files = [...users.map(({ sent }) => userRow(sent)), ...vehicles.map(({ sent }) => vehicleRow(sent))]
      const counted = users.reduce((sum, { sent }) => sum + sent.live + sent.simulated, 0)
      return (
        counted === [...new Map(rowsOf(value).map((row) => [row.id, row])).values()].filter(userIdOf).length &&
        found &&
        files.length === users.length + vehicles.length &&
        titles.every((title) => title.length < 300)
      )
    }))
  it('webhooks: findings and permissions', () =>
    over(webhooks.read.response, ({ value }) => {
      if (!value.data) return true
      permissionsNeeded(value.data)
      return lint(value.data).every(({ text }) => text.length < 10_000)
    }))
  it('version 2.0 reads', async () => {
    await over(vehicleData.batteryCapacity.response, ({ value }) => {
      const link = ownerLink(value.url ?? '', 'https://console.test/return', 'https://connect.test')
      return (
        capacityCase(value).title !== '' && (link.kind === 'inert' || link.href.startsWith('https://connect.test/'))
      )
    })
    await over(vehicleData.serviceHistory.response, ({ value }) => {
      const records = servicesOf(value)
      const { dated, undated } = inOrder(records)
      records.map(detailsOf)
      return dated.length + undated.length === records.length && costsOf(records).every(([, sum]) => !Number.isNaN(sum))
    })
    fc.assert(
      fc.property(hostileText, (text) => {
        decodeTroubleCode(text)
        vinAdvice(text)
        return true
      }),
      FEW,
    )
  })
  it('signal values of any shape: records, columns, seats, series', () =>
    fc.assert(
      fc.property(fc.array(fc.oneof(bodyOf(webhooks.read.response), fc.jsonValue()), { maxLength: 5 }), (data) => {
        const records = recordsOf(parseJson(JSON.stringify({ data })))
        columnsOf(records)
        seatsOf(records)
        const series = seriesOf(records)
        new Joiner(records).take(records)
        const { columns } = columnsOf(records)
        if (records.some((record) => columns.some(({ name }) => typeof valueIn(record, name) === 'function')))
          return false
        return records.length === data.length && (series?.at ?? []).every(Number.isFinite)
      }),
      FEW,
    ))
  it('batches: every path asked for has its row', () =>
    fc.assert(
      fc.property(fc.jsonValue(), fc.array(hostileText, { maxLength: 4 }), (body, texts) => {
        const responses = texts.map((path) => ({ path, code: 200, body, headers: { 'x-request-id': path } }))
        const { rows } = matchItems(['/odometer', '/vin'], parseJson(JSON.stringify({ responses })))
        for (const row of rows) measuresText(measuresOf(row.path, row.body, texts[0]))
        return countsOf(rows) !== '' && rows.filter(({ isExtra }) => !isExtra).length === 2
      }),
      FEW,
    ))
  it('errors: explained and noted, whatever their body', () =>
    fc.assert(
      fc.property(fc.array(hostileText, { minLength: 6, maxLength: 6 }), fc.jsonValue(), (texts, more) => {
        const [title, detail, code, about, type, status] = texts
        const body = { errors: [{ title, detail, code, links: { about }, type, status, more }, more], ...texts }
        const error = new ApiError('http', connections.list, { status: 400, body: parseJson(JSON.stringify(body)) })
        const note = incidentNote({
          endpoint: connections.list,
          input: {},
          at: 0,
          error,
          base: 'https://vehicle.test',
          prefix: null,
          page: 'https://console.test/',
        })
        return explain(error).title !== '' && note.length < 20_000
      }),
      FEW,
    ))
})

describe.each(PARTS)('files, part %i', () => {
  /** What a spreadsheet would run. */
  const isFormula = (cell: string) => /^\s*[=+@-]/.test(cell) || /^[\t\r]/.test(cell)
  it('no cell that came as text is a formula, and each row is there once', () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.uuid(), hostileText, hostileText), { maxLength: 6 }), async (given) => {
        const records = given.map(([id, a, b]) => ({ id, a, b }))
        const text = await (await tableBlob('CSV', { what: 'rows', parts: [], at: 0, facts: {}, records })).text()
        const lines = Papa.parse<string[]>(text, { newline: '\r\n' }).data.slice(1, -1)
        return lines.length === given.length && !lines.flat().some(isFormula)
      }),
      FEW,
    ))
})
