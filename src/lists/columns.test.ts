/** Columns are named by their ids: what is hidden, what former versions hid, and what no column has any more. */
import { expect, it } from 'vitest'
import { hiddenOf } from './columns'

const columns = [
  { id: 'vehicle', header: 'Vehicle' },
  { id: 'year', header: 'Model year' },
  { id: 'data', header: 'Data' },
  { id: 'actions', header: 'Actions', kind: 'action' as const },
]

it.each([
  [['year'], ['year']],
  [
    ['Model year', 'Data'],
    ['year', 'data'],
  ], // a preference of a former version
  [
    ['data', 'Model year', 'year'],
    ['year', 'data'],
  ], // of both
  [['Year', 'gone'], []],
  [['vehicle', 'Vehicle', 'actions', 'Actions'], []], // what leads to a row, and what acts on it, are always there
  [undefined, []],
])('%j stored hides %j', (stored, hidden) => {
  expect(hiddenOf(columns, stored)).toEqual(hidden)
})
it('hides what is there to be chosen, until somebody has chosen', () => {
  const more = [...columns, { id: 'user', header: 'User', isExtra: true }]
  expect(hiddenOf(more)).toEqual(['user'])
  expect(hiddenOf(more, [])).toEqual([])
  expect(hiddenOf(more, ['user', 'data'])).toEqual(['data', 'user'])
})
it('knows a column by its id when its header has changed', () => {
  expect(
    hiddenOf(
      [
        { id: 'vehicle', header: 'Vehicle' },
        { id: 'year', header: 'Year built' },
      ],
      ['year'],
    ),
  ).toEqual(['year'])
})
