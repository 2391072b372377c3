/** How a read stands, in words: why it has no value to show, how old it was; apart from {@link NoValue}, which every list needs. */
import { Ban, CircleHelp, Clock, Hourglass, LoaderCircle, Moon, TriangleAlert } from 'lucide-react'
import { instantOf } from './format'
import { Said } from './no-value'
import * as texts from './read-state-texts'
import { Time } from './time'

const words = {
  notPermitted: [Ban, 'not permitted', 'A permission is missing that this read needs.'],
  notCovered: [
    CircleHelp,
    'possibly not covered',
    'This read is available for a subset of makes only; this one may not be among them.',
  ],
  asleep: [Moon, 'asleep', 'The vehicle is asleep and cannot answer for now; nothing is wrong with it.'],
  stale: [Clock, 'stale', 'The vehicle recorded this a day or more before it was read.'],
  failed: [TriangleAlert, 'failed', 'The last read failed.'],
  notRead: [Hourglass, 'not read yet', 'Nothing was asked of the vehicle so far.'],
  reading: [LoaderCircle, 'reading', 'The vehicle has been asked and has not answered yet.'],
} as const
type Kind = keyof typeof words

export const ReadState = ({ kind }: { kind: Kind }) => <Said kind={kind} word={words[kind]} />

/** The same with its explanation in full, where there is room. */
export function Explained({ kind, children }: { kind: Kind; children?: React.ReactNode }) {
  const explanation = words[kind][2]
  return (
    <p>
      <ReadState kind={kind} /> <span className="quiet">{explanation}</span> {children}
    </p>
  )
}

/** A reading recorded this long before it was read is stale, in ms. */
const STALE_MS = 86_400_000
const SECOND_MS = 1000

/** Its largest unit, and how much of the next one is left. */
function spanOf(ms: number): string {
  const first = texts.units.findIndex(([length]) => ms >= length)
  let rest = ms
  const parts = texts.units.slice(first, first + 2).map(([length, unit]) => {
    const count = Math.floor(rest / length)
    rest %= length
    return count > 0 && texts.span(count, unit)
  })
  return parts.filter(Boolean).join(' ')
}

function ageOf(ms: number): string {
  if (Math.abs(ms) < SECOND_MS) return texts.atOnce
  return ms > 0 ? texts.before(spanOf(ms)) : texts.after(spanOf(-ms))
}

interface RecordedProps {
  /** When the vehicle recorded it, as it was sent: ISO 8601, or milliseconds since the epoch. */
  at: string | number | undefined
  /** Milliseconds since the epoch. */
  readAt: number
}

/** How old a reading was when it was read, and when it was recorded: the same words wherever one stands. */
export function Recorded({ at, readAt }: RecordedProps) {
  if (at === undefined || at === '') return <>{texts.unknown}</>
  const recordedAt = typeof at === 'number' ? at : instantOf(at)
  if (recordedAt === undefined) return texts.at(texts.unknown, <Time value={at} />)
  return (
    <>
      {readAt - recordedAt > STALE_MS && <ReadState kind="stale" />}{' '}
      {texts.at(ageOf(readAt - recordedAt), <Time value={at} />)}
    </>
  )
}
