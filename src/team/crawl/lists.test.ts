/** Which lists are crawled. */
import { expect, it } from 'vitest'
import { listsFor } from './lists'

it('are chosen by what the service lists without a mode', () => {
  expect(listsFor(10, 7, 3)).toEqual(['all'])
  expect(listsFor(7, 7, 3)).toEqual(['live', 'simulated'])
  expect(listsFor(9, 7, 3)).toEqual(['all', 'live', 'simulated'])
  expect(listsFor(10, undefined, 3)).toEqual(['all', 'live', 'simulated'])
})
