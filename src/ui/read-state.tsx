/** Why a read has no value to show, in words; apart from {@link NoValue}, which every list needs. */
import { Ban, CircleHelp, Clock, Hourglass, LoaderCircle, Moon, TriangleAlert } from 'lucide-react'
import { Said } from './no-value'

const words = {
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
