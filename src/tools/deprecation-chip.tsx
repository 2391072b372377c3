/** When an operation ends, beside it: ahead, inside its quarter, passed. Nothing is disabled for it. */
import type { Deprecation } from '../api/endpoint'
import { deprecationPhase, deprecationState, todayUtc } from './deprecation'
import styles from './deprecation-chip.module.css'
import * as texts from './deprecation-chip-texts'

export function DeprecationChip({ deprecation }: { deprecation: Deprecation }) {
  const today = todayUtc()
  const { from, to } = deprecation
  return (
    <span className={styles.chip} data-phase={deprecationPhase(deprecation, today)} title={texts.announced(from, to)}>
      {texts.deprecated(deprecationState(deprecation, today))}
    </span>
  )
}
