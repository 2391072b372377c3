/** What is selected among the webhooks: two can be compared, all can be taken away. */
import type { WebhookRow } from '../../api/webhooks'
import { SelectionBar } from '../../tools/selection/bar'
import type { Selected } from '../../tools/selection/selection'
import { type ListFile, type SentRow, toRow } from '../../tools/service-list/list-file'
import { later } from '../../ui/later'
import * as texts from './-texts'

/** Loaded when two are compared. */
const Compare = later(() => import('./-compare').then((module) => module.Compare))

interface Props {
  selected: Selected<SentRow<WebhookRow>>
  onClear: () => void
  matching: Parameters<typeof SelectionBar>[0]['matching'] & object
  file: ListFile<WebhookRow>
}

export function WebhooksBar({ selected, onClear, matching, file }: Props) {
  const [first, second] = selected.values()
  return (
    <SelectionBar
      list="webhooks"
      one={texts.one}
      count={selected.size}
      onClear={onClear}
      matching={matching}
      file={{
        columns: Object.keys(file.columns),
        service: file.service,
        rows: () => [...selected.values()].map(toRow(file.columns, ({ id }) => id)),
      }}
      actions={
        selected.size !== 2 && (
          <span className="quiet">{selected.size === 1 ? texts.selectAnother : texts.twoCompare}</span>
        )
      }
    >
      {first && second && selected.size === 2 && <Compare first={first.row} second={second.row} />}
    </SelectionBar>
  )
}
