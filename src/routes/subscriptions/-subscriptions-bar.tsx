/** What is selected in the service's list of subscriptions, and its removal: asked, then a job that sends each once. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { keyOf } from '../../api/query'
import { subscriptions } from '../../api/subscriptions'
import { carOf } from '../../tools/names'
import { usePreferences } from '../../tools/preferences'
import { SelectionBar } from '../../tools/selection/bar'
import { deselect, type Selected } from '../../tools/selection/selection'
import { type ListFile, type SentRow, toRow } from '../../tools/service-list/list-file'
import type { useLeave } from '../../tools/service-list/service-list'
import type { SubscriptionRow } from '../../tools/subscriptions/extension'
import { cutMiddle } from '../../ui/format'
import { later } from '../../ui/later'
import { silentRemovalOf } from './-remove'
import * as texts from './-texts'

/** Loaded when it is asked for, with what it starts. */
const ConfirmMany = later(async () => {
  const [{ ConfirmMany }] = await Promise.all([
    import('../../tools/jobs/confirm-many'),
    import('../../tools/jobs/remove-many'),
  ])
  return ConfirmMany
})

interface Props {
  selected: Selected<SelectedSubscription>
  onClear: () => void
  leave: ReturnType<typeof useLeave>
  matching: Parameters<typeof SelectionBar>[0]['matching'] & object
  file: ListFile<SubscriptionRow>
}

export interface SelectedSubscription {
  /** What a job calls it. */
  label: string
  isSimulated: boolean
  /** The whole row, for a file: of the first ones only. */
  sent: SentRow<SubscriptionRow> | undefined
}

/** Rows that are kept whole: beyond, a selection would fill the memory, and everything that matches is exported instead. */
export const MOST_WHOLE = 5000

export const selectable = (sent: SentRow<SubscriptionRow>, isWhole = true): readonly [string, SelectedSubscription] => [
  sent.row.id,
  {
    label: labelOf(sent.row),
    isSimulated: sent.row.attributes?.vehicle?.mode === 'simulated',
    sent: isWhole ? sent : undefined,
  },
]

const labelOf = ({ id, attributes }: SubscriptionRow) =>
  [carOf(attributes?.vehicle), cutMiddle(id), attributes?.vehicle?.mode].filter(Boolean).join(' · ')

export function SubscriptionsBar({ selected, onClear, leave, matching, file }: Props) {
  const [isAsking, setAsking] = useState(false)
  const { walkers } = usePreferences()
  const client = useQueryClient()
  const removeVerb = texts.remove(selected.size)
  const start = async () => {
    setAsking(false)
    const { removeMany } = await import('../../tools/jobs/remove-many')
    removeMany({
      title: removeVerb,
      page: '/subscriptions',
      concurrency: walkers,
      items: [...selected].map(([id, { label }]) => ({
        label,
        removal: silentRemovalOf(id, texts.labelled(id, label)),
      })),
      onEnd: (items) => {
        const gone = items.flatMap(({ key, state }) => (state === 'done' ? key : []))
        deselect('subscriptions', gone)
        const go = leave(gone)
        void client.invalidateQueries({ queryKey: keyOf(subscriptions.list), refetchType: go ? 'none' : 'active' })
        go?.()
      },
    })
  }
  const simulated = [...selected.values()].filter(({ isSimulated }) => isSimulated).length
  const isWhole = [...selected.values()].every(({ sent }) => sent !== undefined)
  return (
    <SelectionBar
      list="subscriptions"
      one={texts.one}
      count={selected.size}
      onClear={onClear}
      matching={matching}
      file={{
        columns: Object.keys(file.columns),
        service: file.service,
        rows: () => [...selected.values()].flatMap(({ sent }) => sent ?? []).map(toRow(file.columns, ({ id }) => id)),
        reason: isWhole ? undefined : texts.tooMany(MOST_WHOLE),
      }}
      removal={{ verb: removeVerb, onAsk: () => setAsking(true) }}
    >
      {isAsking && (
        <ConfirmMany
          isRemoval
          host={subscriptions.remove.host}
          count={selected.size}
          title={texts.removeTitle(selected.size)}
          verb={removeVerb}
          onConfirm={() => void start()}
          onCancel={() => setAsking(false)}
        >
          <p>{texts.removeMeans(selected.size - simulated, simulated)}</p>
          <p>{texts.removePace(walkers)}</p>
        </ConfirmMany>
      )}
    </SelectionBar>
  )
}
