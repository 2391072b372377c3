/** What stands below a reading: where it comes from, what changed in it, and all else there is to know of it. */
import type { ReactNode } from 'react'
import type { Answer } from '../../api/client'
import type { Endpoint } from '../../api/endpoint'
import { parseInstant } from '../../api/instant'
import { masked, maskedAt } from '../../api/mask'
import { differencesOf } from '../../lists/list'
import { Fact, Facts } from '../../ui/facts'
import { cut } from '../../ui/format'
import { Hint } from '../../ui/hint'
import { Differences, RawJson } from '../../ui/raw-json'
import { ReadState, Recorded, spanOf } from '../../ui/read-state'
import { STALE_MS } from '../../ui/stale'
import { Time } from '../../ui/time'
import { GrantLine } from './grant'
import { changesBetween, valueAt } from './json-diff'
import styles from './reading-parts.module.css'
import * as texts from './reading-parts-texts'
import type { KnownVehicle } from './vehicle-page'

interface ProvenanceProps {
  answer: Answer<unknown>
  /** True where each value has a time of its own. */
  isTimed: boolean
}

const SECOND_MS = 1000
/** The time from one moment to the next; nothing where one of them is not known. */
const between = (from: number | undefined, to: number | undefined): number | undefined =>
  from === undefined || to === undefined ? undefined : to - from

/** Recorded, fetched, read: when, and how long after one another. */
export function Provenance({ answer: { facts, receivedAt }, isTimed }: ProvenanceProps) {
  const recordedAt = parseInstant(facts.dataAge)
  const fetchedAt = parseInstant(facts.fetchedAt)
  const age = between(recordedAt, receivedAt)
  const isStale = age !== undefined && age > STALE_MS
  return (
    <div className={styles.provenance}>
      <ol className={styles.strip} aria-label={texts.provenance}>
        {!isTimed && (
          <Moment name={texts.recorded} at={facts.dataAge} gap={between(recordedAt, fetchedAt)} isStale={isStale}>
            {isStale && (
              <>
                <ReadState kind="stale" /> ·{' '}
              </>
            )}
            {age !== undefined && ageText(age)}
          </Moment>
        )}
        <Moment name={texts.fetched} at={facts.fetchedAt} gap={between(fetchedAt, receivedAt)} />
        <Moment name={texts.read} at={receivedAt} />
      </ol>
      <Hint about={texts.aboutAge}>{texts.ageHint}</Hint>
    </div>
  )
}

const isAtOnce = (ms: number) => Math.abs(ms) < SECOND_MS
const ageText = (ms: number) =>
  isAtOnce(ms) ? texts.asRead : ms > 0 ? texts.beforeRead(spanOf(ms)) : texts.afterRead(spanOf(-ms))
const gapText = (ms: number) =>
  isAtOnce(ms) ? texts.atOnce : ms > 0 ? texts.later(spanOf(ms)) : texts.earlier(spanOf(-ms))

interface MomentProps {
  name: string
  /** As it was sent. */
  at: string | number | undefined
  /** How long until the next moment, in ms. */
  gap?: number | undefined
  isStale?: boolean
  children?: ReactNode
}

function Moment({ name, at, gap, isStale = false, children }: MomentProps) {
  const isKnown = at !== undefined && at !== ''
  return (
    <li className={styles.moment} data-unknown={!isKnown || undefined} data-stale={isStale || undefined}>
      <span className={styles.name}>{name}</span>{' '}
      <span>{isKnown ? <Time value={at} /> : <span className="quiet">{texts.notProvided}</span>}</span>
      {children && (
        <>
          {' '}
          <span className={styles.age}>{children}</span>
        </>
      )}
      <span className={styles.gap} data-unknown={gap === undefined || undefined}>
        {gap !== undefined && (
          <>
            <span className="visually-hidden">{texts.between}</span>
            <span>{gapText(gap)}</span>
          </>
        )}
      </span>
    </li>
  )
}

export function Changes({ latest, previous }: { latest: Answer<unknown>; previous: Answer<unknown> }) {
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
            <code translate="no">{place}</code>: {valueAt(place, before) ?? texts.absent} →{' '}
            {valueAt(place, after) ?? texts.absent}
          </li>
        ))}
      </ul>
      <RawJson raw={previous.raw} what={texts.before} mask={masked} />
    </details>
  )
}

interface DetailsProps {
  endpoint: Endpoint
  /** What was read, e.g. `VIN`. */
  name: string
  known: KnownVehicle
  answer: Answer<unknown>
  remark?: ReactNode
  /** The request that a read sends. */
  children: ReactNode
}

export function Details({ endpoint, name, known, answer, remark, children }: DetailsProps) {
  const { places } = differencesOf(answer)
  const { unitSystem, requestId } = answer.facts
  return (
    <details className={styles.details}>
      <summary>
        <span>{texts.details}</span>{' '}
        {places.length > 0 && <span className={styles.differs}>{texts.differences(places.length)}</span>}
      </summary>
      <div className={styles.opened}>
        <Facts>
          {endpoint.permission && (
            <Fact name={texts.permission}>
              <GrantLine permission={endpoint.permission} known={known} />
            </Fact>
          )}
          {remark && <Fact name={texts.coverage}>{remark}</Fact>}
          {unitSystem !== undefined && <Fact name={texts.units}>{cut(unitSystem, 40)}</Fact>}
          {requestId !== undefined && (
            <Fact name={texts.request}>
              <code translate="no">{cut(requestId, 100)}</code>
            </Fact>
          )}
        </Facts>
        <Differences differences={places.map((one) => ({ ...one, got: maskedAt(one.place, one.got) }))} />
        <RawJson raw={answer.raw} what={name} mask={masked} />
        {children}
      </div>
    </details>
  )
}
