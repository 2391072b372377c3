/** Numbers of signals that some records of a body have as text. */
import { expect, it } from 'vitest'
import { numberIn, numbersSentAsText } from './signal-records'

it.each([
  [62, 62],
  ['62.0', 62],
  [' -1.5e3 ', -1500],
  ['.5', 0.5],
  ['', undefined],
  [' ', undefined],
  ['0x10', undefined],
  ['Infinity', undefined],
  ['1e999', undefined],
  ['62 %', undefined],
  [null, undefined],
  [true, undefined],
])('%j is the number %j', (value, expected) => expect(numberIn(value)).toBe(expected))

it('are named as differences, each with its place', () => {
  const data = ['62.0', '', 61, 60.5, 'n/a', null].map((value) => ({ attributes: { body: { value, unit: '1' } } }))
  expect(numbersSentAsText({ data })).toEqual([
    { path: ['data', 0, 'value'], expected: 'a number', got: '62.0' },
    { path: ['data', 1, 'value'], expected: 'a number', got: '' },
  ])
  expect(numbersSentAsText({ data: [{ code: '007' }, { code: '008' }] })).toEqual([])
  for (const body of [null, 5, 'x', [], { data: null }, { data: [null, 1, 'x'] }])
    expect(numbersSentAsText(body)).toEqual([])
})
