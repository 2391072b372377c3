/** The frame's lamps: each host's last call from this tab, whether a token is held for it, and how the receiver does. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type Host, hostNames } from '../api/endpoint'
import { useConfig } from '../core/config'
import { usePreferences } from '../core/preferences'
import { sessionQuery } from '../core/session'
import { checkReachability, hostTitles, type Lamp, useLamps } from '../requests/host-status'
import { leftIn, useBucket } from '../requests/rate-bucket'
import { Icon } from '../ui/icon'
import { later } from '../ui/later'
import { useInstant } from '../ui/time'
import { useNow } from '../ui/use-now'
import styles from './frame.module.css'
import * as texts from './frame-texts'

/** By its name until it is known how it does. */
const waiting = (
  <li>
    <span className={styles.lamp}>{texts.receiver}</span>
  </li>
)
const ReceiverLamp = later(
  () => import('../domain/deliveries/receiver-row-lamp').then((module) => module.ReceiverLamp),
  waiting,
  'quiet',
)

export function HostLamps({ onInspect }: { onInspect: (host: Host) => void }) {
  const lamps = useLamps()
  const { tokens, hasReceiver, tape, version3EndsAt } = useConfig()
  const isLater = useIsLater()
  const { data: handedOver } = useQuery({ ...sessionQuery, enabled: isLater })
  // As the page says it before the session is loaded.
  const isAdded = handedOver ? handedOver.version3 : version3EndsAt !== null
  const heldFor = (host: Host) => {
    if (tape?.kind === 'replay') return 'recording'
    const version = host === 'vehicleData' ? 'version2' : 'version3'
    return handedOver?.[version] ? 'browser' : tokens[version] ? 'server' : 'nowhere'
  }
  return (
    <ul className={styles.lamps} aria-label={texts.hosts}>
      {hostNames.map((host) => (
        <HostLamp key={host} host={host} lamp={lamps[host]} held={heldFor(host)} onInspect={onInspect} />
      ))}
      {hasReceiver &&
        !isAdded &&
        (handedOver && isLater ? <ReceiverLamp className={styles.lamp} wordClassName={styles.lampState} /> : waiting)}
    </ul>
  )
}

interface HostLampProps {
  host: Host
  lamp: Lamp
  /** Where the token for it comes from, or what responds in its place. */
  held: keyof typeof texts.tokenHeld
  onInspect: (host: Host) => void
}

/** Asked for a moment after the page stands: what is on it comes first. */
const LATER_MS = 1500

function useIsLater(): boolean {
  const [isLater, setLater] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), LATER_MS)
    return () => clearTimeout(timer)
  }, [])
  return isLater
}

/** The last call's outcome in a word, and the rest on focus and under the pointer; the calls behind it are one click away. */
function HostLamp({ host, lamp: { state, status, durationMs, failingSince }, held, onInspect }: HostLampProps) {
  const { time } = usePreferences()
  const bucket = useBucket(host)
  const since = useInstant(failingSince, time)
  const left = useNow(bucket && 5000, (now) => bucket && leftIn(bucket, now)) ?? 0 // it comes back with the time
  const outcome = texts.lastCall(
    texts.stateText(state, status),
    state === 'ok' || state === 'reachable' ? durationMs : undefined,
  )
  const when = state === 'ok' || !since ? '' : texts.since(since)
  const words = [outcome + when, texts.tokenHeld[held], bucket && texts.requestsLeft(left, bucket.capacity)]
  // Every call of version 2.0 is billed: its root tells whether it is there.
  const isCheckable = host === 'vehicleData' && (state === 'not called yet' || state === 'unreachable')
  const isSilent = isCheckable && state !== 'unreachable' // what can be done about it says so in less room
  const said = (
    // Each outcome is another element: text that ends at the right would begin elsewhere, which browsers count as a shift.
    <data
      key={outcome}
      value={state}
      title={words.filter(Boolean).join('; ')}
      className={isSilent ? 'visually-hidden' : styles.lampState}
    >
      {outcome}
      {/* A word is all there is room for. */}
      {when && <span className="visually-hidden">{when}</span>}
      {held === 'nowhere' && texts.withoutToken}
    </data>
  )
  return (
    <li data-state={state}>
      <button type="button" className={styles.lamp} onClick={() => onInspect(host)}>
        {texts.showRequests(hostTitles[host])}
      </button>
      {isCheckable ? (
        <button type="button" className={styles.check} onClick={() => void checkReachability(host)}>
          {said} {texts.checkReachability(isSilent)} <Icon name="refresh-cw" size={12} />
        </button>
      ) : (
        said
      )}
    </li>
  )
}
