/** One webhook for many connections: checks first, then the price, then a job that sends each creation once. */
import { useEffect, useMemo, useState } from 'react'
import { consoleKey } from '../../api/console/endpoint'
import { subscriptionHistory } from '../../api/console/subscription-history'
import { targetOf } from '../../api/job-target'
import { subscriptions } from '../../api/subscriptions'
import type { WebhookRow } from '../../api/webhooks'
import { deselect, type Selected } from '../../lists/selection/selection'
import { Failure } from '../../requests/failure'
import { Button } from '../../ui/button'
import { Choice } from '../../ui/choice'
import { cutMiddle } from '../../ui/format'
import { later } from '../../ui/later'
import { Notice } from '../../ui/notice'
import { SidePanel } from '../../ui/side-panel'
import { type CheckKind, warningsOf } from '../subscriptions/checks'
import type { HistoryEntry } from '../subscriptions/history-entries'
import { useSubscribedTo } from '../subscriptions/history-queries'
import { type SubscriptionKey, subscriptionKeyText } from '../subscriptions/subscription-key'
import { isPart, readCatalogue, useCatalogue, webhookOption } from '../webhooks/catalogue'
import type { SelectedConnection } from './selected-connections'
import styles from './selection.module.css'
import * as texts from './subscribe-many-texts'
import { subscribe } from './texts'

/** Loaded where the server has a store: it can run the job as well. */
const ConfirmJob = later(() => import('../../changes/jobs/confirm-job').then((module) => module.ConfirmJob))

const stale = [consoleKey(subscriptionHistory.list)]

interface Item {
  connectionId: string
  subscriptionKey: SubscriptionKey
  kinds: readonly CheckKind[]
}

interface Props {
  selected: Selected<SelectedConnection>
  /** The webhook's id, or none. */
  chosen: string
  onChoose: (webhookId: string) => void
  /** Called as the job begins, too: what is asked here is then over. */
  onClose: () => void
}

export function SubscribeMany({ selected, chosen, onChoose, onClose }: Props) {
  const catalogue = useCatalogue()
  const { phase, rows, error } = catalogue
  const webhook = rows.find(({ id }) => id === chosen)
  useEffect(() => {
    void readCatalogue(1)
  }, [])
  return (
    <SidePanel title={subscribe} onClose={onClose}>
      <div className={styles.many}>
        {phase === 'failed' && <Failure error={error} onRetry={() => void readCatalogue(1)} />}
        <div className={styles.pick}>
          <Choice
            label={texts.webhook}
            size="xs"
            value={chosen}
            onChoose={onChoose}
            choices={[{ value: '', label: texts.choose }, ...rows.map(webhookOption)]}
          />
          {isPart(catalogue) && (
            <Button size="compact-xs" variant="default" onClick={() => void readCatalogue()}>
              {texts.loadAll}
            </Button>
          )}
        </div>
        {webhook && <Checked key={webhook.id} webhook={webhook} selected={selected} onClose={onClose} />}
      </div>
    </SidePanel>
  )
}

/** What each kind of warning says of many. */
const sentences: Partial<Record<CheckKind, (count: number) => string>> = {
  duplicate: texts.duplicate,
  'auto-subscribing': texts.autoSubscribing,
  simulated: texts.simulated,
  permissions: texts.withoutPermission,
}
const kindsInOrder = Object.keys(sentences) as CheckKind[] // the keys of the object above

function itemsOf(
  selected: Selected<SelectedConnection>,
  webhook: WebhookRow,
  subscribed: ReadonlyMap<string, HistoryEntry> | undefined,
) {
  const items: Item[] = []
  let incomplete = 0
  for (const [connectionId, { userId, vehicleId, mode, permissions }] of selected) {
    if (userId === undefined || vehicleId === undefined) {
      incomplete += 1
      continue
    }
    const subscriptionKey = { webhookId: webhook.id, userId, vehicleId }
    const vehicle = mode === undefined ? undefined : { mode: mode as 'live' | 'simulated' } // an open text is compared only
    const connection = { attributes: { vehicle, permissions: permissions ? [...permissions] : undefined } }
    items.push({
      connectionId,
      subscriptionKey,
      kinds: warningsOf({ webhook, connection, before: subscribed?.get(subscriptionKeyText(subscriptionKey)) }).map(
        ({ kind }) => kind,
      ),
    })
  }
  return { items, incomplete }
}

