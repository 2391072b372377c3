/** Says on every page that the server records, or that what is shown is a recording. Loaded only then. */
import { Link } from '@tanstack/react-router'
import type { Tape } from '../api/config'
import { Notice } from '../ui/notice'
import { Time } from '../ui/time'
import * as texts from './tape-texts'

export function TapeBanner({ tape }: { tape: Tape }) {
  const isReplay = tape.kind === 'replay'
  return (
    <section aria-label={texts.title}>
      <Notice
        tone={isReplay ? 'amber' : 'danger'}
        isSilent
        actions={
          <Link to="/help" hash="recordings">
            {texts.more}
          </Link>
        }
      >
        <p>{isReplay ? texts.replay(<Time value={tape.from} />, <Time value={tape.to} />) : recorded(tape.state)}</p>
      </Notice>
    </section>
  )
}

const recorded = (state: Extract<Tape, { kind: 'record' }>['state']) =>
  state === 'recording' ? texts.recording : texts.stopped[state]
