/** The terms of a job: which can be sent, and as what. */
import { describe, expect, it } from 'vitest'
import { defaultPlan, missingOf, termsOf } from './job-plan'

const now = Date.parse('2026-05-01T12:00:00Z')

describe('the start', () => {
  it('has to be ahead, and is sent in UTC', () => {
    const at = (text: string) => ({ ...defaultPlan, start: 'at', at: text }) as const
    for (const wrong of ['', 'soon', '2026-05-01T12:00Z', '2026-05-01T11:59Z'])
      expect(missingOf(at(wrong), now, false)).toBe('at')
    expect(missingOf(at('2026-05-01T12:01Z'), now, false)).toBeUndefined()
    expect(missingOf(at('2026-07-01T12:00Z'), now, false)).toBeUndefined()
    expect(missingOf(at('2026-07-01T12:00Z'), now, true)).toBe('ahead')
    expect(missingOf(at('2026-06-30T12:00Z'), now, true)).toBeUndefined()
    expect(termsOf(at('2026-05-01T14:01+02:00'), 'UTC')).toEqual({ startAt: '2026-05-01T12:01:00.000Z' })
  })
  it('within hours takes two different times, in the zone of the browser', () => {
    const within = (from: string, to: string) => ({ ...defaultPlan, start: 'hours', from, to }) as const
    for (const [from, to] of [
      ['', '06:00'],
      ['22:00', ''],
      ['06:00', '06:00'],
    ] as const)
      expect(missingOf(within(from, to), now, false)).toBe('hours')
    expect(missingOf(within('22:00', '06:00'), now, false)).toBeUndefined()
    const hours = { from: '22:00', to: '06:00', timeZone: 'Europe/Berlin' }
    expect(termsOf(within('22:00', '06:00'), 'Europe/Berlin')).toEqual({ hours })
  })
  it('at once sends neither, whatever was entered before', () => {
    expect(missingOf({ ...defaultPlan, at: 'x', from: '', to: '' }, now, false)).toBeUndefined()
    expect(termsOf({ ...defaultPlan, at: '2026-05-02T12:00Z' }, 'UTC')).toEqual({})
  })
})

it('a share of the limit is sent where it isn’t all of it', () => {
  expect(termsOf({ ...defaultPlan, share: '25' }, 'UTC')).toEqual({ share: 25 })
  expect(termsOf({ ...defaultPlan, share: '100' }, 'UTC')).toEqual({})
})
