/** Says on every page that the server records, or that what is shown is a recording. Loaded only then. */
import { Link } from '@tanstack/react-router'
import type { Tape } from '../api/config'
import { parseInstant } from '../api/instant'
import { Notice } from '../ui/notice'
import { dateZoneOf, useInstant, useZone } from '../ui/time'
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
        <p>{isReplay ? texts.replay(<When at={tape.from} />, <When at={tape.to} />) : recorded(tape.state)}</p>
      </Notice>
    </section>
  )
}

const recorded = (state: Extract<Tape, { kind: 'record' }>['state']) =>
  state === 'recording' ? texts.recording : texts.stopped[state]

/** As a date, where other times are shown as ages, too: a recording is of a day. */
function When({ at }: { at: string }) {
  const zone = dateZoneOf(useZone())
  return (
    <time translate="no" dateTime={at}>
      {useInstant(parseInstant(at), zone)}
    </time>
  )
}
