/** The three lamps of the frame: what this tab's last call to each host showed, and whether a token is held for it. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type Host, hostNames } from '../api/endpoint'
import { leftIn, useBucket } from '../tools/bucket'
import { useConfig } from '../tools/config'
import { checkReachability, hostTitles, type Lamp, useLamps } from '../tools/hosts'
import { usePreferences } from '../tools/preferences'
import { sessionQuery } from '../tools/session'
import { formatInstant } from '../ui/format'
import styles from './shell.module.css'

export function HostLamps({ onInspect }: { onInspect: (host: Host) => void }) {
  const lamps = useLamps()
  const { tokens } = useConfig()
  const handedOver = useHandedOver()
  const heldFor = (host: Host) => {
    const version = host === 'vehicleData' ? 'version2' : 'version3'
    return handedOver?.[version] ? 'handed over' : tokens[version] ? 'configured' : undefined
  }
  return (
    <ul className={styles.lamps} aria-label="Hosts">
      {hostNames.map((host) => (
        <HostLamp key={host} host={host} lamp={lamps[host]} held={heldFor(host)} onInspect={onInspect} />
      ))}
    </ul>
  )
}

interface HostLampProps {
  host: Host
  lamp: Lamp
  /** Where the token for it comes from; undefined where none is held. */
  held: 'handed over' | 'configured' | undefined
  onInspect: (host: Host) => void
}

/** Asked for a moment after the page stands: what is on it comes first. */
const LATER_MS = 1500

/** Which tokens this browser has handed over, as soon as it is known. */
function useHandedOver() {
  const [isLater, setLater] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), LATER_MS)
    return () => clearTimeout(timer)
  }, [])
  return useQuery({ ...sessionQuery, enabled: isLater }).data
}

/** The last call's outcome in a word; the calls behind it are one click away. */
function HostLamp({ host, lamp: { state, status, durationMs, failingSince }, held, onInspect }: HostLampProps) {
  const { time } = usePreferences()
  const bucket = useBucket(host)
  const words = [
    held === 'handed over' && 'this browser handed a token over for it',
    held === 'configured' && 'the server holds a token for it',
    held === undefined && 'no token is held for it',
    bucket && `${leftIn(bucket)} of ${bucket.capacity} requests left`,
    failingSince !== undefined && `failing since ${formatInstant(failingSince, time)}`,
  ]
  return (
    <li data-state={state}>
      <button
        type="button"
        className={styles.lamp}
        title={words.filter(Boolean).join('; ')}
        onClick={() => onInspect(host)}
      >
        {hostTitles[host]}
        <span className="visually-hidden"> show its requests</span>
      </button>
      <span className={styles.lampState}>
        {state === 'refuses' && status ? `refuses (${status})` : state}
        {durationMs !== undefined && (state === 'answers' || state === 'reachable') && ` in ${durationMs} ms`}
        {failingSince !== undefined && state !== 'answers' && ` since ${formatInstant(failingSince, time)}`}
        {held === undefined && ', no token'}
        {bucket && `, ${leftIn(bucket)} of ${bucket.capacity} left`}
      </span>
      {/* Every call of version 2.0 is billed: its root tells whether it is there. */}
      {host === 'vehicleData' && (state === 'not called yet' || state === 'unreachable') && (
        <button type="button" className={styles.check} onClick={() => void checkReachability(host)}>
          Check reachability
        </button>
      )}
    </li>
  )
}
