/** One billed read as a tab: not read yet, reading, read or failed; one request for each click, and no other. */
import { type ComponentType, type ReactNode, useEffect, useId } from 'react'
import type { Answer } from '../../api/client'
import type { Endpoint, Input, Output } from '../../api/endpoint'
import { ApiError, explain, isAsleep } from '../../api/errors'
import { vehicleData } from '../../api/vehicle-data'
import { masked, maskedAt } from '../../core/mask'
import { usePreferences } from '../../core/preferences'
import { differencesOf } from '../../lists/list'
import { Failure } from '../../requests/failure'
import { CallBehind } from '../../requests/inspector/call-behind'
import { Button } from '../../ui/button'
import { cut } from '../../ui/format'
import { Hint } from '../../ui/hint'
import { Notice } from '../../ui/notice'
import { Differences, RawJson } from '../../ui/raw-json'
import { Explained, Recorded } from '../../ui/read-state'
import { Time } from '../../ui/time'
import { Asleep } from './asleep'
import { CounterpartOf } from './counterpart'
import { DeprecationChip } from './deprecation-chip'
import { GrantLine } from './grant'
import { changesBetween, valueAt } from './json-diff'
import { useNoToken } from './no-token'
import styles from './reading.module.css'
import * as texts from './reading-texts'
import { cancelReading, readNow, useReading } from './readings'
import { Spent } from './requests-spent'
import * as common from './texts'
import { Timer } from './timer'
import { type KnownVehicle, useVehicle, VehiclePage } from './vehicle-page'

/** The reads that have a tab of their own: its title, and what stands behind "Read". */
const tabs = {
  batteryCapacity: [common.battery, texts.battery],
  serviceHistory: [common.service, texts.service],
  troubleCodes: [common.troubleCodes, texts.troubleCodes],
  systemStatus: [common.systemStatus, texts.systemStatus],
  vin: [common.vin, texts.vin],
} as const
type TabRead = keyof typeof tabs

export interface ReadingViewProps<R extends TabRead> {
  value: Output<(typeof vehicleData)[R]>
  known: KnownVehicle
}

interface PageProps<R extends TabRead> {
  vehicleId: string
  read: R
  View: ComponentType<ReadingViewProps<R>>
  /** See `ReadingTab`. */
  Remark?: ComponentType<{ known: KnownVehicle }>
  answerIn?: (error: unknown) => ReactNode
}

