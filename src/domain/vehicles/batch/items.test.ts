/** What a batch answered, matched to what it was asked, whatever its shape. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isAsleep } from '../../../api/errors'
import { countsOf, failedPaths, matchItems } from './items'

const item = (path: unknown, code: unknown = 200, more: object = {}) => ({ path, code, body: {}, headers: {}, ...more })
const states = (paths: string[], responses: unknown[]) =>
  matchItems(paths, { responses }).rows.map(({ path, state, isExtra }) => `${isExtra ? '+' : ''}${path} ${state}`)
const remarksOf = (paths: string[], responses: unknown[]) =>
  matchItems(paths, { responses }).rows.map(({ remarks }) => remarks.join(' '))

describe('matchItems', () => {
  it('by path, whatever the order, and says what came out of order', () => {
    const responses = [item('/c'), item('/a'), item('/b')]
    expect(states(['/a', '/b', '/c'], responses)).toEqual(['/a answered', '/b answered', '/c answered'])
    expect(remarksOf(['/a', '/b', '/c'], responses)).toEqual(['', '', 'Out of order: item 1 of the response.'])
  })
  it('by position only what names no path', () => {
    expect(remarksOf(['/a', '/b'], [item(undefined), item('/b')])).toEqual([
      'The item names no path. It was matched by its position.',
      '',
    ])
    expect(states(['/a', '/b'], [item('/a'), item('/surprise')])).toEqual([
      '/a answered',
      '/b missing',
      '+/surprise answered',
    ])
  })
  it('in another spelling', () => {
    expect(states(['/odometer', '/vin'], [item('odometer/'), item('/v2.0/vehicles/x/VIN')])).toEqual([
      '/odometer answered',
      '/vin answered',
    ])
    expect(remarksOf(['/odometer'], [item('odometer')])).toEqual(['The response spells it odometer.'])
  })
  it('missing, extra, and a second item for one path', () => {
    expect(states(['/a', '/b'], [item('/a'), item('/a'), item('/x', 500)])).toEqual([
      '/a answered',
      '/b missing',
      '+/a answered',
      '+/x failed',
    ])
  })
  it('a status that is text, absent or none at all', () => {
    const { rows } = matchItems(['/a', '/b', '/c', '/d'], {
      responses: [item('/a', '200'), item('/b', null), item('/c', 'x'), item('/d', 204)],
    })
    expect(rows.map(({ state }) => state)).toEqual(['answered', 'unclear', 'unclear', 'answered'])
  })
  it('items that are none keep their place', () => {
    expect(states(['/a', '/b'], [null, item('/b')])).toEqual(['/a unclear', '/b answered'])
    expect(remarksOf(['/a'], ['text'])[0]).toContain('The item is a string, not an object.')
  })
  it.each([
    [{}, 'no list “responses”'],
    [{ responses: {} }, 'no list “responses”'],
    [null, 'no list “responses”'],
    ['x', 'no list “responses”'],
  ])('an answer that is %j', (raw, remark) => {
    const { rows, remarks } = matchItems(['/a'], raw)
    expect(rows.map(({ state }) => state)).toEqual(['missing'])
    expect(remarks.join()).toContain(remark)
  })
  it('a bare list', () => {
    const { rows, remarks } = matchItems(['/a'], [item('/a')])
    expect(rows[0]?.state).toBe('answered')
    expect(remarks[0]).toContain('bare list')
  })
  it('facts from the item’s own headers, errors with what they need', () => {
    const { rows } = matchItems(['/fuel', '/vin'], {
      responses: [
        item('/fuel', 200, { headers: { 'x-Data-Age': '2026-01-01T00:00:00Z', 'x-unit-system': 'imperial' } }),
        item('/vin', 403, { headers: undefined }),
      ],
    })
    expect(rows[0]?.facts).toEqual({ dataAge: '2026-01-01T00:00:00Z', unitSystem: 'imperial' })
    expect(rows[1]?.error?.endpoint.permission).toBe('read_vin')
  })
  it('asleep is told apart; a success without headers says so', () => {
    const { rows } = matchItems(['/fuel', '/vin'], {
      responses: [item('/fuel', 409, { body: { type: 'VEHICLE_STATE', code: 'ASLEEP' } }), { path: '/vin', code: 200 }],
    })
    expect(isAsleep(rows[0]?.error)).toBe(true)
    expect(rows[1]?.remarks.join()).toContain('no headers')
  })
  it('never throws, answers every path once, and loses no item', () => {
    const paths = fc.uniqueArray(fc.constantFrom('/a', '/b', '/c', '/odometer', '/'), { maxLength: 5 })
    const strange = fc.oneof(
      fc.anything(),
      fc.record({ path: fc.anything(), code: fc.anything(), headers: fc.anything() }),
    )
    const known = fc.record({ path: fc.constantFrom('/a', 'B', '/c/'), code: fc.constantFrom(200, 403, '409') })
    fc.assert(
      fc.property(paths, fc.array(fc.oneof(strange, known), { maxLength: 7 }), (asked, responses) => {
        const { rows } = matchItems(asked, { responses })
        expect(rows.filter(({ isExtra }) => !isExtra).map(({ path }) => path)).toEqual(asked)
        const missing = rows.filter(({ state }) => state === 'missing').length
        expect(rows.length - missing).toBe(responses.length)
      }),
    )
  })
})

it('counts in words, and what a second try would ask for', () => {
  const { rows } = matchItems(['/a', '/b', '/c', '/d'], {
    responses: [item('/a'), item('/b', 500), { path: '/d' }, item('/x', 500)],
  })
  expect(countsOf(rows)).toBe('1 of 4 succeeded, 1 failed, 1 missing, 1 unclear, 1 not requested')
  expect(failedPaths(rows)).toEqual(['/b', '/c', '/d'])
})
