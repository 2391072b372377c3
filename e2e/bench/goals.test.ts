/** Which goal is met, and the table of them that Help shows. */
import { describe, expect, it } from 'vitest'
import { goalOf, goals, goalTable } from './goals'

const at = (median: number) => ({ median, min: median - 0.5, max: median + 0.5 })

describe('a goal', () => {
  it.each([
    ['slow cold: rows', { console: at(900), floor: at(900), ratio: at(1) }, '≤ 1.05 met'],
    ['slow cold: rows', { console: at(900), floor: at(850), ratio: at(1.06) }, '≤ 1.05 MISSED'],
    ['slow cold: rows', { console: at(900) }, '≤ 1.05 MISSED'], // no floor, no ratio
    ['slow typing in a filter: interaction', { console: at(48) }, '≤ 48 ms met'],
    ['slow typing in a filter: interaction', { console: at(56), ratio: at(0.5) }, '≤ 48 ms MISSED'],
    ['script of /connections: bytes', { console: at(165_001) }, '≤ 165.0 kB MISSED'],
    ['slow cold: layout shift', { console: at(0) }, '≤ 0 met'],
    ['slow cold: layout shift', { console: at(0.0001) }, '≤ 0 MISSED'],
    ['slow cold: heap', { console: at(900) }, ''],
  ])('%s, %j: %s', (name, result, text) => expect(goalOf(name, result)).toBe(text))

  it.each([
    ['slow typing in a filter: interaction', { console: at(96) }, '≤ 48 ms × 2 met'],
    ['slow typing in a filter: interaction', { console: at(97) }, '≤ 48 ms × 2 MISSED'],
    ['crawl of 100,000, embedded: time', { console: at(120_001) }, '≤ 60.0 s × 2 MISSED'],
    ['slow cold: rows', { console: at(900), ratio: at(1.06) }, '≤ 1.05 MISSED'],
    ['slow cold: layout shift', { console: at(0.0001) }, '≤ 0 MISSED'],
    ['script of /connections: bytes', { console: at(165_001) }, '≤ 165.0 kB MISSED'],
    ['search of 1,000,000, embedded: memory', { console: at(600_000_001) }, '≤ 600.0 MB MISSED'],
  ])('of a machine half as fast is as much, but for times: %s, %j: %s', (name, result, text) =>
    expect(goalOf(name, result, 2)).toBe(text),
  )
})

describe('the table of the goals', () => {
  it('has the spread where the goal is, and leaves out what was not measured', () => {
    const results = {
      'slow cold: rows': { console: at(1_982), floor: at(955), rendered: at(500), ratio: at(2) },
      'slow cold: heap': { console: at(7e6) },
      'slow typing in a filter: interaction': { console: { median: 56, min: 48, max: 64 }, floor: at(1) },
    }
    expect(goalTable(results)).toEqual([
      ['First visit: 100 rows', '1,982 ms', '955 ms', '500 ms', '2.00 (1.50–2.50)', '≤ 1.05'],
      ['Typing in a filter: slowest key', '56 (48–64) ms', '', '', '', '≤ 48 ms'],
    ])
  })
  it('has a row for each goal, under a title of its own', () => {
    const all = Object.fromEntries(Object.keys(goals).map((name) => [name, { console: at(1) }]))
    const titles = goalTable(all).map(([title]) => title)
    expect(new Set(titles).size).toBe(Object.keys(goals).length)
  })
})
