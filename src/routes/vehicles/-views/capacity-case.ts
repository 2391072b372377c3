/** Which of the three cases of a battery capacity an answer is (4.1, rule 5), with its evidence. */
import type { Output } from '../../../api/endpoint'
import type { vehicles } from '../../../api/vehicles'

export type Capacity = Output<typeof vehicles.batteryCapacity>

export interface CapacityCase {
  kind: 'determined' | 'undetermined' | 'chosen' | 'outside'
  title: string
  meaning: string
  /** What in the answer says so. */
  evidence: string[]
  /** What in it does not fit any case. */
  contradictions: string[]
}

const kinds = {
  determined: ['Determined by the service', 'The service knows this battery’s capacity; nobody has to choose.'],
  undetermined: [
    'The owner must choose',
    'The service cannot tell which of the candidates it is. Only the owner can, on the hosted page that the link leads to.',
  ],
  chosen: ['The owner chose', 'The owner picked this capacity on the hosted page, and may pick again there.'],
  outside: ['Not one of the cases that the interface shows', 'What was sent is shown below as far as it can be read.'],
} as const

export function capacityCase({ capacity, availableCapacities, url }: Capacity): CapacityCase {
  const candidates = availableCapacities?.length
  const source = capacity?.source
  const hasUrl = typeof url === 'string'
  const kind =
    capacity === null
      ? 'undetermined'
      : source === 'SMARTCAR'
        ? 'determined'
        : source === 'USER_SELECTED'
          ? 'chosen'
          : 'outside'
  const [title, meaning] = kinds[kind]
  const evidence = [
    capacity === null
      ? 'capacity is null'
      : capacity === undefined
        ? 'capacity is absent'
        : `capacity.source is ${source === null ? 'null' : (source ?? 'absent')}`,
    candidates === undefined
      ? 'the candidates are absent'
      : `there ${candidates === 1 ? 'is 1 candidate' : `are ${candidates} candidates`}`,
    hasUrl ? 'url is set' : `url is ${url === null ? 'null' : 'absent'}`,
  ]
  const contradictions: string[] = []
  const expectUrl = (expected: boolean) => {
    if (hasUrl !== expected)
      contradictions.push(`In this case the interface shows a url ${expected ? 'set' : 'of null'}.`)
  }
  if (kind === 'determined') {
    expectUrl(false)
    if (candidates !== undefined && candidates !== 1)
      contradictions.push(`In this case the interface shows one candidate; there are ${candidates}.`)
  }
  if (kind === 'undetermined') {
    expectUrl(true)
    if (candidates !== undefined && candidates < 2)
      contradictions.push(
        `In this case the interface shows several candidates; there ${candidates === 1 ? 'is one' : 'are none'}.`,
      )
  }
  if (kind === 'chosen') {
    expectUrl(true)
    const chosen = capacity?.nominal
    if (typeof chosen === 'number' && candidates && !availableCapacities?.some((one) => one.capacity === chosen))
      contradictions.push(`The chosen ${chosen} kWh is not among the candidates.`)
  }
  return { kind, title, meaning, evidence, contradictions }
}
