/** What says where a car is, or which, isn’t for everybody. */
import { expect, it } from 'vitest'
import { isPrivateValue } from './team-deliveries'

it.each([
  ['location-preciselocation', { value: 1 }],
  ['location-isathome', undefined],
  ['vehicleidentification-vin', { value: 'short' }],
  ['other', { value: { latitude: 52.5 } }],
  ['other', { list: [{ Lng: 13 }] }],
  ['other', { value: '1HGCM82633A004352' }],
  ['other', ['of 1hgcm82633a004352.']],
])('%s with %j is private', (code, body) => expect(isPrivateValue(code, body)).toBe(true))

it.each([
  ['tractionbattery-stateofcharge', { value: 61, unit: 'percent' }],
  ['vehicleidentification-vinformat', { value: 'x' }],
  ['other', { translated: true }],
  ['other', { value: 'ABCDEFGHIJKLMNOPQ' }],
  ['other', null],
  ['other', undefined],
  ['relocation-', 7],
])('%s with %j is not', (code, body) => expect(isPrivateValue(code, body)).toBe(false))
