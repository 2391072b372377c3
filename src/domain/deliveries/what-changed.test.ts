/** What a delivery says anew, in the car’s own terms. */
import { describe, expect, it } from 'vitest'
import type { DeliveredValue } from '../../api/team-deliveries'
import { changesOf, idleTriggers } from './what-changed'

const value = (code: string, body: unknown, error: DeliveredValue['error'] = null): DeliveredValue => ({
  ...{ code, name: null, group: null, status: error ? 'ERROR' : 'SUCCESS', error },
  ...{ recordedAt: null, fetchedAt: null, isPrivate: false },
  ...(body !== undefined && { body }),
})
const failed = (code: string) => value(code, undefined, { type: 'VEHICLE_STATE', code: 'ASLEEP' })
const compared = (before: DeliveredValue[], now: DeliveredValue[], triggers: string[] = []) =>
  changesOf({ values: now, triggers, previous: { id: 1, at: '2026-01-01T00:00:00Z', values: before } })
const words = (before: DeliveredValue[], now: DeliveredValue[]) =>
  compared(before, now)?.map(({ code, change }) => `${code} ${change}`)

describe('what changed', () => {
  it('is told of each signal, what differs first', () => {
    const before = [
      value('same', { value: 1 }),
      value('soc', { value: 50 }),
      failed('range'),
      value('lock', { value: true }),
    ]
    const now = [value('same', { value: 1 }), value('soc', { value: 51 }), value('range', { value: 9 }), failed('lock')]
    expect(words([...before, value('old', 1)], [...now, value('extra', 2)])).toEqual([
      ...['soc changed', 'lock failing', 'range recovered', 'extra new', 'old gone', 'same same'],
    ])
  })
  it('is nothing where only the order of keys differs, and something where a list’s order does', () => {
    const one = { value: { a: 1, b: [1, 2] }, unit: 'km' }
    expect(words([value('x', one)], [value('x', { unit: 'km', value: { b: [1, 2], a: 1 } })])).toEqual(['x same'])
    expect(words([value('x', one)], [value('x', { unit: 'km', value: { a: 1, b: [2, 1] } })])).toEqual(['x changed'])
  })
  it('says what fails still, and what fails from the start', () => {
    expect(words([failed('x')], [failed('x')])).toEqual(['x still failing'])
    expect(words([], [failed('x')])).toEqual(['x failing'])
  })
  it('is unknown without an earlier delivery', () => {
    expect(changesOf({ values: [], triggers: [], previous: null })).toBeUndefined()
  })
  it('names triggers whose value did not change, however they are written', () => {
    const all = compared(
      [value('charge-x', 1), value('y', 1)],
      [value('charge-x', 1), value('y', 2)],
      ['CHARGE-X', 'y'],
    )
    expect(idleTriggers(all ?? [])).toEqual(['charge-x'])
  })
})
