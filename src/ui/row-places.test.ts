/** Places of rows: a page that takes another's place takes over what is drawn, and what stays is moved. */
import { expect, it } from 'vitest'
import { placesFor } from './row-places'

const places = (keys: string, before = '') => {
  const drawn = placesFor([...before], new Map())
  return [...placesFor([...keys], drawn).values()]
}

it.each([
  ['the first rows', 'abc', '', [0, 1, 2]],
  ['another page takes all places over', 'xyz', 'abc', [0, 1, 2]],
  ['a longer one has more', 'wxyz', 'abc', [0, 1, 2, 3]],
  ['a shorter one fewer', 'x', 'abc', [0]],
  ['what fills the window first leaves the others where they are', 'xyc', 'abc', [0, 1, 2]],
  ['a row that comes on top moves the others', 'xab', 'abc', [3, 0, 1]],
  ['one that goes is taken out', 'ac', 'abc', [0, 2]],
  ['one in the place of another', 'axc', 'abc', [0, 1, 2]],
  ['a new order is the same rows', 'cab', 'abc', [2, 0, 1]],
])('%s', (_, keys, before, expected) => {
  expect(places(keys, before)).toEqual(expected)
})

it('nobody takes the place of the row that has the focus', () => {
  const drawn = placesFor(['a', 'b', 'c'], new Map())
  expect([...placesFor(['x', 'y', 'z'], drawn, 1).values()]).toEqual([0, 3, 2])
  expect([...placesFor(['x', 'b', 'z'], drawn, 1).values()]).toEqual([0, 1, 2]) // itself it stays where it is
})

it('no two rows have one place, whatever comes and goes', () => {
  let drawn = placesFor([], new Map())
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 48271) % 2147483647
    return seed % below
  }
  for (let turn = 0; turn < 500; turn += 1) {
    const keys = Array.from({ length: 30 }, (_, key) => String(key))
      .filter(() => random(3) > 0)
      .toSorted(() => random(3) - 1)
    const before = drawn
    drawn = placesFor(keys, before)
    expect([...drawn.keys()]).toEqual(keys)
    expect(new Set(drawn.values()).size).toBe(keys.length)
    for (const key of keys) if (before.has(key)) expect(drawn.get(key)).toBe(before.get(key))
  }
})
