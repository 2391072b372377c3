/** How long a billed request has been under way. */
import { useEffect, useState } from 'react'
import { useConfig } from '../../tools/config'
import { Explained } from '../../ui/read-state'
import * as texts from './-request-texts'

/** A request that takes longer than this shows its time, in ms. */
const TIMER_MS = 2000

/** Seconds since the request was sent, once it takes long enough to wonder. */
export function Timer({ startedAt }: { startedAt: number }) {
  const { vehicleReadTimeoutMs } = useConfig()
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [])
  if (now - startedAt < TIMER_MS) return <Explained kind="reading" />
  return (
    <Explained kind="reading">
      {texts.underWay(Math.floor((now - startedAt) / 1000), Math.round(vehicleReadTimeoutMs / 1000))}
    </Explained>
  )
}
