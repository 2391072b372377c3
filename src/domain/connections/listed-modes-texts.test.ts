/** What totals say about the modes that a service lists by itself. */
import { expect, it } from 'vitest'
import { listedModes } from './listed-modes-texts'

it.each([
  [2500, 2207, 293, '2,207 live · 293 simulated'],
  [2207, 2207, 293, '2,207 live · 293 simulated. Simulated connections appear only if you filter by mode.'],
  [2207, 2207, 0, '2,207 live · 0 simulated'],
  [2300, 2207, 293, '2,207 live · 293 simulated, but the API lists 2,300 without a mode filter.'],
  [
    2500,
    2500,
    2500,
    'The API ignored filter[vehicle.mode] (assumed name): it returns 2,500 connections with or without it.',
  ],
])('%i without a mode, %i live, %i simulated', (none, live, simulated, words) => {
  expect(listedModes(none, live, simulated, 'filter[vehicle.mode] (assumed name)')).toBe(words)
})
