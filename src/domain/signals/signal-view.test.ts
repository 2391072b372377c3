/** Every known signal shows something a person can use, and so do values that nobody would expect. */

import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { beforeAll, describe, expect, it } from 'vitest'
import { maskText } from '../../api/mask'
import { knownSignals } from '../../api/signals.data'
import { ConfigProvider } from '../../core/config'
import type { TableRow } from '../../core/table-row'
import { testSandbox } from '../../sandbox/harness'
import { shortUnit } from '../../ui/measure'
import { recordsOf } from './signal-values'
import { Drawing, SignalView } from './signal-view'

const config = { mapUrl: 'https://maps.example/?q={latitude},{longitude}' } as never // nothing else of it is read here
const html = (records: readonly TableRow[]) =>
  renderToString(
    createElement(
      ConfigProvider,
      { value: config },
      createElement(SignalView, {
        wanted: { vehicleId: 'v', signalCode: 'c' },
        records,
        all: undefined,
        first: 1,
        name: undefined,
        facts: { code: 'c', vehicle: 'v', readAt: '2026-11-03T12:00:00.000Z' },
        readAt: Date.UTC(2026, 10, 3, 12),
        total: records.length,
      }),
    ),
  )
/** What a person would read, without the marks of the renderer. */
const textOf = (records: readonly TableRow[]) =>
  html(records)
    .replace(/<!-- -->/g, '')
    .replace(/<[^>]+>/g, ' ')

const sandbox = testSandbox()
let vehicleId = ''
beforeAll(async () => {
  await Drawing.fetch()
  vehicleId = (await sandbox.ask('/v3/connections')).body.data[0].relationships.vehicle.data.id
  globalThis.location ??= { href: 'http://localhost/' } as never // the page's own address, which is offered to copy
})

describe('every known signal', () => {
  it.each(knownSignals.map(({ code }) => code))('%s', async (code) => {
    const { body, status } = await sandbox.ask(`/v3/vehicles/${vehicleId}/signals/${code}/values`)
    expect(status).toBe(200)
    const records = recordsOf(body)
    expect(records.length).toBeGreaterThan(0)
    const text = textOf(records)
    const first = records.find((record) =>
      Object.values(record).some((value) => value !== null && typeof value !== 'object'),
    )
    const names = Object.keys(records[0] ?? {}).filter((name) => name !== 'unit')
    for (const name of names) expect(text, code).toContain(name)
    const shown = Object.entries(first ?? {}).flatMap(([name, value]) =>
      typeof value === 'string' && name !== 'recordedAt' ? [value] : [],
    )
    for (const value of shown) expect(text, code).toContain(shortUnit(maskText(value)))
    expect(text).toMatch(/\d|yes|no|open|closed|null/)
  })
  it('are all 93', () => {
    expect(knownSignals).toHaveLength(93)
  })
})

