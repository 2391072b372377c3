/** How the lines of one drawing are told apart: by a color of the theme, and by dashes where no color is seen. */
import './series.css'

export const MOST_SERIES = 8

/** Lengths of dashes and of the gaps between them, in px; the first line is whole. */
const dashes: readonly (readonly number[])[] = [
  [],
  [8, 4],
  [2, 3],
  [12, 4, 2, 4],
  [16, 6],
  [5, 2],
  [8, 3, 2, 3, 2, 3],
  [1, 5],
]

/** @param index of the line, from 0 */
export const seriesColor = (index: number): string => `var(--series-${(index % MOST_SERIES) + 1})`
export const seriesDash = (index: number): readonly number[] => dashes[index % MOST_SERIES] ?? []

const WIDTH = 28

/** The line as it is drawn, beside its label. */
export function Swatch({ index }: { index: number }) {
  return (
    <svg width={WIDTH} height={8} aria-hidden="true" className="icon" style={{ color: seriesColor(index) }}>
      <line x1={0} x2={WIDTH} y1={4} y2={4} strokeDasharray={seriesDash(index).join(' ')} strokeLinecap="butt" />
    </svg>
  )
}
