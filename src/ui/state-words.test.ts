/** States that are sent in capitals, in words. */
import { expect, it } from 'vitest'
import { stateWords } from './state-words'

it.each([
  ['NOT_CHARGING', 'Not charging'],
  ['DISCONNECTED', 'Disconnected'],
  ['EV_READY_NOW', 'Ev ready now'],
  ['CHADEMO', 'CHAdeMO'],
  ['CCS', 'CCS'],
  ['P', 'P'],
  ['Charging', 'Charging'],
  ['1N4AZ1CP8KC3', '1N4AZ1CP8KC3'],
  ['_', '_'],
  ['', ''],
])('%j reads as %j', (state, words) => expect(stateWords(state)).toBe(words))
