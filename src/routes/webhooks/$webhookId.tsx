/** `/webhooks/$webhookId`: one webhook (interface 2.3): what triggers it, what it delivers, where, and what looks wrong. */
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { query } from '../../api/client'
import { type WebhookRow, webhooks } from '../../api/webhooks'
import { useHasDeliveries } from '../../core/has-deliveries'
import { lookedAt } from '../../core/recent'
import { Delivery } from '../../domain/webhooks/delivery'
import * as shared from '../../domain/webhooks/shared-texts'
import { SubscriptionsOf } from '../../domain/webhooks/subscriptions-of'
import { AutoSubscribe, Enabled } from '../../domain/webhooks/webhook-flag'
import { WebhookFlow } from '../../domain/webhooks/webhook-flow'
import * as texts from '../../domain/webhooks/webhook-page-texts'
import { WebhookSignals } from '../../domain/webhooks/webhook-signals'
import styles from '../../domain/webhooks/webhooks.module.css'
import { differencesOf, usePreviousData } from '../../lists/list'
import { load } from '../../requests/ahead'
import { Failure } from '../../requests/failure'
import { Fact, Facts } from '../../ui/facts'
import { cutMiddle } from '../../ui/format'
import { CopyButton } from '../../ui/id'
import { later } from '../../ui/later'
import { Text } from '../../ui/no-value'
import { Page } from '../../ui/page'
import { Differences, RawJson } from '../../ui/raw-json'
import { Time } from '../../ui/time'

/** Loaded where this server receives deliveries. */
const WebhookArrivals = later(() =>
  import('../../domain/deliveries/webhook-arrivals').then((module) => module.WebhookArrivals),
)

const oneWebhook = (webhookId: string) => query(webhooks.read, { path: { webhookId } })

export const Route = createFileRoute('/webhooks/$webhookId')({
  loader: (at) => load(at, oneWebhook(at.params.webhookId)),
  component: WebhookPage,
})

function WebhookPage() {
  const { webhookId } = Route.useParams()
  const hasDeliveries = useHasDeliveries()
  const read = useQuery(oneWebhook(webhookId))
  const answer = usePreviousData(read.data)
  const webhook = answer?.value.data ?? undefined
  useEffect(() => {
    if (webhook) lookedAt('webhook', webhook.id, webhook.attributes?.name)
  }, [webhook])
  return (
    <Page
      isName
      title={webhook ? texts.titleOf(webhook.attributes?.name?.slice(0, 120) || cutMiddle(webhook.id)) : texts.title}
      trail={<Link to="/webhooks">{texts.trail}</Link>}
      actions={
        webhook && (
          <Link to="/subscriptions" hash={`webhookId=${encodeURIComponent(webhook.id)}`}>
            {texts.subscribeVerb}
          </Link>
        )
      }
    >
      {/* Below a title that may become longer, it comes with the rest. */}
      {!read.isPending && (
        <p>
          <span translate="no" className="whole-id">
            {webhookId}
          </span>
          <CopyButton text={webhookId} what={shared.webhookId} />
        </p>
      )}
      {read.error && <Failure error={read.error} onRetry={() => void read.refetch()} isRetrying={read.isFetching} />}
      {read.isPending && <p role="status">{texts.reading}</p>}
      {webhook && (
        <>
          <WebhookFlow webhook={webhook} />
          {hasDeliveries && <WebhookArrivals webhook={webhook} />}
          <Delivery webhook={webhook} />
          <WebhookSignals id="triggers" title={shared.triggers} list={webhook.attributes?.triggers}>
            {texts.triggersMean}
          </WebhookSignals>
          <WebhookSignals id="data" title={shared.data} list={webhook.attributes?.data}>
            {texts.dataMean}
          </WebhookSignals>
          <WebhookFacts webhook={webhook} />
          <SubscriptionsOf webhookId={webhook.id} />
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
        {isEnabled === true && <p className="quiet">{texts.enabledMeans}</p>}
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
      <bdi translate="no" className="mono">
        {text.slice(0, 2000)}
      </bdi>
      <CopyButton text={text} what={what} />
    </span>
  )
}
