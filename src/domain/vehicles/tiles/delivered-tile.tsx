/** What deliveries told of the reads that are tiles: asks this server alone, and says what a tile shows in place of a reading. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { deliveries } from '../../../api/console/deliveries'
import { consoleKey } from '../../../api/console/endpoint'
import { useConfig } from '../../../core/config'
import { useHints } from '../../../requests/use-hints'
import { Time } from '../../../ui/time'
import { lastValuesOf } from '../../deliveries/delivery-queries'
import { MapLink } from '../batch/map-link'
import { One } from '../batch/one-measure'
import { type Delivered, newerOf } from './newer'
import type { Instead } from './tile'
import styles from './tiles.module.css'
import * as texts from './tiles-texts'

const hinted = [consoleKey(deliveries.lastValues)]

interface Props {
  vehicleId: string
  /** Told anew whenever there is something new. */
  onTold: (told: { vehicleId: string; instead: Instead } | undefined) => void
}

export function WatchDelivered({ vehicleId, onTold }: Props) {
  useHints('deliveries', hinted)
  const { data } = useQuery(lastValuesOf(vehicleId))
  const values = data?.values
  useEffect(() => {
    if (!values) return onTold(undefined)
    onTold({
      vehicleId,
      instead: (state) => {
        const delivered = newerOf(state, values)
        return (
          delivered && {
            mark: <Mark at={delivered.at} />,
            value: <Value delivered={delivered} isAsked={state.answer !== undefined} />,
          }
        )
      },
    })
  }, [vehicleId, values, onTold])
  return null
}

const Mark = ({ at }: { at: number }) => (
  <span className={styles.age}>
    {texts.delivered}
    <Time value={at} isAge="ago" />
  </span>
)

interface ValueProps {
  delivered: Delivered
  /** True where a click has read the same: only what nobody has asked for is masked. */
  isAsked: boolean
}

function Value({ delivered: { measure, place }, isAsked }: ValueProps) {
  const { mapUrl } = useConfig()
  const [isRevealed, setRevealed] = useState(false)
  const isMasked = place !== undefined && !isRevealed && !isAsked
  return (
    <div className={styles.measures}>
      {isMasked ? (
        <button type="button" className="plain-button" onClick={() => setRevealed(true)}>
          {texts.revealPlace}
        </button>
      ) : (
        <span className={styles.main} data-text={typeof measure.value !== 'number' || undefined}>
          <One measure={measure} isFirst />
        </span>
      )}
      {place !== undefined && !isMasked && mapUrl !== null && (
        <span className={styles.others}>
          <MapLink body={place} />
        </span>
      )}
    </div>
  )
}
