/** Live or simulated: a filled or a dashed dot, always with its word. Any other word is the service's own, its dot hollow. */
import { cut, formatCount } from './format'
import styles from './mode.module.css'
import { NoValue } from './no-value'

/** A mode is one word. */
const MOST_WORD = 40

export function Mode({ mode }: { mode: string | null | undefined }) {
  if (mode === undefined || mode === null || mode === '') return <NoValue kind={mode === null ? 'null' : 'absent'} />
  return (
    <span className={styles.mode} data-mode={mode}>
      {cut(mode, MOST_WORD)}
    </span>
  )
}

/** How many of each: `5 live · 2 simulated`. */
export function Modes(counts: Record<'live' | 'simulated', number>) {
  const { live, simulated } = counts
  if (live + simulated === 1) return <Mode mode={live === 1 ? 'live' : 'simulated'} />
  return (
    <span className={styles.modes}>
      {(['live', 'simulated'] as const).map(
        (mode) =>
          counts[mode] > 0 && (
            <span key={mode} className={styles.mode} data-mode={mode}>
              {`${formatCount(counts[mode])} `}
              <bdi translate="no">{mode}</bdi>
            </span>
          ),
      )}
    </span>
  )
}
