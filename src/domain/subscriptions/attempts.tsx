/** Outcomes of the latest creations. Those whose vehicle is asleep wait here for the operator. */

import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { Failure } from '../../requests/failure'
import { Button } from '../../ui/button'
import { Confirm } from '../../ui/confirm'
import { Notice } from '../../ui/notice'
import { Time } from '../../ui/time'
import { type HistoryEntry, isThere } from './history-entries'
import { findBefore } from './history-requests'
import { useSubscriptionList } from './service-own-list'
import { type Attempt, dismissAttempt, settle, useAttempts } from './subscribe'
import { useSubscribe } from './subscribe-later'
import { subscriptionKeyText } from './subscription-key'
import { UserLink, VehicleLink, WebhookLink } from './subscription-links'
import * as texts from './texts'

export function Attempts() {
  const subscribe = useSubscribe()
  const attempts = Object.values(useAttempts()).sort((a, b) => b.at - a.at)
  const asleep = attempts.filter(({ phase }) => phase === 'asleep')
  // One that may exist by now is sent again only with a confirmation of its own.
  const retry = async (attempt: Attempt) => {
    if (!(await findBefore(attempt))) void subscribe(attempt)
  }
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
              for (const attempt of asleep) void retry(attempt)
            }}
          >
            {texts.retryAll(asleep.length)}
          </Button>
        </div>
      )}
      {attempts.map((attempt) => (
        <AttemptNotice key={subscriptionKeyText(attempt)} attempt={attempt} />
      ))}
    </section>
  )
}

/** One creation. If the subscription exists or may exist, it is sent again only with a confirmation. */
function AttemptNotice({ attempt }: { attempt: Attempt }) {
  const subscribe = useSubscribe()
  const [question, setQuestion] = useState<{ before: HistoryEntry | undefined }>()
  const send = () => {
    setQuestion(undefined)
    void subscribe(attempt)
  }
  const retry = async () => {
    const before = await findBefore(attempt)
    if (before) setQuestion({ before })
    else send()
  }
  const ask = async () => setQuestion({ before: await findBefore(attempt) })
  return (
    <>
      <Shown attempt={attempt} onRetry={() => void retry()} onSendAgain={() => void ask()} />
      {question && (
        <Confirm
          isRemoval={false}
          title={texts.sendAgainTitle}
          verb={texts.createVerb}
          onConfirm={send}
          onCancel={() => setQuestion(undefined)}
        >
          <p>{question.before && isThere(question.before) ? texts.againMeans : texts.againMayMean}</p>
        </Confirm>
      )}
    </>
  )
}

interface ShownProps {
  attempt: Attempt
  onRetry: () => void
  onSendAgain: () => void
}

function Shown({ attempt, onRetry, onSendAgain }: ShownProps) {
  const { phase, detail, error, at, subscriptionId } = attempt
  const who = <Who attempt={attempt} />
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
              <Button size="compact-sm" variant="default" onClick={onRetry}>
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
      return <Unknown attempt={attempt} dismiss={dismiss} onSendAgain={onSendAgain} />
    default:
      return (
        <Failure error={error} onRetry={onRetry}>
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

interface UnknownProps extends Pick<ShownProps, 'attempt' | 'onSendAgain'> {
  dismiss: ReactNode
}

function Unknown({ attempt, dismiss, onSendAgain }: UnknownProps) {
  const { isOn } = useSubscriptionList()
  return (
    <Notice
      tone="amber"
      actions={
        <>
          {isOn && (
            <Button size="compact-sm" variant="default" onClick={() => void settle(attempt)}>
              {texts.look}
            </Button>
          )}
          <Button size="compact-sm" variant="default" onClick={onSendAgain}>
            {texts.sendAgain}
          </Button>
          {dismiss}
        </>
      }
    >
      <p>{texts.unknown(<Who attempt={attempt} />)}</p>
      <p className="quiet">{attempt.detail}</p>
    </Notice>
  )
}
