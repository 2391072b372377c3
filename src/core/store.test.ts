/** What is kept by an id holds whatever the id is called; what stands beside a page is told later. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ById, byId, createStore, tellLater, withId } from './store'

it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'x'])('“%s” is an id like any other', (id) => {
  const none: ById<number> = byId()
  expect(none[id]).toBeUndefined()
  const one = withId(withId(none, id, 1), 'other', 2)
  expect([one[id], one.other, one.constructor === Object]).toEqual([1, 2, false])
  const left = byId(Object.entries(one).filter(([key]) => key !== 'other'))
  expect([left[id], left.other, Object.keys(left)]).toEqual([1, undefined, [id]])
})

describe('a store that is told later', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('tells once of all that changed, and of what changes after that again', () => {
    const store = createStore(0)
    const told: number[] = []
    const later = tellLater(store)
    later.subscribe(() => told.push(later.get()))
    store.set(1)
    store.set(2)
    expect([told, later.get()]).toEqual([[], 2])
    vi.runAllTimers()
    expect(told).toEqual([2])
    store.set(3)
    vi.runAllTimers()
    expect(told).toEqual([2, 3])
  })
  it('tells nobody who has left', () => {
    const store = createStore(0)
    const listener = vi.fn()
    const leave = tellLater(store).subscribe(listener)
    store.set(1)
    leave()
    vi.runAllTimers()
    store.set(2)
    vi.runAllTimers()
    expect(listener).not.toHaveBeenCalled()
  })
})
