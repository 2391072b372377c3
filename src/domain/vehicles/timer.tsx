/** How long a billed request has been under way. */
import { useConfig } from '../../core/config'
import { Explained } from '../../ui/read-state'
import { useNow } from '../../ui/use-now'
import * as texts from './request-texts'

/** A request that takes longer than this shows its time, in ms. */
const TIMER_MS = 2000

/** Seconds since the request was sent, once it takes long enough to wonder. */
export function Timer({ startedAt }: { startedAt: number }) {
  const { vehicleReadTimeoutMs } = useConfig()
  const seconds = useNow(500, (now) => (now - startedAt < TIMER_MS ? undefined : Math.floor((now - startedAt) / 1000)))
  if (seconds === undefined) return <Explained kind="reading" />
  return <Explained kind="reading">{texts.underWay(seconds, Math.round(vehicleReadTimeoutMs / 1000))}</Explained>
}
