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
export function Modes({ counts }: { counts: ReadonlyMap<string, number> }) {
  const [first, ...more] = counts
  if (first?.[1] === 1 && more.length === 0) return <Mode mode={first[0]} />
  return (
    <span className={styles.modes}>
      {[...counts].sort().map(([mode, count]) => (
        <span key={mode} className={styles.mode} data-mode={mode}>
          {`${formatCount(count)} `}
          <bdi translate="no">{cut(mode, MOST_WORD)}</bdi>
        </span>
      ))}
    </span>
  )
}
