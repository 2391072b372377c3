/** What totals say about the modes that a service lists by itself. */
import { expect, it } from 'vitest'
import { isIgnored, note } from './listed-modes-texts'

it.each([
  [2500, 2207, 293, undefined],
  [2207, 2207, 293, 'Simulated connections appear only if you filter by mode.'],
  [2207, 2207, 0, undefined],
  [2300, 2207, 293, 'The API lists 2,300 connections without a mode filter.'],
  [
    2500,
    2500,
    2500,
    'The API ignored filter[vehicle.mode] (assumed name): it returns 2,500 connections with or without it.',
  ],
  [0, 0, 0, undefined],
])('%i without a mode, %i live, %i simulated', (none, live, simulated, words) => {
  expect(note({ none, live, simulated }, 'filter[vehicle.mode] (assumed name)')).toBe(words)
})

it('counts that are the same in either mode are no modes', () => {
  expect(isIgnored({ none: 2500, live: 2500, simulated: 2500 })).toBe(true)
  expect(isIgnored({ none: 2500, live: 2500, simulated: 0 })).toBe(false)
})
