/** How figures are written: the unit follows from the name. */
import type { Summary } from './samples'

const plain = /requests|scripts|nodes|a second/

export function format(name: string, value: number): string {
  if (/heap$|memory$/.test(name)) return `${(value / 1e6).toFixed(1)} MB`
  if (/bytes$/.test(name)) return `${(value / 1000).toFixed(1)} kB`
  if (/shift$/.test(name)) return value === 0 ? '0' : value.toFixed(4)
  if (/longest task/.test(name) && value === 0) return '< 50 ms' // shorter ones are not told
  if (plain.test(name)) return value.toFixed(0)
  if (value >= 10_000) return `${(value / 1000).toFixed(1)} s`
  return `${value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString('en')} ms`
}

/** The median with the least and the most. */
export function cell(name: string, summary: Summary | undefined): string {
  return summary ? spread(summary, (value) => format(name, value)) : ''
}

export function ratioCell(ratio: Summary | undefined): string {
  return ratio ? spread(ratio, (value) => value.toFixed(2)) : ''
}

/** The unit once, where all three have the same. */
function spread({ median, min, max }: Summary, write: (value: number) => string): string {
  const [middle = '', least = '', most = ''] = [median, min, max].map(write)
  if (least === most) return middle
  const unit = / \w+$/.exec(middle)?.[0] ?? ''
  if (!least.endsWith(unit) || !most.endsWith(unit)) return `${middle} (${least}–${most})`
  const bare = (text: string) => text.slice(0, text.length - unit.length)
  return `${bare(middle)} (${bare(least)}–${bare(most)})${unit}`
}
