/** What came of the hosted flow, from what it appended to the address: untrusted, for anybody can write it. */
import type { OwnerReturnName } from '../../api/owner-return.data'
import * as texts from './capacity-return-texts'

export interface Outcome {
  kind: 'selected' | 'no selection' | 'error' | 'nothing'
  title: string
  meaning: string
  /** kWh, as the address has it. */
  capacity?: number | undefined
}

type Appended = Partial<Record<OwnerReturnName, string>>

export function outcomeOf({ selected_capacity: selected, error, error_description: description }: Appended): Outcome {
  if (error !== undefined) {
    if (error === 'battery_capacity_no_selection')
      return {
        kind: 'no selection',
        title: texts.noSelection,
        meaning: description ?? texts.didNotKnow,
      }
    return { kind: 'error', title: texts.failed(error), meaning: description ?? '' }
  }
  if (selected === undefined)
    return {
      kind: 'nothing',
      title: texts.nothingAppended,
      meaning: texts.notThroughFlow,
    }
  const capacity = /^\d{1,4}(\.\d{1,4})?$/.test(selected) ? Number(selected) : undefined
  if (capacity === undefined) return { kind: 'error', title: texts.noCapacity, meaning: texts.shownBelow }
  return { kind: 'selected', title: texts.chosen(capacity), meaning: '', capacity }
}
