/** Keys of rows stay with their row, whatever comes and goes around it. */
import { expect, it } from 'vitest'
import { rowKeys } from './row-keys'

it('a row keeps its key when the one before it is gone', () => {
  expect(rowKeys(['a', 'b', 'c'])).toEqual(['a', 'b', 'c'])
  expect(rowKeys(['b', 'c'])).toEqual(['b', 'c'])
})
it('what is sent twice has two keys, told apart by how often it came before', () => {
  const keys = rowKeys(['a', 'b', 'a', 'a'])
  expect(new Set(keys).size).toBe(4)
  expect(rowKeys(['a', 'a', 'a'])).toEqual([keys[0], keys[2], keys[3]])
})
it('no name is taken for another one', () => {
  expect(new Set(rowKeys(['a', 'a', 'a 1', '__proto__', 'constructor', '__proto__'])).size).toBe(6)
})
