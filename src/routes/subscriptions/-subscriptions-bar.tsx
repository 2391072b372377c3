/** What is selected in the service's list of subscriptions, and its removal: asked, then a job that sends each once. */

import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { keyOf } from '../../api/query'
import { subscriptions } from '../../api/subscriptions'
import { carOf } from '../../tools/names'
import { usePreferences } from '../../tools/preferences'
import { useRefusal } from '../../tools/refusal'
import { deselect, type Selected } from '../../tools/selection/selection'
import { SelectionBar } from '../../tools/selection/selection-bar'
import { type ListFile, type SentRow, toRow } from '../../tools/service-list/list-file'
import type { SubscriptionRow } from '../../tools/subscriptions/extension'
import { cutMiddle, formatCount, plural } from '../../ui/format'
import { silentRemovalOf } from './-remove'

/** Loaded when it is asked for. */
const ConfirmMany = lazy(() =>
  import('../../tools/jobs/confirm-many').then((module) => ({ default: module.ConfirmMany })),
)

interface Props {
  selected: Selected<SentRow<SubscriptionRow>>
  onClear: () => void
  matching: Parameters<typeof SelectionBar>[0]['matching'] & object
  file: ListFile<SubscriptionRow>
}

/** What a job calls it. */
const labelOf = ({ id, attributes }: SubscriptionRow) =>
  [carOf(attributes?.vehicle), cutMiddle(id), attributes?.vehicle?.mode].filter(Boolean).join(' · ')

export function SubscriptionsBar({ selected, onClear, matching, file }: Props) {
  const [isAsking, setAsking] = useState(false)
  const { walkers } = usePreferences()
  const client = useQueryClient()
  const count = plural(selected.size, 'subscription')
  const reason = useRefusal('change')
  const start = async () => {
    setAsking(false)
    const { removeMany } = await import('../../tools/jobs/remove-many')
    removeMany({
      title: `Remove ${count}`,
      page: '/subscriptions',
      concurrency: walkers,
      items: [...selected].map(([id, { row }]) => ({
        label: labelOf(row),
        removal: silentRemovalOf(id, `subscription ${id} (${labelOf(row)})`),
      })),
      onEnd: (items) => {
        deselect(
          'subscriptions',
          items.flatMap(({ key, state }) => (state === 'done' ? key : [])),
        )
        void client.invalidateQueries({ queryKey: keyOf(subscriptions.list) })
      },
    })
  }
  const simulated = [...selected.values()].filter(({ row }) => row.attributes?.vehicle?.mode === 'simulated').length
  return (
    <SelectionBar
      list="subscriptions"
      one="subscription"
      count={selected.size}
      onClear={onClear}
      matching={matching}
      file={{
        columns: Object.keys(file.columns),
        service: file.service,
        rows: () => [...selected.values()].map(toRow(file.columns, ({ id }) => id)),
      }}
      actions={
        <Button
          size="compact-sm"
          variant="default"
          color="red"
          disabled={reason !== undefined}
          title={reason}
          onClick={() => setAsking(true)}
        >
          Remove {count}
        </Button>
      }
    >
      {isAsking && (
        <Suspense fallback={null}>
          <ConfirmMany
            isRemoval
            host={subscriptions.remove.host}
            count={selected.size}
            title={`Remove ${count}?`}
            verb={`Remove ${count}`}
            onConfirm={() => void start()}
            onCancel={() => setAsking(false)}
          >
            <p>
              {formatCount(selected.size - simulated)} for live and {formatCount(simulated)} for simulated vehicles.
              Their webhooks stop delivering for them at once. Each can be subscribed again, under another id; a webhook
              that subscribes by itself may do so by itself.
            </p>
            <p>Each is sent once, {walkers} at a time; Stop sends no more, what was removed stays removed.</p>
          </ConfirmMany>
        </Suspense>
      )}
    </SelectionBar>
  )
}
