/** The goals: at most so much, of the ratio to the floor or of the console's own figure; and the table that Help shows. */
import { cell, format, ratioCell } from './figures'
import type { Result } from './samples'

interface Goal {
  /** In Help's table. */
  title: string
  of: 'ratio' | 'console'
  most: number
}

const sizes = ['100,000', '1,000,000']
/** Of the team's directory, on each engine. */
const teamGoals: Readonly<Record<string, Goal>> = Object.fromEntries(
  ['embedded', 'PostgreSQL'].flatMap((engine) => {
    const of = 'console'
    return [
      [
        `crawl of 100,000, ${engine}: time`,
        { title: `Store (${engine}): 100,000 connections loaded`, of, most: 60_000 },
      ],
      ...sizes.flatMap((size) => [
        [
          `search of ${size}, ${engine}: over the floor’s request`,
          { title: `Store (${engine}): search of ${size} until rows are seen, beyond a bare request`, of, most: 150 },
        ],
        [
          `search of ${size}, ${engine}: typing: interaction`,
          { title: `Store (${engine}): typing in the search of ${size}: slowest key`, of, most: 48 },
        ],
      ]),
      ...(engine === 'embedded'
        ? [
            [
              `search of 1,000,000, ${engine}: memory`,
              { title: `Server’s memory with ${engine} store of 1,000,000`, of, most: 600_000_000 },
            ],
          ]
        : []),
    ]
  }),
)

export const goals: Readonly<Record<string, Goal>> = {
  'slow cold: rows in the window': { title: 'First visit: rows in the window', of: 'ratio', most: 1 },
  'slow cold: rows': { title: 'First visit: 100 rows', of: 'ratio', most: 1.05 },
  'slow cold: Remove opens its question': {
    title: 'First visit: a row’s Remove opens its question',
    of: 'ratio',
    most: 1.9,
  },
  'slow cold: layout shift': { title: 'First visit: layout shift', of: 'console', most: 0 },
  'slow return: rows in the window': { title: 'Second visit: rows in the window', of: 'ratio', most: 0.9 },
  'slow return: rows': { title: 'Second visit: 100 rows', of: 'ratio', most: 0.9 },
  'slow next page: rows in the window': { title: 'Next page: rows in the window', of: 'ratio', most: 1.35 },
  'slow next page: rows': { title: 'Next page: 100 rows', of: 'ratio', most: 1.9 },
  'slow typing in a filter: interaction': { title: 'Typing in a filter: slowest key', of: 'console', most: 48 },
  'slow typing in the palette: interaction': { title: 'Typing in “Jump to…”: slowest key', of: 'console', most: 48 },
  'slow 100 rows selected, inspector open: interaction': {
    title: '100 rows selected: slowest click',
    of: 'console',
    most: 80,
  },
  'upstream 10 s: frame held back': { title: 'Provider takes 10 s: delay of the frame', of: 'console', most: 500 },
  'npm start, until it is there': { title: '`npm start` until `/healthz` responds', of: 'console', most: 1_500 },
  'npm start, a new folder': { title: '`npm start` with a new folder', of: 'console', most: 3_000 },
  'npm start, an existing folder': { title: '`npm start` with an existing folder', of: 'console', most: 1_500 },
  'gateway: median wait': { title: 'Server: median wait of ten connections', of: 'ratio', most: 1.8 },
  ...teamGoals,
  'script of /connections: bytes': { title: 'Script of Connections', of: 'console', most: 165_000 },
}

/** A goal that is a time is so many times longer on a machine that is so many times slower; a ratio stays what it is. */
const isTime = (name: string, { of, most }: Goal) => of === 'console' && / m?s$/.test(format(name, most))

function isMet(name: string, goal: Goal, { console, ratio }: Result, slower: number): boolean {
  const value = (goal.of === 'ratio' ? ratio : console)?.median ?? Number.POSITIVE_INFINITY
  return value <= (isTime(name, goal) ? goal.most * slower : goal.most)
}

function written(name: string, goal: Goal, slower: number): string {
  const most = goal.of === 'ratio' ? goal.most.toFixed(2) : format(name, goal.most)
  return `≤ ${most}${slower > 1 && isTime(name, goal) ? ` × ${slower}` : ''}`
}

/** For each figure that has a goal: whether it is met. @param slower how many times slower the machine is */
export function goalOf(name: string, result: Result, slower = 1): string {
  const goal = goals[name]
  return goal ? `${written(name, goal, slower)} ${isMet(name, goal, result, slower) ? 'met' : 'MISSED'}` : ''
}

/** What Help shows: for each goal its title, console, floor, floor with rows, ratio, goal; the spread where the goal is. */
export function goalTable(results: Readonly<Record<string, Result>>, slower = 1): string[][] {
  return Object.entries(goals).flatMap(([name, goal]) => {
    const result = results[name]
    if (!result) return []
    const { console, floor, rendered, ratio } = result
    const median = (of: typeof floor) => (of ? format(name, of.median) : '')
    const isOwn = goal.of === 'console'
    return [
      [
        goal.title,
        isOwn ? cell(name, console) : median(console),
        isOwn ? '' : median(floor),
        isOwn ? '' : median(rendered),
        isOwn ? '' : ratioCell(ratio),
        written(name, goal, slower),
      ],
    ]
  })
}
