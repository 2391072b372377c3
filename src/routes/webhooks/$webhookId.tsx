/** `/webhooks/$webhookId`: one webhook (interface 2.3): what triggers it, what it delivers, where, and what looks wrong. */
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { query } from '../../api/query'
import { type SignalRef, type WebhookRow, webhooks } from '../../api/webhooks'
import { Failure } from '../../tools/failure'
import { differencesOf, useKept } from '../../tools/list'
import { lookedAt } from '../../tools/recent'
import { Delivery } from '../../tools/webhooks/delivery'
import { lint } from '../../tools/webhooks/lint'
import { SubscriptionsOf } from '../../tools/webhooks/subscriptions-of'
import { Fact, Facts } from '../../ui/facts'
import { cut, cutMiddle, plural } from '../../ui/format'
import { CopyButton } from '../../ui/id'
import { NoValue, Text } from '../../ui/no-value'
import { Notice } from '../../ui/notice'
import { Page } from '../../ui/page'
import { Differences, RawJson } from '../../ui/raw-json'
import { Time } from '../../ui/time'
import { Flag } from './-flag'
import styles from './webhooks.module.css'

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
  const answer = useKept(read.data)
  const webhook = answer?.value.data ?? undefined
  useEffect(() => {
    if (webhook) lookedAt('webhook', webhook.id)
  }, [webhook])
  return (
    <Page
      title={webhook ? `Webhook ${webhook.attributes?.name?.slice(0, 120) || cutMiddle(webhook.id)}` : 'Webhook'}
      trail={
        <Link to="/webhooks" preload={false}>
          Webhooks
        </Link>
      }
      actions={
        webhook && (
          <Link to="/subscriptions" hash={`webhookId=${encodeURIComponent(webhook.id)}`} preload={false}>
            Subscribe a vehicle
          </Link>
        )
      }
    >
      <p>
        <span className="whole-id">{webhookId}</span>
        <CopyButton text={webhookId} what="webhook ID" />
      </p>
      {read.error && <Failure error={read.error} onRetry={() => void read.refetch()} isRetrying={read.isFetching} />}
      {read.isPending && <p role="status">Reading the webhook…</p>}
      {webhook && (
        <>
          <WebhookFacts webhook={webhook} />
          <Findings webhook={webhook} />
          <div className={styles.columns}>
            <Signals id="triggers" title="Triggers" list={webhook.attributes?.triggers}>
              A change of one of these causes a delivery.
            </Signals>
            <Signals id="data" title="Data" list={webhook.attributes?.data}>
              Every delivery holds all of these, whatever triggered it.
            </Signals>
          </div>
          <SubscriptionsOf webhookId={webhook.id} />
          <Delivery webhook={webhook} />
        </>
      )}
      {answer && <Differences differences={differencesOf(answer).places} onRetry={() => void read.refetch()} />}
      {answer && <RawJson raw={answer.raw} what="webhook" />}
    </Page>
  )
}

function WebhookFacts({ webhook: { attributes, meta } }: { webhook: WebhookRow }) {
  const { isEnabled, autoSubscribe, callbackUri, errorCallbackUri } = attributes ?? {}
  return (
    <Facts>
      <Fact name="Enabled">
        <Flag value={isEnabled} yes="enabled" no="disabled" />
        <p className="quiet">
          {isEnabled === false
            ? 'Nothing is delivered while it is disabled, and nothing is kept for later.'
            : isEnabled === true &&
              'It delivers what it is subscribed to, if its callback has passed the service’s verification: the API does not tell that.'}
        </p>
      </Fact>
      <Fact name="Auto-subscribe">
        <Flag value={autoSubscribe} yes="yes" no="no" />
        <p className="quiet">
          {autoSubscribe === true
            ? 'Every live vehicle that is connected is subscribed by itself; simulated ones never are.'
            : autoSubscribe === false && 'A vehicle is subscribed only where somebody asked for it.'}
        </p>
      </Fact>
      <Fact name="Callback URI">
        <Address text={callbackUri} what="callback URI" />
      </Fact>
      <Fact name="Error callback URI">
        <Address text={errorCallbackUri} what="error callback URI" />
      </Fact>
      <Fact name="Created">
        <Time value={meta?.createdAt} />
      </Fact>
      <Fact name="Changes">
        <span className="quiet">
          The API has no write for webhooks, and no state of its verification: see the service’s own dashboard.
        </span>
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
  const found = lint(webhook)
  return (
    <section className="stack" aria-labelledby="findings">
      <h2 id="findings">{found.length === 0 ? 'No findings' : plural(found.length, 'finding')}</h2>
      {found.length === 0 ? (
        <p className="quiet">Nothing in its configuration looks like a mistake.</p>
      ) : (
        found.map(({ rule, weight, text }, index) => (
          <Notice key={`${rule} ${index}`} tone={weight === 'broken' ? 'amber' : 'calm'}>
            <strong>{rule}</strong>: {text}
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

const groupOf = ({ group }: SignalRef): string => cut(group ?? 'without a group', 120)

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
                      <code>{cut(code, 120)}</code>
                    </Link>
                  ) : (
                    <NoValue kind={code === null ? 'null' : 'absent'} />
                  )}{' '}
                  <span className="quiet">
                    <bdi>{name && cut(name, 120)}</bdi>
                  </span>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </section>
  )
}
