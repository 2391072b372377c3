/** The errors of a vehicle that deliveries told of, until they are told to be resolved. */
import { Fragment, useState } from 'react'
import { maskSentence } from '../../api/mask'
import type { TeamVehicleError } from '../../api/team-deliveries'
import { useConfig } from '../../core/config'
import { Button } from '../../ui/button'
import { cut } from '../../ui/format'
import { CopyButton } from '../../ui/id'
import { isSafeLink } from '../../ui/link'
import { Notice } from '../../ui/notice'
import * as common from '../../ui/texts'
import { Time } from '../../ui/time'
import { SignalName } from '../signals/signal-name'
import * as texts from './last-values-texts'

/** At once. */
const MOST_ERRORS = 5
const MOST_SIGNALS = 6
const MOST_TEXT = 1000
const MOST_CODE = 120

const keyOf = ({ type, code, webhookId }: TeamVehicleError) => JSON.stringify([type, code, webhookId])

export function OpenErrors({ errors }: { errors: readonly TeamVehicleError[] }) {
  const [isWhole, setWhole] = useState(false)
  if (errors.length === 0) return null
  return (
    <section className="stack" aria-label={texts.openErrors}>
      {errors.slice(0, isWhole ? undefined : MOST_ERRORS).map((error) => (
        <OpenError key={keyOf(error)} error={error} />
      ))}
      {!isWhole && errors.length > MOST_ERRORS && (
        <div>
          <Button size="compact-sm" variant="default" onClick={() => setWhole(true)}>
            {texts.showAll(errors.length)}
          </Button>
        </div>
      )}
    </section>
  )
}

function OpenError({ error }: { error: TeamVehicleError }) {
  const { type, code, description, suggestedUserMessage: message, docUrl, signals, isSealed } = error
  return (
    <Notice tone="amber" actions={message && <CopyButton text={cut(message, MOST_TEXT)} what={texts.message} />}>
      <h3>
        <bdi translate="no">{[type, code].flatMap((one) => (one ? cut(one, MOST_CODE) : [])).join(' · ')}</bdi>
      </h3>
      {isSealed && <p className="quiet">{texts.notShown.sealed}</p>}
      {description && (
        <p>
          <bdi translate="no">{maskSentence(cut(description, MOST_TEXT))}</bdi>
        </p>
      )}
      {message && <p>{texts.forOwner(<bdi translate="no">{maskSentence(cut(message, MOST_TEXT))}</bdi>)}</p>}
      {signals.length > 0 && <Affected signals={signals} />}
      <p className="quiet">{texts.reported(<Time value={error.sentAt ?? error.receivedAt} />)}</p>
      {docUrl && <About address={cut(docUrl, MOST_TEXT)} />}
    </Notice>
  )
}

function Affected({ signals }: { signals: readonly string[] }) {
  return (
    <p>
      {texts.affects}{' '}
      {signals.slice(0, MOST_SIGNALS).map((code, at) => (
        <Fragment key={code}>
          {at > 0 && ', '}
          <SignalName code={code} />
        </Fragment>
      ))}
      {signals.length > MOST_SIGNALS && ` ${texts.moreSignals(signals.length - MOST_SIGNALS)}`}
    </p>
  )
}

/** Followed only on the configured docs host, as that of any other error. */
function About({ address }: { address: string }) {
  const { docsUrl } = useConfig()
  if (!isSafeLink(address, docsUrl))
    return <p className="quiet">{common.aboutUnlinked(common.aboutError, address, Boolean(docsUrl))}</p>
  return (
    <p>
      <a href={address} target="_blank" rel="noreferrer noopener">
        {common.aboutError}
      </a>
    </p>
  )
}
