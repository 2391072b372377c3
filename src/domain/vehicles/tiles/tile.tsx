/** One read as a tile: what it is, its value, how old that is, and the button with its price. Its size never changes. */
import type { ReactNode } from 'react'
import { parseInstant } from '../../../api/instant'
import { useConfig } from '../../../core/config'
import { shownOf } from '../../../requests/failure'
import { Button } from '../../../ui/button'
import { Granted } from '../../../ui/granted'
import { later } from '../../../ui/later'
import { ReadState } from '../../../ui/read-state'
import { STALE_MS } from '../../../ui/stale'
import { Time } from '../../../ui/time'
import { useNow } from '../../../ui/use-now'
import { One } from '../batch/one-measure'
import { type Measure, plainMeasuresOf } from '../batch/plain-measures'
import type { Grant } from '../permissions'
import type { TileState } from './tile-state'
import styles from './tiles.module.css'
import * as texts from './tiles-texts'

/** Loaded where a place was read and a map is configured. */
const MapLink = later(() => import('../batch/map-link').then((module) => module.MapLink))

/** What is shown in place of a reading, where something newer is known. */
export type Instead = (state: TileState) => { mark: ReactNode; value: ReactNode } | undefined

interface Props {
  state: TileState
  instead: Instead | undefined
  grant: Grant['state']
  onRead: () => void
  onCancel: () => void
  /** Why it can’t be read, and the ID of what says so. */
  reason: string | undefined
  saidAt: string
}

export function Tile({ state, instead, grant, onRead, onCancel, reason, saidAt }: Props) {
  const { read, kind, answer } = state
  const newer = instead?.(state)
  return (
    <li className={styles.tile} data-kind={kind}>
      <div className={styles.top}>
        <h3>{read.label}</h3>
        {newer ? newer.mark : <Mark state={state} grant={grant} />}
      </div>
      {/* What arrives unasked is not read aloud. */}
      <div className={styles.value} aria-live={newer ? 'off' : 'polite'} aria-busy={kind === 'reading'}>
        {newer ? newer.value : <Value state={state} />}
      </div>
      <div className={styles.foot}>
        <Button
          size="compact-sm"
          variant="default"
          className={styles.read}
          onClick={onRead}
          loading={kind === 'reading'}
          reason={reason}
          saidAt={saidAt}
        >
          <span>
            {answer ? texts.readAgain : texts.read}
            <span className={styles.heard}>{texts.of(read.name)}</span>
            <span className={styles.price}>{texts.price}</span>
            <span className={styles.heard}>{texts.closing}</span>
          </span>
        </Button>
        {kind === 'reading' && (
          <Button size="compact-sm" variant="default" className={styles.cancel} onClick={onCancel}>
            <span>
              {texts.cancel}
              <span className={styles.heard}>{texts.cancelOf(read.name)}</span>
            </span>
          </Button>
        )}
      </div>
    </li>
  )
}

/** At the end of the first line: how old the value is, or that no connection permits the read. */
function Mark({ state: { kind, answer }, grant }: { state: TileState; grant: Grant['state'] }) {
  if (kind === 'value' && answer) return <Age at={answer.facts.dataAge} readAt={answer.receivedAt} />
  if (kind === 'idle' && (grant === 'missing' || grant === 'some')) return <Granted state={grant} />
  return null
}

function Age({ at, readAt }: { at: string | undefined; readAt: number }) {
  const recordedAt = parseInstant(at)
  if (recordedAt === undefined) return <span className={styles.age}>{texts.unknownAge}</span>
  const isStale = readAt - recordedAt > STALE_MS
  return (
    <span className={styles.age} data-stale={isStale || undefined}>
      {isStale && texts.stale}
      <Time value={at} isAge="ago" />
    </span>
  )
}

function Value({ state }: { state: TileState }) {
  const { read, kind, answer, startedAt, error } = state
  if (kind === 'idle') return <ReadState kind="notRead" />
  if (kind === 'reading') return <UnderWay startedAt={startedAt} />
  if (kind === 'cancelled') return <Said>{texts.cancelled}</Said>
  if (kind === 'missing') return <Said>{texts.missing(read.path)}</Said>
  if (kind === 'value' && answer) return <Measures state={state} body={answer.body} units={answer.facts.unitSystem} />
  const { status, title, detail } = shownOf(error)
  return (
    <>
      {kind === 'asleep' ? (
        <ReadState kind="asleep" />
      ) : kind === 'incapable' ? (
        <span>{texts.notCapable}</span>
      ) : (
        <ReadState kind={status === 403 ? 'notPermitted' : 'failed'} />
      )}
      {kind !== 'asleep' && <Said>{kind === 'failed' ? title : (detail ?? title)}</Said>}
    </>
  )
}

const Said = ({ children }: { children: ReactNode }) => <p className={styles.said}>{children}</p>

/** The seconds from the second one on: until then nobody wonders. */
const TIMER_S = 2

function UnderWay({ startedAt }: { startedAt: number }) {
  const { vehicleReadTimeoutMs } = useConfig()
  const seconds = useNow(500, (now) => Math.floor((now - startedAt) / 1000))
  return (
    <>
      <ReadState kind="reading" />
      {seconds >= TIMER_S && <Said>{texts.underWay(seconds, Math.round(vehicleReadTimeoutMs / 1000))}</Said>}
    </>
  )
}

interface MeasuresProps {
  state: TileState
  body: unknown
  units: string | undefined
}

/** A yes or no without its question: Plugged in. */
const inWords = (measure: Measure): Measure =>
  typeof measure.value === 'boolean' && measure.name ? { value: texts.yesOrNo(measure.name, measure.value) } : measure
const withoutName = ({ name: _, ...measure }: Measure): Measure => measure

/** One measure large, the others beside it with their names. */
function Measures({ state: { read }, body, units }: MeasuresProps) {
  const { mapUrl } = useConfig()
  const hasMap = mapUrl !== null && read.path === '/location'
  const measures = plainMeasuresOf(read.path, body, units)
  if (measures === undefined || typeof measures === 'string') return <Said>{measures}</Said>
  const main = read.main === null ? undefined : (measures.find(({ name }) => name === read.main) ?? measures[0])
  const others = measures.filter((measure) => measure !== main)
  return (
    <div className={styles.measures}>
      {main && (
        <span className={styles.main} data-text={(typeof main.value !== 'number' && !main.isState) || undefined}>
          <One measure={withoutName(main)} isFirst />
        </span>
      )}
      {(others.length > 0 || hasMap) && (
        <span className={styles.others}>
          {others.map((measure) => (
            <One key={measure.name ?? ''} measure={inWords(measure)} isFirst={false} />
          ))}
          {hasMap && <MapLink body={body} />}
        </span>
      )}
    </div>
  )
}
