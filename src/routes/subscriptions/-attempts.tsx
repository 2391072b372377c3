/** What became of the creations of this tab; those whose vehicle sleeps wait here for the operator. */
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Failure } from '../../tools/failure'
import { useSubscriptionList } from '../../tools/subscriptions/extension-state'
import { trioKey } from '../../tools/subscriptions/ledger'
import { type Attempt, dismissAttempt, settle, useAttempts } from '../../tools/subscriptions/subscribe'
import { Confirm } from '../../ui/confirm-later'
import { Notice } from '../../ui/notice'
import { Time } from '../../ui/time'
import { UserLink, VehicleLink, WebhookLink } from './-links'
import { useSubscribe } from './-subscribe'
import * as texts from './-texts'

export function Attempts() {
  const subscribe = useSubscribe()
  const attempts = Object.values(useAttempts()).sort((a, b) => b.at - a.at)
  const asleep = attempts.filter(({ phase }) => phase === 'asleep')
  if (attempts.length === 0) return null
  return (
    <section aria-label={texts.attempts} className="stack">
      {asleep.length > 1 && (
        <div className="row">
          <span>{texts.waiting(asleep.length)}</span>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => {
              for (const attempt of asleep) void subscribe(attempt)
            }}
          >
            {texts.retryAll(asleep.length)}
          </Button>
        </div>
      )}
      {attempts.map((attempt) => (
        <AttemptNotice key={trioKey(attempt)} attempt={attempt} />
      ))}
    </section>
  )
}

function AttemptNotice({ attempt }: { attempt: Attempt }) {
  const subscribe = useSubscribe()
  const { phase, detail, error, at, subscriptionId } = attempt
  const who = <Who attempt={attempt} />
  const retry = () => void subscribe(attempt)
  const dismiss = (
    <Button size="compact-sm" variant="default" onClick={() => dismissAttempt(attempt)}>
      {texts.dismiss}
    </Button>
  )
  switch (phase) {
    case 'sending':
      return <Notice tone="calm">{texts.sending(who)}</Notice>
    case 'accepted':
      return (
        <Notice tone="good" actions={dismiss}>
          <p>{texts.accepting(<Time value={at} />, who)}</p>
          <p className="quiet">
            <GoesOn detail={detail} />
          </p>
        </Notice>
      )
    case 'present':
      return (
        <Notice tone="good" actions={dismiss}>
          <p>{texts.present(who)}</p>
          <p className="quiet">
            {detail}{' '}
            {subscriptionId !== undefined && (
              <Link to="/subscriptions/$subscriptionId" params={{ subscriptionId }}>
                {texts.open}
              </Link>
            )}
          </p>
        </Notice>
      )
    case 'already':
      return (
        <Notice tone="calm" actions={dismiss}>
          <p>{texts.already(who)}</p>
          <p className="quiet">{detail}</p>
        </Notice>
      )
    case 'asleep':
      return (
        <Notice
          tone="calm"
          actions={
            <>
              <Button size="compact-sm" variant="default" onClick={retry}>
                {texts.retry}
              </Button>
              {dismiss}
            </>
          }
        >
          <p>{texts.asleep(who)}</p>
          <p className="quiet">{detail}</p>
        </Notice>
      )
    case 'unknown':
      return <Unknown attempt={attempt} dismiss={dismiss} />
    default:
      return (
        <Failure error={error} onRetry={retry}>
          <p>{texts.notSubscribed(who)}</p>
          <div className="row">{dismiss}</div>
        </Failure>
      )
  }
}

/** How the end of a creation becomes known. */
function GoesOn({ detail }: Pick<Attempt, 'detail'>) {
  const { isOn } = useSubscriptionList()
  return isOn ? texts.goesOnListed(detail) : texts.goesOn(detail)
}

function Who({ attempt: { webhookId, userId, vehicleId } }: { attempt: Attempt }) {
  return (
    <span>{texts.who(<VehicleLink id={vehicleId} />, <UserLink id={userId} />, <WebhookLink id={webhookId} />)}</span>
  )
}

/** Cut off: sent again only on a confirmation of its own. */
function Unknown({ attempt, dismiss }: { attempt: Attempt; dismiss: React.ReactNode }) {
  const [isAsking, setAsking] = useState(false)
  const subscribe = useSubscribe()
  const { isOn } = useSubscriptionList()
  return (
    <>
      <Notice
        tone="amber"
        actions={
          <>
            {isOn && (
              <Button size="compact-sm" variant="default" onClick={() => void settle(attempt)}>
                {texts.look}
              </Button>
            )}
            <Button size="compact-sm" variant="default" onClick={() => setAsking(true)}>
              {texts.sendAgain}
            </Button>
            {dismiss}
          </>
        }
      >
        <p>{texts.unknown(<Who attempt={attempt} />)}</p>
        <p className="quiet">{attempt.detail}</p>
      </Notice>
      {isAsking && (
        <Confirm
          isRemoval={false}
          title={texts.sendAgainTitle}
          verb={texts.createVerb}
          onConfirm={() => {
            setAsking(false)
            void subscribe(attempt)
          }}
          onCancel={() => setAsking(false)}
        >
          <p>{texts.sendAgainMeans}</p>
        </Confirm>
      )}
    </>
  )
}
