/** How a read stands, in words: why it has no value to show, how old it was; apart from {@link NoValue}, which every list needs. */
import type { ReactNode } from 'react'
import { parseInstant } from '../api/instant'
import { formatCount } from './format'
import { Said } from './no-value'
import { STALE_MS } from './stale'
import { Time } from './time'

/** Units of time with their length in ms, the longest first. */
const units = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1000, 's'],
] as const
const spanText = (count: number, unit: string) => `${formatCount(count)} ${unit}`

const before = (span: string) => `Recorded ${span} before you read it`
const atOnce = 'Recorded as you read it'
const after = (span: string) => `Recorded ${span} after you read it; the clocks differ`
const unknown = 'Recording time unknown'
const atText = (age: string, time: ReactNode) => (
  <>
    {age} ({time})
  </>
)

const words = {
  notPermitted: ['ban', 'Not permitted', 'A permission that this read requires is missing.'],
  notCovered: ['circle-question-mark', 'Possibly not covered', 'Not every make supports this read.'],
  asleep: ['moon', 'Asleep', 'The vehicle is asleep and can’t respond right now. Nothing is wrong with it.'],
  stale: ['clock', 'Stale', 'Recorded a day or more before you read it.'],
  failed: ['triangle-exclamation-point', 'Failed', 'The last read failed.'],
  notRead: ['hourglass', 'Not read yet', ''],
  reading: ['loader-circle', 'Reading', 'Waiting for the vehicle’s response.'],
} as const
type Kind = keyof typeof words

export const ReadState = ({ kind }: { kind: Kind }) => <Said kind={kind} word={words[kind]} />

/** The same with its explanation in full, where there is room. */
export function Explained({ kind, children }: { kind: Kind; children?: React.ReactNode }) {
  const explanation = words[kind][2]
  return (
    <p>
      <ReadState kind={kind} /> {explanation && <span className="quiet">{explanation}</span>} {children}
    </p>
  )
}

const SECOND_MS = 1000

/** Its largest unit, and how much of the next one is left. */
export function spanOf(ms: number): string {
  const first = units.findIndex(([length]) => ms >= length)
  let rest = ms
  const parts = units.slice(first, first + 2).map(([length, unit]) => {
    const count = Math.floor(rest / length)
    rest %= length
    return count > 0 && spanText(count, unit)
  })
  return parts.filter(Boolean).join(' ')
}

function ageOf(ms: number): string {
  if (Math.abs(ms) < SECOND_MS) return atOnce
  return ms > 0 ? before(spanOf(ms)) : after(spanOf(-ms))
}

interface RecordedProps {
  /** When the vehicle recorded it, as it was sent: ISO 8601, or milliseconds since the epoch. */
  at: string | number | undefined
  /** Milliseconds since the epoch. */
  readAt: number
}

/** How old a reading was when it was read, and when it was recorded: the same words wherever one stands. */
export function Recorded({ at, readAt }: RecordedProps) {
  if (at === undefined || at === '') return <>{unknown}</>
  const recordedAt = typeof at === 'number' ? at : parseInstant(at)
  if (recordedAt === undefined) return atText(unknown, <Time value={at} />)
  return (
    <>
      {readAt - recordedAt > STALE_MS && <ReadState kind="stale" />}{' '}
      {atText(ageOf(readAt - recordedAt), <Time value={at} />)}
    </>
  )
}
