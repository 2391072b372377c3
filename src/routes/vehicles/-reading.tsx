/** One billed read as a tab: not read yet, reading, read or failed; one request for each click, and no other. */
import { Button } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import type { Answer } from '../../api/client'
import type { Endpoint, Input, Output } from '../../api/endpoint'
import { ApiError, explain, isAsleep } from '../../api/errors'
import { CallBehind } from '../../tools/calls/call-behind'
import { changesBetween } from '../../tools/changes'
import { DeprecationChip } from '../../tools/deprecation-chip'
import { Failure } from '../../tools/failure'
import { differencesOf } from '../../tools/list'
import { masked, maskedAt } from '../../tools/mask'
import { usePreferences } from '../../tools/preferences'
import { cancelReading, readNow, useReading } from '../../tools/readings'
import { cut, plural } from '../../ui/format'
import { Hint } from '../../ui/hint'
import { Explained } from '../../ui/no-value'
import { Notice } from '../../ui/notice'
import { Differences, RawJson } from '../../ui/raw-json'
import { Time } from '../../ui/time'
import { CounterpartOf } from './-counterpart'
import { GrantLine } from './-grant'
import { useNoToken } from './-no-token'
import { Spent } from './-spent'
import { Timer } from './-timer'
import type { KnownVehicle } from './-vehicle-page'
import styles from './reading.module.css'

interface Props<E extends Endpoint> {
  endpoint: E
  input: Input<E>
  /** What is read, as it stands behind "Read", e.g. `VIN`. */
  name: string
  known: KnownVehicle
  view: (answer: Answer<Output<E>>) => ReactNode
  /** Reads an error as the answer that it is: nothing where it is an error. */
  answerIn?: (error: unknown) => ReactNode
  /** Said before and after reading, e.g. that it covers a subset of makes. */
  remark?: ReactNode
  /** Why it cannot be read yet, beside a missing token. */
  reason?: string | undefined
  /** Called with every ask. */
  onRead?: () => void
  /** False where arriving is never the ask, whatever the setting: anybody can write the address. */
  mayReadOnOpen?: boolean
}

/** A reading recorded this long before it was read is stale, in ms. */
const STALE_MS = 24 * 3_600_000

