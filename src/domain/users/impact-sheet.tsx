/** The impact sheet of a user's removal: what goes, what is not known, and a manifest to save before it does. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { users } from '../../api/users'
import { OtherAccount } from '../../changes/other-account'
import { useConfig } from '../../core/config'
import { useHasDeliveries } from '../../core/has-deliveries'
import { isRunning } from '../../core/task'
import { Failure } from '../../requests/failure'
import { CallBehind } from '../../requests/inspector/call-behind'
import { Button } from '../../ui/button'
import { Confirm } from '../../ui/confirm'
import { saveFile } from '../../ui/download'
import { cut } from '../../ui/format'
import { IdText } from '../../ui/id'
import { later } from '../../ui/later'
import { type Related, relatedConnections } from '../connections/related'
import { endRest, readRest, requestsLeft, stopRest, useRest } from '../connections/related-rest'
import { Uncounted } from '../connections/uncounted'
import { useKnownEntries } from '../subscriptions/history-queries'
import { Counts } from './counts'
import { manifestOf, type Others, type OwnedVehicle, othersOf, permissionsOf, vehiclesOf } from './impact'
import styles from './impact-sheet.module.css'
import * as texts from './impact-sheet-texts'

/** Where this server receives deliveries. */
const ErasedDeliveries = later(() =>
  import('../deliveries/erased-deliveries').then((module) => module.ErasedDeliveries),
)

/** Vehicles that are looked up by themselves; more only when asked for. */
const CHECKED_UNASKED = 10
const CHECKED_AT_A_TIME = 2

interface Props {
  userId: string
  externalId: string | undefined
  onConfirm: (counted: Related | undefined) => void
  onCancel: () => void
}

export function ImpactSheet({ userId, externalId, onConfirm, onCancel }: Props) {
  const owner = { 'filter[userId]': userId }
  // Counted when the sheet opens, whatever was read before.
  const counted = useQuery({ ...relatedConnections(owner), staleTime: 0, refetchOnMount: 'always' })
  const { hosts } = useConfig()
  const hasDeliveries = useHasDeliveries()
  const related = counted.isFetchedAfterMount ? counted.data : undefined
  const isOutdated = counted.error !== null // what the page had counted before is then no count of now
  const exact = isOutdated ? undefined : related
  const vehicles = vehiclesOf(related?.rows ?? [])
  const { others, check } = useOthers(exact && vehicles.slice(0, CHECKED_UNASKED))
  const known = useKnownEntries('userId', userId)
  const isCounting = !related && !counted.error
  const shownId = (
    <span translate="no" className="mono">
      {userId}
    </span>
  )
  const save = () =>
    saveFile(
      `removal-of-user-${userId.replace(/[^\w-]/g, '_').slice(0, 80)}.json`,
      'application/json',
      JSON.stringify(manifestOf(userId, related, others, hosts.vehicle, known.entries, isOutdated), null, 2),
    )
  return (
    <Confirm
      title={texts.title}
      verb={exact?.total === undefined ? texts.remove : texts.removeWith(exact.total)}
      wait={isCounting ? texts.wait : undefined}
      isWide
      onConfirm={() => onConfirm(exact)}
      onCancel={onCancel}
    >
      <p>
        {externalId
          ? texts.externalId(
              <bdi translate="no" className="mono">
                {cut(externalId, 300)}
              </bdi>,
              shownId,
            )
          : shownId}
      </p>
      <p>{texts.noUndo}</p>
      <OtherAccount />
      {isCounting && <p role="status">{texts.counting}</p>}
      {counted.error && (
        <Failure error={counted.error} onRetry={() => void counted.refetch()} isRetrying={counted.isFetching}>
          <p>{texts.notCounted}</p>
        </Failure>
      )}
      {related && (
        <Connections related={related} isOutdated={isOutdated} userId={userId}>
          <Uncounted related={related} onRetry={() => void counted.refetch()} isRetrying={counted.isFetching} />
        </Connections>
      )}
      {related && <Vehicles vehicles={vehicles} others={others} check={check} isComplete={related.isComplete} />}
      {related && <Permissions related={related} />}
      <section>
        <h3>{texts.beyond}</h3>
        <p>{texts.subscriptions(known.count, known.error === undefined)}</p>
      </section>
      {hasDeliveries && <ErasedDeliveries userId={userId} />}
      <p>
        <Button size="compact-sm" variant="default" onClick={save} reason={isCounting ? texts.wait : undefined}>
          {texts.save}
        </Button>
      </p>
      <CallBehind endpoint={users.remove} input={{ path: { userId } }} />
    </Confirm>
  )
}

interface ConnectionsProps {
  related: Related
  isOutdated: boolean
  userId: string
  children: ReactNode
}

