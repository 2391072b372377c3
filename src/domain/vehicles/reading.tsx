/** One billed read as a tab: not read yet, reading, read or failed; one request for each click, and no other. */
import { type ComponentType, type ReactNode, useEffect, useId } from 'react'
import type { Answer } from '../../api/client'
import type { Endpoint, Input, Output } from '../../api/endpoint'
import { ApiError, explain, hasCode, isAsleep } from '../../api/errors'
import { vehicleData } from '../../api/vehicle-data'
import { usePreferences } from '../../core/preferences'
import { Failure } from '../../requests/failure'
import { CallBehind } from '../../requests/inspector/call-behind'
import { Button } from '../../ui/button'
import { Hint } from '../../ui/hint'
import { type Later, later } from '../../ui/later'
import { Notice } from '../../ui/notice'
import { Explained } from '../../ui/read-state'
import { Asleep } from './asleep'
import { CounterpartOf } from './counterpart'
import { DeprecationChip } from './deprecation-chip'
import { GrantLine } from './grant'
import { useNoToken } from './no-token'
import styles from './reading.module.css'
import * as texts from './reading-texts'
import { cancelReading, readNow, useReading } from './readings'
import { retry } from './request-texts'
import { Spent } from './requests-spent'
import * as common from './texts'
import { Timer } from './timer'
import { type KnownVehicle, useVehicle, VehiclePage } from './vehicle-page'

/** Loaded beside the page, in one piece: where a reading comes from, and what else there is to know of it. */
const Provenance = later(() => import('./reading-parts').then((module) => module.Provenance))
const Changes = later(() => import('./reading-parts').then((module) => module.Changes))
const Details = later(() => import('./reading-parts').then((module) => module.Details))

/** The reads that have a tab of their own: its title, what stands behind "Read", and how tall its result is, in px. */
const tabs = {
  batteryCapacity: [common.battery, texts.battery, 240],
  serviceHistory: [common.service, texts.service, 360],
  troubleCodes: [common.troubleCodes, texts.troubleCodes, 160],
  systemStatus: [common.systemStatus, texts.systemStatus, 280],
  vin: [common.vin, texts.vin, 360],
} as const
type TabRead = keyof typeof tabs

export interface ReadingViewProps<R extends TabRead> {
  value: Output<(typeof vehicleData)[R]>
  known: KnownVehicle
}

interface PageProps<R extends TabRead> {
  vehicleId: string
  read: R
  /** Loaded beside the page, in time for the answer. */
  View: Later<ReadingViewProps<R>>
  /** See `ReadingTab`. */
  Remark?: ComponentType<{ known: KnownVehicle }>
  answerIn?: (error: unknown) => ReactNode
}

/** One of a vehicle's pages: its frame, and the read as its tab. */
export function ReadingPage<R extends TabRead>({ vehicleId, read, View, Remark, answerIn }: PageProps<R>) {
  const known = useVehicle(vehicleId)
  const [title, name, room] = tabs[read]
  const endpoint: (typeof vehicleData)[R] = vehicleData[read]
  useEffect(() => void View.fetch(), [View])
  return (
    <VehiclePage known={known} title={title}>
      <ReadingTab
        endpoint={endpoint}
        input={{ path: { id: vehicleId } } as never} // all of them name the vehicle, and nothing else
        title={title}
        name={name}
        room={room}
        known={known}
        answerIn={answerIn}
        remark={Remark && <Remark known={known} />}
        view={({ value }) => <View value={value} known={known} />}
      />
    </VehiclePage>
  )
}

interface Props<E extends Endpoint> {
  endpoint: E
  input: Input<E>
  /** What its region is called. */
  title: string
  /** What is read, as it stands behind "Read", e.g. `VIN`. */
  name: string
  /** How tall its result is, as a rule, in px: kept while it comes. */
  room?: number
  known: KnownVehicle
  view: (answer: Answer<Output<E>>) => ReactNode
  /** Reads an error as the answer that it is: nothing where it is an error. */
  answerIn?: ((error: unknown) => ReactNode) | undefined
  /** Said before and after reading, e.g. that it covers a subset of makes. */
  remark?: ReactNode
  /** Why it cannot be read yet, beside a missing token. */
  reason?: string | undefined
  /** Called with every ask. */
  onRead?: () => void
  /** False where arriving is never the ask, whatever the setting: anybody can write the address. */
  mayReadOnOpen?: boolean
}

/** A button that is busy is not `disabled`: that would take the focus from it. */
const busy = { 'aria-disabled': true, 'data-disabled': true }

