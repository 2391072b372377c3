/** What is kept of requests that weren't proven: the last fifty, and no more than fits. */
import { expect, it } from 'vitest'
import { createEarlier } from './earlier'
import { createRefusals, MOST_REFUSALS, MOST_REFUSED_BYTES } from './refusals'

const refusal = (body: Buffer, header?: string) => ({
  ...({ at: new Date(0), status: 401, reason: 'no signature', address: '192.0.2.1' } as const),
  header,
  body,
})

it('the last fifty are kept, the newest first, with their bodies', () => {
  const refusals = createRefusals()
  for (let nth = 0; nth < MOST_REFUSALS + 5; nth += 1) refusals.add(refusal(Buffer.from(`body ${nth}`)))
  const listed = refusals.list()
  expect(listed).toHaveLength(MOST_REFUSALS)
  expect(listed.map(({ id }) => refusals.one(id)?.body?.toString()).at(0)).toBe('body 54')
  expect(listed.map(({ id }) => refusals.one(id)?.body?.toString()).at(-1)).toBe('body 5')
  expect(listed.every((one) => !('body' in one))).toBe(true)
  expect(new Set(listed.map(({ id }) => id)).size).toBe(MOST_REFUSALS)
  expect(refusals.one('unknown')).toBeUndefined()
})
it('fifty of the largest fit; larger ones push out more, and what can never fit is told without its body', () => {
  const refusals = createRefusals()
  for (let nth = 0; nth < MOST_REFUSALS; nth += 1) refusals.add(refusal(Buffer.alloc(128 * 1024)))
  expect(refusals.list()).toHaveLength(MOST_REFUSALS)
  refusals.add(refusal(Buffer.alloc(MOST_REFUSED_BYTES - 128 * 1024)))
  expect(refusals.list().map(({ bytes }) => bytes)).toEqual([MOST_REFUSED_BYTES - 128 * 1024, 128 * 1024])
  refusals.add(refusal(Buffer.alloc(MOST_REFUSED_BYTES + 1)))
  const [largest] = refusals.list()
  expect(largest?.bytes).toBe(MOST_REFUSED_BYTES + 1)
  expect(refusals.one(largest?.id ?? '')?.body).toBeUndefined()
  expect(refusals.list()).toHaveLength(3)
})
it('a body is a copy of its own, and a header is cut', () => {
  const refusals = createRefusals()
  const body = Buffer.from('as it came')
  refusals.add(refusal(body, 'x'.repeat(8_000)))
  body.fill('!')
  const [kept] = refusals.list()
  expect(refusals.one(kept?.id ?? '')?.body?.toString()).toBe('as it came')
  expect(kept?.header).toHaveLength(300)
})

it('what an event was answered before is remembered until it is kept: the last eight, of ten thousand events', () => {
  const earlier = createEarlier()
  const answer = (ms: number) => ({ at: new Date(ms), status: 503 })
  expect(earlier.of('a')).toEqual([])
  for (let ms = 0; ms < 10; ms += 1) earlier.refused('a', answer(ms))
  expect(earlier.of('a')).toEqual([2, 3, 4, 5, 6, 7, 8, 9].map(answer))
  for (let nth = 0; nth < 9_999; nth += 1) earlier.refused(`other ${nth}`, answer(0))
  expect(earlier.of('a')).toHaveLength(8)
  earlier.refused('one more', answer(0))
  expect(earlier.of('a')).toEqual([])
  earlier.forget('one more')
  expect(earlier.of('one more')).toEqual([])
})
