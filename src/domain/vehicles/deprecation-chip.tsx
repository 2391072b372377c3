/** When an operation ends, beside it: ahead, inside its quarter, passed. Nothing is disabled for it. */

import type { Deprecation } from '../../api/endpoint'
import { deprecationPhase, deprecationState, useTodayUtc } from './deprecation'
import styles from './deprecation-chip.module.css'
import { announced } from './deprecation-texts'

const deprecated = (state: string, announced: string) => `Deprecated · ${state} · ${announced}`

export function DeprecationChip({ deprecation }: { deprecation: Deprecation }) {
  const today = useTodayUtc()
  const { from, to } = deprecation
  return (
    <span className={styles.chip} data-phase={deprecationPhase(deprecation, today)}>
      {deprecated(deprecationState(deprecation, today), announced(from, to))}
    </span>
  )
}