export function ReadingTab<E extends Endpoint>({
  endpoint,
  input,
  title,
  name,
  room = 200,
  known,
  view,
  answerIn,
  remark,
  reason: given,
  onRead,
  mayReadOnOpen = true,
}: Props<E>) {
  const reading = useReading(endpoint, input)
  const { latest, previous, phase, error } = reading
  const { readOnOpen } = usePreferences()
  const token = useNoToken(known.vehicleId, endpoint.host)
  const reason = given ?? token.reason
  const saidAt = useId()
  const read = () => {
    onRead?.()
    void readNow(endpoint, input)
  }
  useEffect(() => {
    // The one case in which arriving is the ask: the operator turned it on. Coming back to a reading is none.
    if (readOnOpen && mayReadOnOpen && phase === 'idle' && reason === undefined && token.isKnown) read()
  })
  const isReading = phase === 'reading'
  /** Nothing was read, and nothing is under way. */
  const isBefore = !latest && !isReading
  const answered = phase === 'failed' ? answerIn?.(error) : undefined
  const behind = <CallBehind endpoint={endpoint} input={input} />
  return (
    <section aria-label={title} className={styles.tab}>
      <p role="status" className="visually-hidden">
        {phase === 'read' ? texts.arrived(name) : isReading && texts.waiting(name)}
      </p>
      {answered}
      {phase === 'failed' && !answered && (
        <ReadFailure error={error} endpoint={endpoint} vehicleId={known.vehicleId} onRetry={read} />
      )}
      {phase === 'cancelled' && (
        <Notice tone="amber">{texts.cancelled(Math.round((reading.tookMs ?? 0) / 1000))}</Notice>
      )}
      {latest && phase !== 'read' && !isReading && <p className="quiet">{texts.notLast}</p>}
      <div className={styles.frame} data-empty={isBefore || undefined}>
        {latest ? (
          <div className={styles.result}>
            <h2 className="visually-hidden">{title}</h2>
            {view(latest)}
          </div>
        ) : isReading ? (
          <div className={styles.skeleton} style={{ height: room }} />
        ) : (
          phase === 'idle' && <Explained kind="notRead" />
        )}
        {/* The same button before and after, so that it keeps the focus. */}
        <div className={styles.foot}>
          {latest && <Provenance answer={latest} isTimed={endpoint.host !== 'vehicleData'} />}
          {!latest && isReading && <div className={styles.skeleton} />}
          <div className={styles.bar}>
            <Button
              size={isBefore ? 'sm' : 'compact-sm'}
              variant={isBefore ? 'filled' : 'default'}
              onClick={read} // while one is under way another does nothing
              {...(isReading && busy)}
              reason={reason}
              saidAt={saidAt}
            >
              {latest ? texts.readAgain : texts.read(name)} <span className={styles.price}>{common.price}</span>
            </Button>
            {isReading && (
              <Button size="compact-sm" variant="default" onClick={() => cancelReading(endpoint, input)}>
                {common.cancel}
              </Button>
            )}
            {endpoint.deprecation && <DeprecationChip deprecation={endpoint.deprecation} />}
            {isBefore && <Hint about={texts.aboutPrice}>{texts.priceHint(endpoint.deprecation !== undefined)}</Hint>}
            {isReading && <Timer startedAt={reading.startedAt ?? 0} />}
          </div>
        </div>
        {reason && (
          <Notice tone="amber">
            <span id={saidAt}>{reason}</span>
          </Notice>
        )}
        {isBefore && endpoint.permission && <GrantLine permission={endpoint.permission} known={known} />}
        {isBefore && remark}
      </div>
      {latest && previous && <Changes latest={latest} previous={previous} />}
      {latest ? (
        <Details endpoint={endpoint} name={name} known={known} answer={latest} remark={remark}>
          {behind}
        </Details>
      ) : (
        behind
      )}
      <div className={styles.below}>
        <Spent vehicleId={known.vehicleId} />
        <CounterpartOf path={endpoint.path} vehicleId={known.vehicleId} />
      </div>
    </section>
  )
}

interface ReadFailureProps {
  error: unknown
  endpoint: Endpoint
  vehicleId: string
  onRetry: () => void
}

function ReadFailure({ error, endpoint, vehicleId, onRetry }: ReadFailureProps) {
  if (isAsleep(error)) return <Asleep error={error} onRetry={onRetry} />
  return (
    <>
      <Failure error={error} onRetry={onRetry} retry={retry(1)} />
      {error instanceof ApiError && error.status === 403 && <Explained kind="notPermitted" />}
      {isSwitchedOff(error) && (
        <Notice tone="amber">{texts.switchedOff(<CounterpartOf path={endpoint.path} vehicleId={vehicleId} />)}</Notice>
      )}
    </>
  )
}

function isSwitchedOff(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  return error.status === 410 || (error.status === 404 && hasCode(explain(error), 'VERSION'))
}