/** One of a vehicle's pages: its frame, and the read as its tab. */
export function ReadingPage<R extends TabRead>({ vehicleId, read, View, Remark, answerIn }: PageProps<R>) {
  const known = useVehicle(vehicleId)
  const [title, name] = tabs[read]
  const endpoint: (typeof vehicleData)[R] = vehicleData[read]
  return (
    <VehiclePage known={known} title={title}>
      <ReadingTab
        endpoint={endpoint}
        input={{ path: { id: vehicleId } } as never} // all of them name the vehicle, and nothing else
        title={title}
        name={name}
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

export function ReadingTab<E extends Endpoint>({
  endpoint,
  input,
  title,
  name,
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
  const answered = phase === 'failed' ? answerIn?.(error) : undefined
  return (
    <section aria-label={title} className={styles.tab}>
      <div className={styles.bar}>
        <Button size="sm" onClick={read} loading={isReading} reason={reason} saidAt={saidAt}>
          {latest ? texts.readAgain : texts.read(name)} <span className={styles.price}>{common.price}</span>
        </Button>
        {isReading && (
          <Button size="sm" variant="default" onClick={() => cancelReading(endpoint, input)}>
            {common.cancel}
          </Button>
        )}
        {endpoint.deprecation && <DeprecationChip deprecation={endpoint.deprecation} />}
        <CounterpartOf path={endpoint.path} vehicleId={known.vehicleId} />
        <Hint about={texts.aboutPrice}>{texts.priceHint(endpoint.deprecation !== undefined)}</Hint>
      </div>
      {endpoint.permission && <GrantLine permission={endpoint.permission} known={known} />}
      {reason && (
        <Notice tone="amber">
          <span id={saidAt}>{reason}</span>
        </Notice>
      )}
      <p role="status" className="visually-hidden">
        {phase === 'read' && texts.arrived(name)}
      </p>
      {isReading && <Timer startedAt={reading.startedAt ?? 0} />}
      {phase === 'cancelled' && (
        <Notice tone="amber">{texts.cancelled(Math.round((reading.tookMs ?? 0) / 1000))}</Notice>
      )}
      {answered}
      {phase === 'failed' && !answered && (
        <ReadFailure error={error} endpoint={endpoint} vehicleId={known.vehicleId} onRetry={read} />
      )}
      {!latest && phase === 'idle' && <Explained kind="notRead" />}
      {remark}
      {latest && (
        <>
          <ReadingFacts answer={latest} isLast={phase === 'read'} isTimed={endpoint.host !== 'vehicleData'} />
          {view(latest)}
          {previous && <Changes latest={latest} previous={previous} />}
          <Differences
            differences={differencesOf(latest).places.map((one) => ({
              ...one,
              got: maskedAt(one.place, one.got),
            }))}
          />
          <RawJson raw={latest.raw} what={name} mask={masked} />
        </>
      )}
      <CallBehind endpoint={endpoint} input={input} />
      <Spent vehicleId={known.vehicleId} />
    </section>
  )
}

interface ReadingFactsProps {
  answer: Answer<unknown>
  isLast: boolean
  /** True where each value has a time of its own. */
  isTimed: boolean
}

function ReadingFacts({ answer, isLast, isTimed }: ReadingFactsProps) {
  const { facts, receivedAt } = answer
  return (
    <>
      <div className={styles.facts}>
        <span>{texts.readAt(<Time value={receivedAt} />)}</span>
        {(facts.dataAge !== undefined || !isTimed) && (
          <span>
            <Recorded at={facts.dataAge} readAt={receivedAt} />
          </span>
        )}
        {facts.fetchedAt !== undefined && <span>{texts.fetchedAt(<Time value={facts.fetchedAt} />)}</span>}
        {facts.unitSystem !== undefined && <span>{texts.units(cut(facts.unitSystem, 40))}</span>}
        {facts.requestId !== undefined && <span>{texts.request(<code>{cut(facts.requestId, 100)}</code>)}</span>}
        <Hint about={texts.aboutAge}>{texts.ageHint}</Hint>
      </div>
      {!isLast && <p className="quiet">{texts.notLast}</p>}
    </>
  )
}

function Changes({ latest, previous }: { latest: Answer<unknown>; previous: Answer<unknown> }) {
  const changes = changesBetween(masked(previous.raw), masked(latest.raw))
  const isSameBody = JSON.stringify(previous.raw) === JSON.stringify(latest.raw)
  const isNewer = latest.facts.dataAge !== previous.facts.dataAge
  return (
    <details className={styles.changes} open={changes.length > 0 && changes.length <= 12}>
      <summary>{isSameBody ? texts.sameValues(isNewer) : texts.changed(Math.max(1, changes.length))}</summary>
      <p className="quiet">
        {texts.oneBefore(
          <Time value={previous.receivedAt} />,
          <Recorded at={previous.facts.dataAge} readAt={previous.receivedAt} />,
        )}
      </p>
      <ul>
        {changes.map(({ place, before, after }) => (
          <li key={place}>
            <code>{place}</code>: {valueAt(place, before) ?? texts.absent} → {valueAt(place, after) ?? texts.absent}
          </li>
        ))}
      </ul>
      <RawJson raw={previous.raw} what={texts.before} mask={masked} />
    </details>
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
      <Failure error={error} onRetry={onRetry} />
      <Explained kind={error instanceof ApiError && error.status === 403 ? 'notPermitted' : 'failed'} />
      {isSwitchedOff(error) && (
        <Notice tone="amber">{texts.switchedOff(<CounterpartOf path={endpoint.path} vehicleId={vehicleId} />)}</Notice>
      )}
    </>
  )
}

function isSwitchedOff(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  return error.status === 410 || (error.status === 404 && explain(error).code?.toUpperCase() === 'VERSION')
}