function Connections({ related, isOutdated, userId, children }: ConnectionsProps) {
  const client = useQueryClient()
  const owner = { 'filter[userId]': userId }
  const rest = useRest(owner)
  useEffect(() => () => endRest({ 'filter[userId]': userId }), [userId]) // it was asked for in this sheet
  const left = requestsLeft(related)
  return (
    <section>
      <h3>{texts.connections}</h3>
      <p>
        <Counts related={related} isOutdated={isOutdated} />
      </p>
      {children}
      {!related.isComplete && (
        <div className="row">
          <span>{texts.followFrom(related.rows.length)}</span>
          {left > 0 && (
            <Button
              size="compact-sm"
              variant="default"
              loading={isRunning(rest)}
              onClick={() => readRest(client, owner)}
            >
              {texts.loadRest(left)}
            </Button>
          )}
          {isRunning(rest) && (
            <Button size="compact-sm" variant="default" onClick={() => stopRest(owner)}>
              {texts.stop}
            </Button>
          )}
        </div>
      )}
      {rest?.error !== undefined && <Failure error={rest.error} />}
    </section>
  )
}

interface VehiclesProps {
  vehicles: readonly OwnedVehicle[]
  others: ReadonlyMap<string, Others>
  check: (vehicles: readonly OwnedVehicle[]) => void
  isComplete: boolean
}

function Vehicles({ vehicles, others, check, isComplete }: VehiclesProps) {
  const unchecked = vehicles.filter(({ id }) => !others.has(id))
  const alone = vehicles.filter(({ id }) => others.get(id) === 0)
  const unknown = vehicles.filter(({ id }) => others.get(id) === 'unknown')
  return (
    <section>
      <h3>{texts.vehicles}</h3>
      <p>{texts.vehiclesCounted(vehicles.length, isComplete, alone.length, unchecked.length, unknown.length)}</p>
      <VehicleList vehicles={vehicles.slice(0, CHECKED_UNASKED)} others={others} />
      {vehicles.length > CHECKED_UNASKED && (
        <details>
          <summary>{texts.otherVehicles(vehicles.length - CHECKED_UNASKED)}</summary>
          <VehicleList vehicles={vehicles.slice(CHECKED_UNASKED)} others={others} />
        </details>
      )}
      {unchecked.length > 0 && (
        <Button size="compact-sm" variant="default" onClick={() => check(unchecked)}>
          {texts.checkOthers(unchecked.length)}
        </Button>
      )}
    </section>
  )
}

function VehicleList({ vehicles, others }: Pick<VehiclesProps, 'vehicles' | 'others'>) {
  return (
    <ul className={styles.list}>
      {vehicles.map(({ id, car }) => (
        <li key={id}>
          <span>{texts.vehicle(car, <IdText id={id} />)}</span>
          <span className="quiet">{othersInWords(others.get(id))}</span>
        </li>
      ))}
    </ul>
  )
}

function othersInWords(count: Others | undefined): string {
  if (count === undefined) return texts.notChecked
  if (count === 'asking') return texts.checking
  if (count === 'unknown') return texts.uncheckable
  return texts.otherConnections(count)
}

function Permissions({ related }: { related: Related }) {
  const permissions = permissionsOf(related.rows)
  return (
    <section>
      <h3>{texts.permissions}</h3>
      {permissions.length === 0 ? (
        <p>{texts.noPermissions}</p>
      ) : (
        [...new Set(permissions.map(([, count]) => count))].map((same) => (
          <div key={same}>
            <span className="quiet">{texts.onConnections(same)}</span>
            <ul className={styles.permissions}>
              {permissions.map(
                ([permission, count]) =>
                  count === same && (
                    <li key={permission}>
                      <code translate="no">{cut(permission, 120)}</code>
                    </li>
                  ),
              )}
            </ul>
          </div>
        ))
      )}
    </section>
  )
}

/** Looks up, a few at a time, which vehicles have connections of others; stops with the sheet. */
function useOthers(unasked: readonly OwnedVehicle[] | undefined) {
  const client = useQueryClient()
  const [others, setOthers] = useState<ReadonlyMap<string, Others>>(new Map())
  const isOpen = useRef(true)
  const isBegun = useRef(false)
  const put = (id: string, count: Others) => setOthers((old) => new Map(old).set(id, count))
  const check = (vehicles: readonly OwnedVehicle[]) => {
    const queue = [...vehicles]
    for (const { id } of queue) put(id, 'asking')
    const work = async () => {
      for (let next = queue.shift(); next && isOpen.current; next = queue.shift())
        put(next.id, await othersOf(client, next))
    }
    for (let worker = 0; worker < CHECKED_AT_A_TIME; worker += 1) void work()
  }
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  useEffect(() => {
    if (!unasked || isBegun.current) return
    isBegun.current = true
    check(unasked)
  })
  return { others, check }
}
