/** What is selected in the service's list of subscriptions, and what can be done with all of it at once. */
import { useState } from 'react'
import type { LeaveMany } from '../../tools/list'
import { carOf } from '../../tools/names'
import { SelectionBar } from '../../tools/selection/bar'
import type { Selected } from '../../tools/selection/selection'
import { type ListFile, type SentRow, toRow } from '../../tools/service-list/list-file'
import type { SubscriptionRow } from '../../tools/subscriptions/extension'
import { cutMiddle } from '../../ui/format'
import { later } from '../../ui/later'
import * as texts from './-texts'

/** Loaded when it is asked for, with what it starts. */
const RemoveMany = later(() => import('./-remove-many').then((module) => module.RemoveMany))

interface Props {
  selected: Selected<SelectedSubscription>
  onClear: () => void
  leave: LeaveMany
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
      removal={{ verb: texts.remove(selected.size), onAsk: () => setAsking(true) }}
    >
      {isAsking && <RemoveMany selected={selected} leave={leave} onClose={() => setAsking(false)} />}
    </SelectionBar>
  )
}
