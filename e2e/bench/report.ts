/** What is printed and kept of a measurement: a table, what moved since the last one that was committed. */
import { execFileSync } from 'node:child_process'
import { cell, ratioCell } from './figures'
import { goalOf } from './goals'
import { hasMoved, type Result, type Summary } from './samples'

export interface Report {
  date: string
  node: string
  browser: string
  cores: number
  repeats: number
  /** How many times slower the machine is than the one that goals in ms are of; the line was slowed down by as much. */
  slower?: number
  /** What Help shows: when and on what, and the goals. */
  measured: string
  table: string[][]
  results: Record<string, Result>
}

/** E.g. `Nov 23, 2026, Chromium 150.0, 2 cores, 5 rounds`. */
export function measuredOn({
  date,
  browser,
  cores,
  repeats,
  slower = 1,
}: Pick<Report, 'date' | 'browser' | 'cores' | 'repeats' | 'slower'>) {
  const day = new Date(date).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
  const machine = slower > 1 ? `, a machine ${slower} × slower, and the line with it` : ''
  return `${day}, ${browser}, ${cores} cores, ${repeats === 1 ? '1 round' : `${repeats} rounds`}${machine}`
}

export function print({ results, browser, node, cores, repeats, slower = 1 }: Report): void {
  console.info(`Medians (least–most) of ${repeats} rounds; ${browser}, Node ${node}, ${cores} cores.`)
  console.info('“slow”: CPU slowed down 4 ×, 9 Mbit/s, 165 ms round trip. “fast”: neither.')
  if (slower > 1) console.info(`The line was ${slower} × slower than that, as the machine is.`)
  console.info('Bytes are those on the wire, headers too; `npm run budget` weighs the files alone.\n')
  const rows = Object.entries(results).map(([name, result]) => [
    name,
    cell(name, result.console),
    cell(name, result.floor),
    ratioCell(result.ratio),
    goalOf(name, result, slower),
    cell(name, result.rendered),
    ratioCell(result.ratioToRendered),
  ])
  const all = [['', 'console', 'floor', 'ratio', 'goal', 'floor with rows', 'ratio'], ...rows]
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