const targetFor = ({ vehicleId, userId }: SubscriptionKey) => targetOf(vehicleId, userId)

interface CheckedProps extends Pick<Props, 'selected' | 'onClose'> {
  webhook: WebhookRow
}

function Checked({ webhook, selected, onClose }: CheckedProps) {
  const { data: subscribed, error: historyError } = useSubscribedTo(webhook.id)
  const [left, setLeft] = useState<ReadonlySet<CheckKind>>(new Set(['duplicate', 'auto-subscribing']))
  const [isAsking, setAsking] = useState(false)
  const { items, incomplete } = useMemo(
    () => itemsOf(selected, webhook, subscribed?.entries),
    [selected, webhook, subscribed],
  )
  const isHistoryLoading = !subscribed && !historyError
  const wanted = items.filter(({ kinds }) => !kinds.some((kind) => left.has(kind)))
  const unique = new Map(wanted.map((item) => [subscriptionKeyText(item.subscriptionKey), item]))
  const isAutomatic = items.length > 0 && items.every(({ kinds }) => kinds.includes('auto-subscribing'))
  const name = webhook.attributes?.name?.slice(0, 60) || cutMiddle(webhook.id)
  const toggle = (kind: CheckKind) =>
    setLeft((old) => new Set(old.has(kind) ? [...old].filter((one) => one !== kind) : [...old, kind]))
  const question = {
    ...{ isRemoval: false, host: subscriptions.create.host, count: unique.size },
    ...{ title: texts.title(unique.size), verb: texts.verb(unique.size) },
  }
  const targets = [...unique.values()].map(({ subscriptionKey }) => targetFor(subscriptionKey))
  /** Those that failed stay selected. */
  const deselectSubscribed = (subscribed: readonly string[]) => {
    const done = new Set(subscribed)
    const ids = wanted.filter(({ subscriptionKey }) => done.has(targetFor(subscriptionKey)))
    deselect(
      'connections',
      ids.map(({ connectionId }) => connectionId),
    )
    return undefined
  }
  return (
    <>
      {webhook.attributes?.isEnabled === false && <Notice tone="amber">{texts.disabled}</Notice>}
      <ul className={styles.checks} aria-label={texts.checks}>
        {kindsInOrder.map((kind) => {
          const count = items.filter(({ kinds }) => kinds.includes(kind)).length
          if (count === 0) return null
          return (
            <li key={kind}>
              <label className={styles.check}>
                <input type="checkbox" checked={left.has(kind)} onChange={() => toggle(kind)} />
                {sentences[kind]?.(count)}
              </label>
            </li>
          )
        })}
        {historyError !== null && !subscribed && <li>{texts.historyUnread}</li>}
        {subscribed?.isComplete === false && <li>{texts.historyPart}</li>}
        {incomplete > 0 && <li>{texts.incomplete(incomplete)}</li>}
        {unique.size < wanted.length && <li>{texts.counted(wanted.length - unique.size)}</li>}
      </ul>
      {unique.size === 0 && (
        <Notice tone="calm">{isAutomatic ? texts.allAutomatic(items.length) : texts.allLeftOut}</Notice>
      )}
      <div className="row">
        <Button
          size="sm"
          reason={isHistoryLoading ? texts.historyLoading : unique.size === 0 ? texts.noneLeft : undefined}
          onClick={() => setAsking(true)}
        >
          {texts.verb(unique.size)}
        </Button>
        {unique.size > 0 && <span>{texts.price(unique.size)}</span>}
      </div>
      {isAsking && (
        <ConfirmJob
          {...question}
          consequences={texts.consequences(<bdi translate="no">{name}</bdi>)}
          draft={{ operation: 'POST /v3/subscriptions', targets, with: { webhookId: webhook.id } }}
          stale={stale}
          onStarted={onClose}
          onOver={deselectSubscribed}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
