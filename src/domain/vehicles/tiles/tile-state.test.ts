/** What a tile shows of a read: alone, as one of several, failed, asleep, not capable; and which failures are the same. */
import { describe, expect, it } from 'vitest'
import { batch } from '../../../api/batch'
import { ApiError } from '../../../api/errors'
import { knownPermissions } from '../../../api/permissions.data'
import { knownSignals } from '../../../api/signals.data'
import { version2Reads } from '../../../api/version2-reads.data'
import type { Reading } from '../readings'
import { readsFor, type TileRead } from './tile-reads'
import { failuresOf, rawOf, type Source, tileStateOf } from './tile-state'

const read = (path: string): TileRead => ({ path, label: path, name: path })
const facts = {}
const answered = (responses: unknown, at: number): Reading<unknown> => ({
  phase: 'read',
  startedAt: at,
  latest: { value: undefined, raw: { responses }, status: 200, facts, receivedAt: at + 1, differences: [] },
})
const failed = (status: number, code: string, at = 5): Reading<unknown> => ({
  phase: 'failed',
  startedAt: at,
  error: new ApiError('http', batch.send, { status, body: { type: 'T', code, description: 'd' }, facts }),
})
const idle: Reading<unknown> = { phase: 'idle' }
const source = (reading: Reading<unknown>, ...paths: string[]): Source => ({ paths, reading })
const item = (path: string, code: number, body: unknown) => ({ path, code, body })
const stateOf = (reading: Reading<unknown>) => tileStateOf(read('/fuel'), [source(reading, '/fuel')])

describe('a tile', () => {
  it('has not been read, is read, was canceled', () => {
    expect(stateOf(idle).kind).toBe('idle')
    expect(stateOf({ phase: 'reading', startedAt: 1 })).toMatchObject({ kind: 'reading', startedAt: 1 })
    expect(stateOf({ phase: 'cancelled', startedAt: 1 }).kind).toBe('cancelled')
  })
  it('takes its item of the last response, by itself or with the others', () => {
    const own = answered([item('/fuel', 200, { range: 1 })], 10)
    const all = answered([item('/odometer', 200, {}), item('/fuel', 200, { range: 2 })], 20)
    const both = [source(own, '/fuel'), source(all, '/odometer', '/fuel')]
    expect(tileStateOf(read('/fuel'), both)).toMatchObject({ kind: 'value', answer: { body: { range: 2 } } })
    expect(tileStateOf(read('/fuel'), both.toReversed()).paths).toEqual(['/odometer', '/fuel'])
    const later = answered([item('/fuel', 200, { range: 3 })], 30)
    expect(tileStateOf(read('/fuel'), [source(later, '/fuel'), source(all, '/odometer', '/fuel')])).toMatchObject({
      paths: ['/fuel'],
      answer: { body: { range: 3 } },
    })
  })
  it('tells a state of the vehicle from a failure, of the item and of the whole batch', () => {
    for (const [status, code, kind] of [
      [409, 'ASLEEP', 'asleep'],
      [501, 'NOT_CAPABLE', 'incapable'],
      [500, 'INTERNAL', 'failed'],
      [409, 'OTHER', 'failed'],
    ] as const) {
      expect(stateOf(failed(status, code)).kind).toBe(kind)
      expect(stateOf(answered([item('/fuel', status, { type: 'T', code })], 1)).kind).toBe(kind)
    }
  })
  it('says that its item is missing, whatever came', () => {
    for (const responses of [[], null, 7, 'text', {}, [null], [[]], [item('/other', 200, {})]])
      expect(['missing', 'value'], JSON.stringify(responses)).toContain(stateOf(answered(responses, 1)).kind)
    expect(stateOf(answered([item('/other', 200, {})], 1)).kind).toBe('missing')
  })
})

it('failures are the same by status and code; states of the vehicle that need no word are none', () => {
  const states = [
    failed(500, 'A'),
    failed(500, 'A'),
    failed(500, 'B'),
    failed(409, 'ASLEEP'),
    failed(501, 'X'),
    idle,
  ].map((reading, at) => tileStateOf(read(`/${at}`), [source(reading, `/${at}`)]))
  expect(failuresOf(states).map((group) => group.map((state) => state.read.path))).toEqual([
    ['/0', '/1'],
    ['/2'],
    ['/3'],
  ])
})

it('what came is kept by path', () => {
  const fuel = item('/fuel', 200, { range: 1 })
  expect(rawOf([stateOf(answered([fuel], 1)), stateOf(idle)])).toEqual({ '/fuel': fuel })
})

it('a powertrain has its tiles; the others are offered below, and an unknown one has all', () => {
  const of = (powertrain: string | null | undefined) => readsFor(powertrain).tiles.map(({ label }) => label)
  expect(of('BEV')).toEqual(['Battery', 'Charging', 'Odometer', 'Location'])
  expect(of('PHEV')).toEqual(['Battery', 'Charging', 'Odometer', 'Location', 'Fuel'])
  expect(of('ice')).toEqual(['Odometer', 'Location', 'Fuel'])
  for (const unknown of [undefined, null, '', 'FCEV']) expect(of(unknown)).toHaveLength(5)
  for (const powertrain of ['BEV', 'ICE', undefined]) {
    const { tiles, more } = readsFor(powertrain)
    expect(new Set([...tiles, ...more].map(({ path }) => path)).size).toBe(9)
  }
})

it('the known permissions are those of the known reads and signals', () => {
  const needed = [...version2Reads, ...knownSignals].flatMap(({ permission }) => permission ?? [])
  expect(knownPermissions).toEqual([...new Set(needed)].toSorted())
})
