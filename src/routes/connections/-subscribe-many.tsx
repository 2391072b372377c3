/** One webhook for many connections: checks first, then the price, then a job that sends each creation once. */
import { Button, NativeSelect } from '@mantine/core'
import { useEffect, useMemo, useState } from 'react'
import { subscriptions } from '../../api/subscriptions'
import type { WebhookRow } from '../../api/webhooks'
import { Failure } from '../../tools/failure'
import { ConfirmMany } from '../../tools/jobs/confirm-many'
import { startJob } from '../../tools/jobs/jobs'
import { usePreferences } from '../../tools/preferences'
import { deselect, type Selected } from '../../tools/selection/selection'
import { type CheckKind, warningsOf } from '../../tools/subscriptions/checks'
import { findByTrio, useSubscriptionList } from '../../tools/subscriptions/extension'
import { type Ledger, type Trio, trioKey, useLedger } from '../../tools/subscriptions/ledger'
import { isAlready, sendCreation } from '../../tools/subscriptions/subscribe'
import { readCatalogue, useCatalogue, webhookOption } from '../../tools/webhooks/catalogue'
import { cutMiddle, formatCount, plural } from '../../ui/format'
import { Notice } from '../../ui/notice'
import type { SelectedConnection } from './-selected'
import styles from './selection.module.css'

interface Item {
  connectionId: string
  trio: Trio
  label: string
  kinds: readonly CheckKind[]
}

export function SubscribeMany({ selected }: { selected: Selected<SelectedConnection> }) {
  const { phase, rows, isWhole, error } = useCatalogue()
  const [chosen, setChosen] = useState('')
  const webhook = rows.find(({ id }) => id === chosen)
  useEffect(() => {
    void readCatalogue(1)
  }, [])
  return (
    <div className={styles.many}>
      {phase === 'failed' && <Failure error={error} onRetry={() => void readCatalogue(1)} />}
      <div className={styles.pick}>
        <NativeSelect
          label="Webhook"
          size="xs"
          value={chosen}
          onChange={(event) => setChosen(event.currentTarget.value)}
          data={[{ value: '', label: 'Choose one' }, ...rows.map(webhookOption)]}
        />
        {phase === 'read' && !isWhole && (
          <Button size="compact-xs" variant="default" onClick={() => void readCatalogue()}>
            Read all webhooks
          </Button>
        )}
      </div>
      {webhook && <Checked key={webhook.id} webhook={webhook} selected={selected} />}
    </div>
  )
}

/** What each kind of warning says of many. */
const sentences: Partial<Record<CheckKind, string>> = {
  duplicate: 'subscribed to it by this browser already',
  'auto-subscribing': 'live, and the webhook subscribes those by itself',
  simulated: 'simulated: what they deliver is invented',
  permissions: 'without a permission that one of its signals needs',
}
const kindsInOrder = Object.keys(sentences) as CheckKind[] // the keys of the object above

function itemsOf(selected: Selected<SelectedConnection>, webhook: WebhookRow, ledger: Ledger) {
  const items: Item[] = []
  let incomplete = 0
  for (const [connectionId, { userId, vehicleId, mode, permissions, label }] of selected) {
    if (userId === undefined || vehicleId === undefined) {
      incomplete += 1
      continue
    }
    const trio = { webhookId: webhook.id, userId, vehicleId }
    const vehicle = mode === undefined ? undefined : { mode: mode as 'live' | 'simulated' } // an open text is compared only
    const connection = { attributes: { vehicle, permissions: permissions ? [...permissions] : undefined } }
    items.push({
      connectionId,
      trio,
      label,
      kinds: warningsOf({ trio, webhook, connection, ledger }).map(({ kind }) => kind),
    })
  }
  return { items, incomplete }
}

function Checked({ webhook, selected }: { webhook: WebhookRow; selected: Selected<SelectedConnection> }) {
  const ledger = useLedger()
  const { walkers } = usePreferences()
  const { isOn } = useSubscriptionList()
  const [left, setLeft] = useState<ReadonlySet<CheckKind>>(new Set(['duplicate', 'auto-subscribing']))
  const [isAsking, setAsking] = useState(false)
  const { items, incomplete } = useMemo(() => itemsOf(selected, webhook, ledger), [selected, webhook, ledger])
  const wanted = items.filter(({ kinds }) => !kinds.some((kind) => left.has(kind)))
  const unique = new Map(wanted.map((item) => [trioKey(item.trio), item]))
  const name = webhook.attributes?.name?.slice(0, 60) || cutMiddle(webhook.id)
  const toggle = (kind: CheckKind) =>
    setLeft((old) => new Set(old.has(kind) ? [...old].filter((one) => one !== kind) : [...old, kind]))
  const start = () => {
    setAsking(false)
    startJob<Trio>({
      title: `Subscribe ${plural(unique.size, 'vehicle')} to ${name}`,
      items: [...unique].map(([key, { trio, label }]) => ({ key, label, input: trio })),
      effect: 'change',
      concurrency: walkers,
      page: '/connections',
      onEnd: (ended) => {
        const done = new Set(ended.flatMap(({ key, state }) => (state === 'done' ? key : [])))
        // Those that failed stay selected.
        deselect(
          'connections',
          items.flatMap((item) => (done.has(trioKey(item.trio)) ? item.connectionId : [])),
        )
      },
      send: async (trio) => {
        try {
          return { state: 'done', detail: await sendCreation(trio, true) }
        } catch (error) {
          if (isAlready(error)) return { state: 'done', detail: 'Subscribed already.' }
          throw error
        }
      },
      ...(isOn && { check: async (trio) => (await findByTrio(trio)) !== undefined }),
      records: ({ input, state, detail, tries }) => [{ ...input, state, tries, detail }],
    })
  }
  return (
    <>
      {webhook.attributes?.isEnabled === false && (
        <Notice tone="amber">The webhook is disabled: nothing is delivered until it is enabled.</Notice>
      )}
      <ul className={styles.checks} aria-label="Checks">
        {kindsInOrder.map((kind) => {
          const count = items.filter(({ kinds }) => kinds.includes(kind)).length
          if (count === 0) return null
          return (
            <li key={kind}>
              <label>
                <input type="checkbox" checked={left.has(kind)} onChange={() => toggle(kind)} />
                Leave out {formatCount(count)} that {count === 1 ? 'is' : 'are'} {sentences[kind]}
              </label>
            </li>
          )
        })}
        {incomplete > 0 && (
          <li>{plural(incomplete, 'connection')} without a user or a vehicle cannot be subscribed.</li>
        )}
        {unique.size < wanted.length && (
          <li>{plural(wanted.length - unique.size, 'connection')} of the same user and vehicle count once.</li>
        )}
      </ul>
      <div className="row">
        <Button size="sm" disabled={unique.size === 0} onClick={() => setAsking(true)}>
          Subscribe {plural(unique.size, 'vehicle')}
        </Button>
        <span>
          {plural(unique.size, 'request')}, each sent once, {walkers} at a time.
        </span>
      </div>
      {isAsking && (
        <ConfirmMany
          isRemoval={false}
          host={subscriptions.create.host}
          count={unique.size}
          title={`Subscribe ${plural(unique.size, 'vehicle')}?`}
          verb={`Subscribe ${plural(unique.size, 'vehicle')}`}
          onConfirm={start}
          onCancel={() => setAsking(false)}
        >
          <p>
            To the webhook <bdi>{name}</bdi>. The answers have no ids: what was made here cannot be listed by the
            interface, only removed one by one where its id becomes known.
          </p>
        </ConfirmMany>
      )}
    </>
  )
}
