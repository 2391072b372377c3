/** What came of the hosted flow, from what it appended to the address: untrusted, for anybody can write it. */

export interface Outcome {
  kind: 'selected' | 'no selection' | 'error' | 'nothing'
  title: string
  meaning: string
  /** kWh, as the address has it. */
  capacity?: number | undefined
}

type Appended = Partial<Record<'selected_capacity' | 'reason' | 'error' | 'error_description' | 'vehicle_id', string>>

export function outcomeOf({ selected_capacity: selected, error, error_description: description }: Appended): Outcome {
  if (error !== undefined) {
    if (error === 'battery_capacity_no_selection')
      return {
        kind: 'no selection',
        title: 'The owner did not choose.',
        meaning: description ?? 'They did not know their battery’s capacity.',
      }
    return { kind: 'error', title: `The flow failed: ${error}.`, meaning: description ?? '' }
  }
  if (selected === undefined)
    return {
      kind: 'nothing',
      title: 'Nothing was appended.',
      meaning: 'The page was opened without the flow, or the flow said nothing.',
    }
  const capacity = /^\d{1,4}(\.\d{1,4})?$/.test(selected) ? Number(selected) : undefined
  if (capacity === undefined)
    return { kind: 'error', title: 'What was appended is no capacity.', meaning: 'It is shown below as text.' }
  return { kind: 'selected', title: `The owner chose ${capacity} kWh.`, meaning: '', capacity }
}
