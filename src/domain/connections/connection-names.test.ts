/** What cars are called: each word once. */
import { expect, it } from 'vitest'
import { carBeside, carOf } from './connection-names'

it.each([
  [{ year: 2020, make: 'Nissan', model: 'Leaf', powertrainType: 'BEV' }, '2020 Nissan Leaf', '2020 · BEV'],
  [{ year: 2023, make: 'Simulated', model: '2023 Simulated PHEV', powertrainType: 'PHEV' }, '2023 Simulated PHEV', ''],
  [{ year: 2008, make: 'Mini', model: 'Minivan 20081' }, '2008 Mini Minivan 20081', '2008'], // whole words only
  [{ year: 2024, make: 'Kia', model: null }, '2024 Kia', '2024'],
  [{}, '', ''],
])('%j', (car, name, beside) => {
  expect([carOf(car), carBeside(car)]).toEqual([name, beside])
})
it('is nothing where nothing is known', () => {
  expect(carOf(undefined)).toBe('')
})
