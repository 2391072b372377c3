/** What became of the creations of this tab; those whose vehicle sleeps wait here for the operator. */
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Failure } from '../../tools/failure'
import { useSubscriptionList } from '../../tools/subscriptions/extension'
import { trioKey } from '../../tools/subscriptions/ledger'
import { type Attempt, dismissAttempt, settle, useAttempts } from '../../tools/subscriptions/subscribe'
import { Confirm } from '../../ui/confirm'
import { formatCount } from '../../ui/format'
import { Notice } from '../../ui/notice'
import { Time } from '../../ui/time'
import { UserLink, VehicleLink, WebhookLink } from './-links'
import { useSubscribe } from './-subscribe'

export function Attempts() {
  const subscribe = useSubscribe()
  const attempts = Object.values(useAttempts()).sort((a, b) => b.at - a.at)
  const asleep = attempts.filter(({ phase }) => phase === 'asleep')
  if (attempts.length === 0) return null
  return (
    <section aria-label="Creations of this tab" className="stack">
      {asleep.length > 1 && (
        <div className="row">
          <span>{formatCount(asleep.length)} wait for their vehicle to wake up.</span>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => {
              for (const attempt of asleep) void subscribe(attempt)
            }}
          >
            Retry all {formatCount(asleep.length)}
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
      Dismiss
    </Button>
  )
  switch (phase) {
    case 'sending':
      return <Notice tone="calm">Asking the service to subscribe {who}.</Notice>
    case 'accepted':
      return (
        <Notice tone="good" actions={dismiss}>
          <p>
            <strong>Accepted</strong> <Time value={at} />: {who}
          </p>
          <p className="quiet">
            {detail} Creation is in progress. The answer has no id: whether it has ended cannot be read
            <Ended />
          </p>
        </Notice>
      )
    case 'present':
      return (
        <Notice tone="good" actions={dismiss}>
          <p>
            <strong>Present</strong>: {who}
          </p>
          <p className="quiet">
            {detail}{' '}
            {subscriptionId !== undefined && (
              <Link to="/subscriptions/$subscriptionId" params={{ subscriptionId }}>
                Open subscription
              </Link>
            )}
          </p>
        </Notice>
      )
    case 'already':
      return (
        <Notice tone="calm" actions={dismiss}>
          <p>
            <strong>Already subscribed</strong>: {who}
          </p>
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
                Retry
              </Button>
              {dismiss}
            </>
          }
        >
          <p>
            <strong>Waiting: the vehicle is asleep</strong>. Nothing is wrong with it; it can be subscribed once it has
            woken up. {who}
          </p>
          <p className="quiet">{detail}</p>
        </Notice>
      )
    case 'unknown':
      return <Unknown attempt={attempt} dismiss={dismiss} />
    default:
      return (
        <Failure error={error} onRetry={retry}>
          <p>Not subscribed: {who}</p>
          <div className="row">{dismiss}</div>
        </Failure>
      )
  }
}

/** How the end of a creation becomes known. */
function Ended() {
  const { isOn } = useSubscriptionList()
  return isOn ? '; the service’s list is looked at after 2, 5 and 15 seconds.' : ' from here.'
}

function Who({ attempt: { webhookId, userId, vehicleId } }: { attempt: Attempt }) {
  return (
    <span>
      vehicle <VehicleLink id={vehicleId} /> of user <UserLink id={userId} /> to webhook <WebhookLink id={webhookId} />
    </span>
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
                Look whether it is there
              </Button>
            )}
            <Button size="compact-sm" variant="default" onClick={() => setAsking(true)}>
              Send again…
            </Button>
            {dismiss}
          </>
        }
      >
        <p>
          <strong>Outcome unknown</strong>: no answer came back for <Who attempt={attempt} />. It may or may not have
          been made.
        </p>
        <p className="quiet">{attempt.detail}</p>
      </Notice>
      {isAsking && (
        <Confirm
          isRemoval={false}
          title="Send it once more?"
          verb="Create subscription"
          onConfirm={() => {
            setAsking(false)
            void subscribe(attempt)
          }}
          onCancel={() => setAsking(false)}
        >
          <p>The first request may have been carried out: a second one may be refused, or make another subscription.</p>
        </Confirm>
      )}
    </>
  )
}
