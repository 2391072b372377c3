/** What is kept by an id holds whatever the id is called. */
import { expect, it } from 'vitest'
import { type ById, byId, withId } from './store'

it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'x'])('“%s” is an id like any other', (id) => {
  const none: ById<number> = byId()
  expect(none[id]).toBeUndefined()
  const one = withId(withId(none, id, 1), 'other', 2)
  expect([one[id], one.other, one.constructor === Object]).toEqual([1, 2, false])
  const left = byId(Object.entries(one).filter(([key]) => key !== 'other'))
  expect([left[id], left.other, Object.keys(left)]).toEqual([1, undefined, [id]])
})
