/** Why did nothing arrive? The chain from a webhook to a delivery, without a billed read unasked. */

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { query } from '../../api/client'
import { userIdOf } from '../../api/connections'
import { explain } from '../../api/errors'
import { signals } from '../../api/signals'
import { subscriptions } from '../../api/subscriptions'
import type { WebhookRow } from '../../api/webhooks'
import { useConfig } from '../../core/config'
import { LeftOut } from '../../lists/contradictions'
import { Failure } from '../../requests/failure'
import { Button } from '../../ui/button'
import { cutMiddle } from '../../ui/format'
import { carOf } from '../connections/connection-names'
import { leftOutInWords } from '../connections/filter-check'
import { relatedConnections } from '../connections/related'
import { SignalName } from '../signals/signal-name'
import { useKnownEntry } from '../subscriptions/history-queries'
import { tiedBy, useSubscriptionList } from '../subscriptions/service-own-list'
import { readNow, useReading } from '../vehicles/readings'
import { type ChainFacts, chainOf } from './delivery-chain'
import { Steps } from './delivery-steps'
import * as texts from './delivery-texts'
import { useReceiverFacts } from './receiver-chain-facts'

/** The chain of one webhook and one vehicle; of several users one is chosen. */
export function Chain({ webhook, vehicleId }: { webhook: WebhookRow; vehicleId: string }) {
  const related = useQuery(relatedConnections({ 'filter[vehicleId]': vehicleId }))
  const users = [...new Set((related.data?.rows ?? []).flatMap((row) => userIdOf(row) ?? []))]
  const [chosen, setChosen] = useState<string>()
  const userId = chosen ?? users[0]
  const { entry, isRead } = useKnownEntry(webhook.id, vehicleId, userId)
  const listed = useListed(webhook.id, vehicleId, userId)
  const values = useValues(webhook, vehicleId, userId)
  const receiver = useReceiverFacts(webhook, vehicleId)
  const car = carOf(related.data?.rows.find(({ attributes }) => attributes?.vehicle)?.attributes?.vehicle)
  return (
    <div className="stack">
      <p className="row">
        <span>
          {car && <bdi translate="no">{car}</bdi>} <code translate="no">{vehicleId}</code>
        </span>
        {users.length > 1 && (
          <label>
            {texts.user}{' '}
            <select value={userId} onChange={(event) => setChosen(event.currentTarget.value)}>
              {users.map((id) => (
                <option translate="no" key={id} value={id}>
                  {cutMiddle(id)}
                </option>
              ))}
            </select>
          </label>
        )}
      </p>
      {related.isPending && <p role="status">{texts.readingConnections}</p>}
      {related.error && !related.data && <Failure error={related.error} onRetry={() => void related.refetch()} />}
      {related.data && <LeftOut sentences={leftOutInWords(related.data.contradicted)} />}
      {!related.isPending && receiver.isReading && <p role="status">{texts.readingDeliveries}</p>}
      {!related.isPending && !receiver.isReading && (
        <Steps
          links={chainOf({
            ...{ webhook, vehicleId, userId, entry, isHistoryRead: isRead },
            related: related.data,
            isListed: listed,
            values: values.values,
            receiver: receiver.facts,
          })}
        />
      )}
      {values.code !== undefined && (
        <p className="row">
          <Button size="compact-sm" variant="default" loading={values.isReading} onClick={values.read}>
            {texts.readVerb}
          </Button>
          <span>
            {texts.firstTrigger(
              <SignalName code={values.code} />,
              <Link to="/vehicles/$vehicleId/signals/$signalCode" params={{ vehicleId, signalCode: values.code }}>
                {texts.history}
              </Link>,
            )}
          </span>
        </p>
      )}
    </div>
  )
}

/** What the service's own list says of the three, where it has one: that costs nothing. */
function useListed(webhookId: string, vehicleId: string, userId: string | undefined): boolean | undefined {
  const { isOn } = useSubscriptionList()
  const filters = { 'filter[webhookId]': webhookId, 'filter[vehicleId]': vehicleId, 'page[size]': '100' }
  const { data } = useQuery({ ...query(subscriptions.list, { query: filters }), enabled: isOn })
  if (!isOn || !data) return undefined
  return (data.value.data ?? []).some((row) => {
    const tied = tiedBy(row)
    return (
      tied.webhookId === webhookId && tied.vehicleId === vehicleId && (userId === undefined || tied.userId === userId)
    )
  })
}

/** The first trigger's values: read when asked, one request. */
function useValues(webhook: WebhookRow, vehicleId: string, userId: string | undefined) {
  const { headerPrefix } = useConfig()
  const code = webhook.attributes?.triggers?.find((one) => one.code)?.code ?? undefined
  const input = {
    path: { vehicleId, signalCode: code ?? '' },
    query: { page: '1', pageSize: '1' },
    ...(headerPrefix !== null && userId !== undefined && { user: userId }),
  }
  const { phase, latest, error } = useReading(signals.values, input)
  const values: ChainFacts['values'] =
    code === undefined
      ? undefined
      : phase === 'failed'
        ? { code, error: explain(error).title }
        : latest && { code, count: latest.value.meta?.totalCount ?? latest.value.data?.length ?? 0 }
  return { code, values, isReading: phase === 'reading', read: () => void readNow(signals.values, input) }
}
