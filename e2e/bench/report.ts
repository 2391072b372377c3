/** What is printed and kept of a measurement: a table, what moved since the last one that was committed. */
import { execFileSync } from 'node:child_process'
import { hasMoved, type Result, type Summary } from './samples'

export interface Report {
  date: string
  node: string
  browser: string
  cores: number
  repeats: number
  results: Record<string, Result>
}

/** The goals: at most so much, of the ratio to the floor or of the console's own figure; bytes have theirs in the budget. */
const goals: Record<string, { of: 'ratio' | 'console'; most: number }> = {
  'slow cold: rows': { of: 'ratio', most: 2 },
  'slow return: rows': { of: 'ratio', most: 1.5 },
  'slow next page': { of: 'ratio', most: 1.4 },
  'slow typing in a filter: interaction': { of: 'console', most: 64 },
  'slow typing in the palette: interaction': { of: 'console', most: 64 },
  'slow 100 rows selected, inspector open: interaction': { of: 'console', most: 64 },
}

const plain = /requests|scripts|nodes|a second/
const format = (name: string, value: number): string => {
  if (/heap$/.test(name)) return `${(value / 1e6).toFixed(1)} MB`
  if (/bytes$/.test(name)) return `${(value / 1000).toFixed(1)} kB`
  if (/shift$/.test(name)) return value.toFixed(4)
  if (/longest task/.test(name) && value === 0) return '< 50 ms' // shorter ones are not told
  if (plain.test(name)) return value.toFixed(0)
  return value >= 10_000 ? `${(value / 1000).toFixed(1)} s` : `${value.toFixed(value < 10 ? 1 : 0)} ms`
}

function cell(name: string, summary: Summary | undefined): string {
  if (!summary) return ''
  const { median, min, max } = summary
  const [middle, least, most] = [median, min, max].map((value) => format(name, value))
  return least === most ? `${middle}` : `${middle} (${least}–${most})`
}

function ratioCell(ratio: Summary | undefined): string {
  if (!ratio) return ''
  const [middle, least, most] = [ratio.median, ratio.min, ratio.max].map((value) => value.toFixed(2))
  return least === most ? `${middle}` : `${middle} (${least}–${most})`
}

/** For each figure that has a goal: whether it is met. */
export function goalOf(name: string, { console, ratio }: Result): string {
  const goal = goals[name]
  if (!goal) return ''
  const value = goal.of === 'ratio' ? ratio?.median : console.median
  const isMet = value !== undefined && value <= goal.most
  return `≤ ${goal.of === 'ratio' ? goal.most.toFixed(1) : format(name, goal.most)} ${isMet ? 'met' : 'MISSED'}`
}

export function print({ results, browser, node, cores, repeats }: Report): void {
  console.info(`Medians (least–most) of ${repeats} rounds; ${browser}, Node ${node}, ${cores} cores.`)
  console.info('“slow”: CPU slowed down 4 ×, 9 Mbit/s, 165 ms round trip. “fast”: neither.')
  console.info('Bytes are those on the wire, headers too; `npm run budget` weighs the files alone.\n')
  const rows = Object.entries(results).map(([name, result]) => [
    name,
    cell(name, result.console),
    cell(name, result.floor),
    ratioCell(result.ratio),
    goalOf(name, result),
  ])
  const all = [['', 'console', 'floor', 'ratio', 'goal'], ...rows]
  const widths = all[0]?.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0))) ?? []
  for (const row of all)
    console.info(
      row
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
}

/** The result that was committed last; undefined where there is none, or no repository. */
export function lastCommitted(path: string): Report | undefined {
  try {
    return JSON.parse(execFileSync('git', ['show', `HEAD:${path}`], { encoding: 'utf8', stdio: 'pipe' }))
  } catch {
    return undefined
  }
}

/**
 * Says what moved by more than the noise. Where there is a ratio it is compared, for another computer moves both
 * sides; figures in ms without a floor compare only on the same kind of computer.
 */
export function compare(before: Report, now: Report): void {
  console.info(`\nSince the result of ${before.date} (Node ${before.node}, ${before.browser}, ${before.cores} cores):`)
  const lines = Object.entries(now.results).flatMap(([name, result]) => {
    const old = before.results[name]
    if (!old) return [`  new: ${name}`]
    const isRatio = old.ratio !== undefined && result.ratio !== undefined && !/bytes|requests|scripts|nodes/.test(name)
    const [was, is] = isRatio ? [old.ratio, result.ratio] : [old.console, result.console]
    if (!was || !is || !hasMoved(was, is)) return []
    const say = (one: Summary) => (isRatio ? ratioCell(one) : cell(name, one))
    return [`  ${name}${isRatio ? ', ratio' : ''}: ${say(was)} → ${say(is)}`]
  })
  console.info(lines.length > 0 ? lines.join('\n') : '  nothing moved by more than the noise.')
}