describe('values that nobody would expect', () => {
  it('nested twenty deep', () => {
    let deep: unknown = 'the bottom'
    for (let level = 0; level < 20; level += 1) deep = { [`level${level}`]: deep }
    expect(textOf([{ deep }])).toContain('the bottom')
  })
  it('a thousand columns', () => {
    const text = textOf([Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`c${index}`, index]))])
    expect(text).toContain('c23')
    expect(text).toContain('976 more columns')
  })
  it('a text of a megabyte is cut', () => {
    const text = html([{ value: 'x'.repeat(1_000_000) }, { value: { deep: 'y'.repeat(1_000_000) } }])
    expect(text.length).toBeLessThan(60_000)
    expect(text).toContain('xxx')
  })
  it('mixed shapes on one page', () => {
    const text = textOf(
      recordsOf({ data: [{ value: 1 }, 'text', null, [1, 2], { isOpen: true, row: 0, column: 0 }, { other: false }] }),
    )
    for (const word of ['text', 'Not reported', '2 items', 'Front place 1', 'no']) expect(text).toContain(word)
  })
  it('markup is text', () => {
    const markup = '<img src=x onerror=alert(1)>'
    const out = html([{ [markup]: markup, unit: markup, value: 1 }])
    expect(out).not.toContain('<img')
    expect(out).toContain('&lt;img')
  })
  it('an error instead of a value', () => {
    expect(textOf([{ status: { value: 'ERROR', error: { code: 'VEHICLE_NOT_CAPABLE' } } }])).toContain(
      'VEHICLE_NOT_CAPABLE',
    )
  })
  it('times as ISO, as milliseconds, 0 and missing', () => {
    const text = textOf([{ at: '2026-01-02T03:04:05Z' }, { at: 1_767_323_045_000 }, { at: 0 }, {}])
    expect(text.match(/Jan 2, /g)?.length).toBeGreaterThanOrEqual(2)
    expect(text).toContain('unknown')
    expect(text).toContain('Not in response')
  })
  it('a place has a link to the configured map only', () => {
    const out = html([{ latitude: 52.5, longitude: 13.4 }])
    expect(out).toContain('href="https://maps.example/?q=52.5,13.4"')
    expect(html([{ latitude: 'javascript:alert(1)', longitude: 1 }])).not.toContain('href="javascript')
  })
  it('numbers keep what they say: coordinates every digit, others four decimals and the rest beside them', () => {
    const at = (day: number) => `2026-01-0${day}T00:00:00Z`
    const text = textOf([
      { value: 53180, unit: 'km', at: at(1), year: 2020 },
      { value: 53180.123456, unit: 'km', at: at(2), year: 2021 },
    ])
    for (const words of ['53,180 km', '53,180.1235 km', '2020']) expect(text.replace(/\s+/g, ' ')).toContain(words)
    expect(html([{ value: 722.0868312345 }])).toContain('title="722.0868312345"')
    expect(html([{ value: 722.08 }])).not.toContain('title="722.08"') // nothing is missing
    const places = [1, 2].map((day) => ({ latitude: 53.85474123, longitude: 0.20634123, at: at(day) }))
    expect(textOf(places)).toContain('53.85474123') // in the table
    expect(textOf(places)).toContain('· 53.85474123, 0.20634123') // and below the track
    expect(textOf([{ row: 0, column: 0, tirePressure: 1234.5, unit: 'kPa' }]).replace(/\s+/g, ' ')).toContain(
      '1,234.5 kPa',
    )
  })
  it('how old the newest value was when it was read, by the time that it was recorded and no other', () => {
    const said = (...records: TableRow[]) => textOf(records).replace(/\s+/g, ' ')
    const old = { value: 1, retrievedAt: '2026-11-03T11:59:00Z', recordedAt: '2026-10-30T12:00:00Z' }
    expect(said(old, { ...old, recordedAt: '2026-11-01T08:00:00Z' })).toContain('Latest 1 Stale')
    const fresh = { ...old, recordedAt: '2026-11-03T11:00:00Z' }
    expect(said(old, fresh)).not.toContain('Stale')
    const word = { ...old, value: 'LOCKED', recordedAt: '2026-11-01T08:00:00Z' }
    expect(said(old, word)).toContain('Newest value on this page: Stale Recorded 2 d 4 h before you read it ( Nov 1, ')
    expect(said({ value: 1, at: Date.UTC(2026, 10, 3, 11) })).toContain('Recorded 1 h before you read it')
    expect(said({ value: 1, oemUpdatedAt: '2026-11-03T11:00:00Z' })).toContain('Recorded 1 h before you read it')
    expect(said({ value: 1, retrievedAt: '2026-11-03T11:00:00Z' })).toContain(
      'Newest value on this page: Recording time unknown',
    )
    expect(said({ value: 1, at: 0 }, { value: 1, at: null })).toContain('Recording time unknown')
    expect(said({ values: [{ row: 0, column: 0, isOpen: true }], recordedAt: '2026-11-03T11:00:00Z' })).toContain(
      'Recorded 1 h before you read it',
    )
  })
  it('a VIN is masked wherever it stands: in a cell, its title, a nested value, a place, a unit, a chart', () => {
    const vin = '1M8GDM9AXKP042788'
    const at = (day: number) => `2026-01-0${day}T00:00:00Z`
    for (const records of [
      [{ value: vin }, { value: `the car with the chassis number ${vin} was seen` }],
      [{ value: { deep: [vin] } }],
      [{ row: 0, column: 0, note: vin }],
      [1, 2].map((value) => ({ value, unit: vin, at: at(value) })),
    ]) {
      expect(html(records)).not.toContain(vin)
      expect(textOf(records)).toContain('Reveal masked values')
    }
    const numbers = [1, 2].map((day) => ({ vin: 987650 + day, at: at(day) }))
    expect(html(numbers)).not.toContain('98765')
    expect(textOf(numbers)).not.toContain('over time')
    expect(textOf([{ value: 1 }])).not.toContain('Reveal')
  })
  it('nothing at all', () => {
    expect(textOf([])).toContain('no values of this signal')
  })
})
