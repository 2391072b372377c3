/** When an operation ends, in a word beside it, with the way to all of them. Nothing is disabled for it. */
import { Link } from '@tanstack/react-router'
import type { Deprecation } from '../../api/endpoint'
import { deprecationPhase, endsSoon, useTodayUtc } from './deprecation'
import styles from './deprecation-chip.module.css'
import { deprecated } from './deprecation-texts'

export function DeprecationChip({ deprecation }: { deprecation: Deprecation }) {
  const today = useTodayUtc()
  const phase = deprecationPhase(deprecation, today)
  return (
    <Link
      to="/deprecations"
      className={styles.chip}
      data-phase={phase}
      data-soon={endsSoon(deprecation, today) || undefined}
    >
      {deprecated(deprecation, phase === 'passed')}
    </Link>
  )
}