export function ReadingTab<E extends Endpoint>({
  endpoint,
  input,
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
    <section aria-label={name} className={styles.tab}>
      <div className={styles.bar}>
        <Button
          size="sm"
          onClick={read}
          loading={isReading}
          aria-disabled={reason !== undefined || undefined}
          disabled={reason !== undefined}
          title={reason}
        >
          {latest ? 'Read again' : `Read ${name}`} <span className={styles.price}>(1 request)</span>
        </Button>
        {isReading && (
          <Button size="sm" variant="default" onClick={() => cancelReading(endpoint, input)}>
            Cancel
          </Button>
        )}
        {endpoint.deprecation && <DeprecationChip deprecation={endpoint.deprecation} />}
        <CounterpartOf path={endpoint.path} vehicleId={known.vehicleId} />
        <Hint about="the price of a read">
          A read goes through to the vehicle’s maker, counts against this vehicle’s limit and may be billed. So the
          button says how many requests it sends, a tab that is opened sends none, and nothing is sent twice by itself.
          {endpoint.deprecation &&
            ' Deprecated means that the service has announced the end of this read, on a day or within a quarter; until it is switched off it works as before.'}
        </Hint>
      </div>
      {endpoint.permission && <GrantLine permission={endpoint.permission} known={known} />}
      {reason && <Notice tone="amber">{reason}</Notice>}
      <p role="status" className="visually-hidden">
        {phase === 'read' && `The answer is there: ${name}.`}
      </p>
      {isReading && <Timer startedAt={reading.startedAt ?? 0} />}
      {phase === 'cancelled' && (
        <Notice tone="amber">
          Cancelled after {plural(Math.round((reading.tookMs ?? 0) / 1000), 'second')}. The request may still be counted
          against this vehicle’s limit.
        </Notice>
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
  const recordedAt = facts.dataAge === undefined ? undefined : Date.parse(facts.dataAge)
  const isStale = recordedAt !== undefined && receivedAt - recordedAt > STALE_MS
  return (
    <>
      <div className={styles.facts}>
        <span>
          Read <Time value={receivedAt} />
        </span>
        {facts.dataAge !== undefined ? (
          <span>
            recorded by the vehicle <Time value={facts.dataAge} />
          </span>
        ) : (
          !isTimed && <span>the service does not say when the vehicle recorded it</span>
        )}
        {facts.fetchedAt !== undefined && (
          <span>
            fetched from the maker <Time value={facts.fetchedAt} />
          </span>
        )}
        {facts.unitSystem !== undefined && <span>units: {cut(facts.unitSystem, 40)}</span>}
        {facts.requestId !== undefined && (
          <span>
            request <code>{cut(facts.requestId, 100)}</code>
          </span>
        )}
        <Hint about="the age of a reading">
          A value has up to three times: when the vehicle recorded it, when the service fetched it from the maker, and
          when it was read here. A vehicle that is parked or asleep records nothing new, so reading again may bring the
          same value. A day or more between recording and reading is called stale.
        </Hint>
      </div>
      {isStale && <Explained kind="stale" />}
      {!isLast && <p className="quiet">This is the last reading that came; the newer request brought none.</p>}
    </>
  )
}

function Changes({ latest, previous }: { latest: Answer<unknown>; previous: Answer<unknown> }) {
  const changes = changesBetween(masked(previous.raw), masked(latest.raw))
  const isSameBody = JSON.stringify(previous.raw) === JSON.stringify(latest.raw)
  const isNewer = latest.facts.dataAge !== previous.facts.dataAge
  return (
    <details className={styles.changes} open={changes.length > 0 && changes.length <= 12}>
      <summary>
        {isSameBody
          ? `The reading before (${isNewer ? 'recorded at another time' : 'the same reading, not newer'}) had the same values`
          : `${plural(Math.max(1, changes.length), 'place')} changed since the reading before`}
      </summary>
      <p className="quiet">
        The one before was read <Time value={previous.receivedAt} />
        {previous.facts.dataAge !== undefined && (
          <>
            , recorded <Time value={previous.facts.dataAge} />
          </>
        )}
        .
      </p>
      <ul>
        {changes.map(({ place, before, after }) => (
          <li key={place}>
            <code>{place}</code>: {shown(before)} → {shown(after)}
          </li>
        ))}
      </ul>
      <RawJson raw={previous.raw} what="the reading before" mask={masked} />
    </details>
  )
}

const shown = (value: unknown) => (value === undefined ? 'absent' : JSON.stringify(value).slice(0, 200))

interface ReadFailureProps {
  error: unknown
  endpoint: Endpoint
  vehicleId: string
  onRetry: () => void
}

function ReadFailure({ error, endpoint, vehicleId, onRetry }: ReadFailureProps) {
  if (isAsleep(error)) {
    const { detail, retryAfter } = explain(error)
    return (
      <Notice
        tone="calm"
        actions={
          <Button size="compact-sm" variant="default" onClick={onRetry}>
            Retry (1 request)
          </Button>
        }
      >
        <Explained kind="asleep" />
        {detail && <p>{detail}</p>}
        <p>
          It will answer once somebody has driven or charged it
          {retryAfter === undefined ? '.' : `; the service says to wait ${plural(retryAfter, 'second')}.`}
        </p>
      </Notice>
    )
  }
  return (
    <>
      <Failure error={error} onRetry={onRetry} />
      <Explained kind={error instanceof ApiError && error.status === 403 ? 'notPermitted' : 'failed'} />
      {isSwitchedOff(error) && (
        <Notice tone="amber">
          Version 2.0 of this read may have been switched off.{' '}
          <CounterpartOf path={endpoint.path} vehicleId={vehicleId} />
        </Notice>
      )}
    </>
  )
}

function isSwitchedOff(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  return error.status === 410 || (error.status === 404 && explain(error).code?.toUpperCase() === 'VERSION')
}
