/** What totals say about the modes that a service lists by itself. */
import { expect, it } from 'vitest'
import { listedModes } from './-texts'

it.each([
  [2500, 2207, 293, 'Without a mode both are listed: 2,207 live and 293 simulated.'],
  [2207, 2207, 293, 'Without a mode this service lists live connections only; 293 simulated ones are not among them.'],
  [2207, 2207, 0, 'No simulated connections exist; 2,207 are live.'],
  [2300, 2207, 293, 'Without a mode this service lists 2,300, though it counts 2,207 live and 293 simulated ones.'],
  [
    2500,
    2500,
    2500,
    'The service seems not to know filter[vehicle.mode] (assumed name): it counts 2,500 in either mode, and 2,500 without one.',
  ],
])('%i without a mode, %i live, %i simulated', (none, live, simulated, words) => {
  expect(listedModes(none, live, simulated, 'filter[vehicle.mode] (assumed name)')).toBe(words)
})
