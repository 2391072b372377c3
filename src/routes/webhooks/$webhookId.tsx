/** `/webhooks/$webhookId`: one webhook (interface 2.3): what triggers it, what it delivers, where, and what looks wrong. */
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { query } from '../../api/client'
import { groupName, signalName } from '../../api/signal-names'
import { signalOf, signalText } from '../../api/signals.data'
import { type SignalRef, type WebhookRow, webhooks } from '../../api/webhooks'
import { lookedAt } from '../../core/recent'
import { SignalName } from '../../domain/signals/signal-name'
import { Delivery } from '../../domain/webhooks/delivery-panel'
import * as shared from '../../domain/webhooks/shared-texts'
import { SubscriptionsOf } from '../../domain/webhooks/subscriptions-of'
import { lint } from '../../domain/webhooks/webhook-checks'
import { AutoSubscribe, Enabled } from '../../domain/webhooks/webhook-flag'
import * as texts from '../../domain/webhooks/webhook-page-texts'
import styles from '../../domain/webhooks/webhooks.module.css'
import { differencesOf, usePreviousData } from '../../lists/list'
import { Failure } from '../../requests/failure'
import { Fact, Facts } from '../../ui/facts'
import { cut, cutMiddle } from '../../ui/format'
import { CopyButton } from '../../ui/id'
import { NoValue, Text } from '../../ui/no-value'
import { Notice } from '../../ui/notice'
import { Page } from '../../ui/page'
import { Differences, RawJson } from '../../ui/raw-json'
import { Time } from '../../ui/time'

const oneWebhook = (webhookId: string) => query(webhooks.read, { path: { webhookId } })

export const Route = createFileRoute('/webhooks/$webhookId')({
  loader: ({ context, params, preload }) => {
    if (!preload) void context.queryClient.prefetchQuery(oneWebhook(params.webhookId))
  },
  component: WebhookPage,
})

function WebhookPage() {
  const { webhookId } = Route.useParams()
  const read = useQuery(oneWebhook(webhookId))
  const answer = usePreviousData(read.data)
  const webhook = answer?.value.data ?? undefined
  useEffect(() => {
    if (webhook) lookedAt('webhook', webhook.id, webhook.attributes?.name)
  }, [webhook])
  return (
    <Page
      title={webhook ? texts.titleOf(webhook.attributes?.name?.slice(0, 120) || cutMiddle(webhook.id)) : texts.title}
      trail={
        <Link to="/webhooks" preload={false}>
          {texts.trail}
        </Link>
      }
      actions={
        webhook && (
          <Link to="/subscriptions" hash={`webhookId=${encodeURIComponent(webhook.id)}`} preload={false}>
            {texts.subscribeVerb}
          </Link>
        )
      }
    >
      <p>
        <span className="whole-id">{webhookId}</span>
        <CopyButton text={webhookId} what={shared.webhookId} />
      </p>
      {read.error && <Failure error={read.error} onRetry={() => void read.refetch()} isRetrying={read.isFetching} />}
      {read.isPending && <p role="status">{texts.reading}</p>}
      {webhook && (
        <>
          <WebhookFacts webhook={webhook} />
          <Findings webhook={webhook} />
          <div className={styles.columns}>
            <Signals id="triggers" title={shared.triggers} list={webhook.attributes?.triggers}>
              {texts.triggersMean}
            </Signals>
            <Signals id="data" title={shared.data} list={webhook.attributes?.data}>
              {texts.dataMean}
            </Signals>
          </div>
          <SubscriptionsOf webhookId={webhook.id} />
          <Delivery webhook={webhook} />
        </>
      )}
      {answer && <Differences differences={differencesOf(answer).places} onRetry={() => void read.refetch()} />}
      {answer && <RawJson raw={answer.raw} what={texts.rawName} />}
    </Page>
  )
}

function WebhookFacts({ webhook: { attributes, meta } }: { webhook: WebhookRow }) {
  const { isEnabled, autoSubscribe, callbackUri, errorCallbackUri } = attributes ?? {}
  return (
    <Facts>
      <Fact name={shared.enabled}>
        <Enabled value={isEnabled} />
        <p className="quiet">{isEnabled === false ? texts.disabledMeans : isEnabled === true && texts.enabledMeans}</p>
      </Fact>
      <Fact name={shared.autoSubscribe}>
        <AutoSubscribe value={autoSubscribe} />
        <p className="quiet">
          {autoSubscribe === true ? texts.subscribesAll : autoSubscribe === false && texts.subscribesAsked}
        </p>
      </Fact>
      <Fact name={shared.callbackUri}>
        <Address text={callbackUri} what={texts.callbackName} />
      </Fact>
      <Fact name={shared.errorCallbackUri}>
        <Address text={errorCallbackUri} what={texts.errorCallbackName} />
      </Fact>
      <Fact name={shared.created}>
        <Time value={meta?.createdAt} />
      </Fact>
      <Fact name={texts.changes}>
        <span className="quiet">{texts.noChanges}</span>
      </Fact>
    </Facts>
  )
}

/** Text, never a link: an address from data is not followed by accident. */
function Address({ text, what }: { text: string | null | undefined; what: string }) {
  if (!text) return <Text value={text} />
  return (
    <span className={styles.address}>
      <bdi className="mono">{text.slice(0, 2000)}</bdi>
      <CopyButton text={text} what={what} />
    </span>
  )
}

function Findings({ webhook }: { webhook: WebhookRow }) {
  const found = lint(webhook, signalText)
  return (
    <section className="stack" aria-labelledby="findings">
      <h2 id="findings">{texts.findings(found.length)}</h2>
      {found.length === 0 ? (
        <p className="quiet">{texts.noFindings}</p>
      ) : (
        found.map(({ rule, weight, text }, index) => (
          <Notice key={`${rule} ${index}`} tone={weight === 'broken' ? 'amber' : 'calm'}>
            {text}
          </Notice>
        ))
      )}
    </section>
  )
}

interface SignalsProps {
  id: string
  title: string
  list: readonly SignalRef[] | null | undefined
  children: ReactNode
}

const groupOf = ({ code, group }: SignalRef): string =>
  signalOf(code ?? '')?.group ?? (group ? groupName(cut(group, 120)) : texts.noGroup)

/** Signals by group; each leads to where its history of a vehicle is chosen. */
function Signals({ id, title, list, children }: SignalsProps) {
  const groups = [...new Set((list ?? []).map(groupOf))]
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>
        {title} {list?.length}
      </h2>
      <p className="quiet">{children}</p>
      {!list && <NoValue kind={list === null ? 'null' : 'absent'} />}
      {list?.length === 0 && <NoValue kind="empty" />}
      {groups.map((group) => (
        <div key={group}>
          <h3>
            <bdi>{group}</bdi>
          </h3>
          <ul className={styles.signals}>
            {list
              ?.filter((one) => groupOf(one) === group)
              .map(({ name, code }, index) => (
                <li key={`${code} ${index}`}>
                  {code ? (
                    <Link to="/signals" hash={encodeURIComponent(code)} preload={false}>
                      <SignalName code={code} given={name} isInGroup />
                    </Link>
                  ) : (
                    <>
                      <bdi>{name && signalName(cut(name, 120))}</bdi>{' '}
                      <NoValue kind={code === null ? 'null' : 'absent'} />
                    </>
                  )}
                </li>
              ))}
          </ul>
        </div>
      ))}
    </section>
  )
}
