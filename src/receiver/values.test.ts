/** What a delivery tells of its vehicle. */
import { expect, it } from 'vitest'
import { readDelivery } from '../api/read-delivery'
import { bodyOf, failing, signalOf } from './book-harness'
import { errorsOf, isVersion2, signalsOf, tellsOfVehicle } from './values'

const read = (given: Parameters<typeof bodyOf>[0]) => readDelivery(bodyOf(given))

it('takes of each code the one that was recorded later, else the later one', () => {
  const told = (...recorded: [number, number][]) =>
    signalsOf(read({ signals: recorded.map(([value, at]) => signalOf(value, at)) })).map(({ signal }) => signal.body)
  expect(told([1, 10], [2, 20])).toEqual([{ value: 2, unit: 'percent' }])
  expect(told([1, 20], [2, 10])).toEqual([{ value: 1, unit: 'percent' }])
  expect(told([1, 10], [2, 10])).toEqual([{ value: 2, unit: 'percent' }])
  expect(told([1, 10], [2, 0])).toEqual([{ value: 1, unit: 'percent' }])
})
it('tells a value, a failure, and what says neither', () => {
  const without = { code: 'a', name: 'A', group: 'G' }
  const kinds = (...signals: unknown[]) =>
    signalsOf(read({ signals })).map(({ hasValue, isFailing }) => [hasValue, isFailing])
  expect(kinds(signalOf(1))).toEqual([[true, false]])
  expect(kinds({ ...signalOf(1), status: undefined })).toEqual([[true, false]])
  expect(kinds(failing())).toEqual([[false, true]])
  expect(kinds({ ...failing(), body: { value: 1 } })).toEqual([[false, true]])
  expect(kinds({ ...without, status: { value: 'error' } })).toEqual([[false, true]])
  expect(kinds({ ...without, status: { value: 'SUCCESS' } })).toEqual([[false, false]])
  expect(kinds(without)).toEqual([[false, undefined]])
})
it('takes each error once, the later one', () => {
  const told = errorsOf(
    read({
      eventType: 'VEHICLE_ERROR',
      errors: [
        { type: 'A', code: null, state: 'ERROR' },
        { type: 'A', code: 'B', state: 'ERROR' },
        { type: 'A', code: null, state: 'RESOLVED' },
      ],
    }),
  )
  expect(told.map(({ type, code, error }) => [type, code, error.state])).toEqual([
    ['A', '', 'RESOLVED'],
    ['A', 'B', 'ERROR'],
  ])
})
it('knows what says nothing of a car of the account', () => {
  expect(tellsOfVehicle(read({}))).toBe(true)
  expect(tellsOfVehicle(read({ eventType: 'VEHICLE_ERROR', errors: [] }))).toBe(true)
  expect(tellsOfVehicle(read({ mode: 'TEST' }))).toBe(false)
  expect(tellsOfVehicle(read({ eventType: 'VERIFY' }))).toBe(false)
  expect(tellsOfVehicle(read({ eventType: 'VEHICLE_CONNECTED' }))).toBe(false)
  expect(tellsOfVehicle({ ...read({}), vehicleId: undefined })).toBe(false)
  expect(tellsOfVehicle({ ...read({}), version: '2.0' })).toBe(false)
})
it('knows version 2 by its number', () => {
  expect(['2', '2.0', '2.1.3'].every(isVersion2)).toBe(true)
  expect([undefined, '', '4.0', '20', '12.0'].some(isVersion2)).toBe(false)
})
