/** Why there is no value, in words: nothing is ever shown as a bare dash. Zero is a value and never stands here. */
import {
  Ban,
  CircleDashed,
  CircleHelp,
  CircleSlash,
  Clock,
  Hourglass,
  LoaderCircle,
  Minus,
  Moon,
  TriangleAlert,
} from 'lucide-react'
import { cut } from './format'
import styles from './no-value.module.css'

const words = {
  null: [Minus, 'null', 'The service sent null: the vehicle did not report a value for this.'],
  absent: [CircleDashed, 'absent', 'The answer does not have this field, or not as the interface shows it.'],
  empty: [CircleSlash, 'none', 'The answer has an empty list here.'],
  notPermitted: [Ban, 'not permitted', 'A permission is missing that this read needs.'],
  notCovered: [
    CircleHelp,
    'possibly not covered',
    'This read is available for a subset of makes only; this one may not be among them.',
  ],
  asleep: [Moon, 'asleep', 'The vehicle is asleep and cannot answer for now; nothing is wrong with it.'],
  stale: [Clock, 'stale', 'The vehicle recorded this long before it was read.'],
  failed: [TriangleAlert, 'failed', 'The last read failed.'],
  notRead: [Hourglass, 'not read yet', 'Nothing was asked of the vehicle so far.'],
  reading: [LoaderCircle, 'reading', 'The vehicle has been asked and has not answered yet.'],
} as const
export type NoValueKind = keyof typeof words

export function NoValue({ kind }: { kind: NoValueKind }) {
  const [Icon, word, explanation] = words[kind]
  return (
    <span className={styles.value} data-kind={kind} title={explanation}>
      <Icon size={13} aria-hidden="true" /> {word}
    </span>
  )
}

/** The same with its explanation in full, where there is room. */
export function Explained({ kind, children }: { kind: NoValueKind; children?: React.ReactNode }) {
  const explanation = words[kind][2]
  return (
    <p>
      <NoValue kind={kind} /> <span className="quiet">{explanation}</span> {children}
    </p>
  )
}

/** What is longer is no text for a line; the raw JSON has the whole. */
const MOST_DRAWN = 1000

/** Text as it is, or the word for why there is none. */
export function Text({ value }: { value: string | number | null | undefined }) {
  if (value === undefined) return <NoValue kind="absent" />
  if (value === null) return <NoValue kind="null" />
  return <bdi>{value === '' ? '“”' : typeof value === 'string' ? cut(value, MOST_DRAWN) : value}</bdi>
}
