/** Which of the three cases of a battery capacity an answer is (4.1, rule 5), with its evidence. */
import type { Output } from '../../../api/endpoint'
import type { vehicleData } from '../../../api/vehicle-data'
import * as texts from './capacity-case-texts'

export type Capacity = Output<typeof vehicleData.batteryCapacity>

/** What it says of the capacity, of the candidates and of the link. */
export type Evidence = readonly [capacity: string, candidates: string, link: string]

export interface CapacityCase {
  kind: 'determined' | 'undetermined' | 'chosen' | 'outside'
  title: string
  meaning: string
  /** What in the answer says so. */
  evidence: Evidence
  /** What in it does not fit any case. */
  contradictions: string[]
}

export function capacityCase({ capacity, availableCapacities, url }: Capacity): CapacityCase {
  const candidates = availableCapacities?.length
  const source = capacity?.source
  const hasUrl = typeof url === 'string' && url !== ''
  const kind =
    capacity === null
      ? 'undetermined'
      : source === 'SMARTCAR'
        ? 'determined'
        : source === 'USER_SELECTED'
          ? 'chosen'
          : 'outside'
  // Without an address nobody can be sent anywhere.
  const isUnlinked = !hasUrl && (kind === 'undetermined' || kind === 'chosen')
  const [title, meaning] = texts.cases[isUnlinked ? (`${kind}Unlinked` as const) : kind]
  const evidence: Evidence = [
    capacity === null ? texts.capacityNull : capacity === undefined ? texts.capacityAbsent : texts.sourceIs(source),
    candidates === undefined ? texts.candidatesAbsent : texts.candidates(candidates),
    hasUrl ? texts.urlSet : url === null ? texts.urlNull : url === '' ? texts.urlEmpty : texts.urlAbsent,
  ]
  const contradictions: string[] = []
  const expectUrl = (expected: boolean) => {
    if (hasUrl !== expected) contradictions.push(expected ? texts.urlExpected : texts.noUrlExpected)
  }
  if (kind === 'determined') {
    expectUrl(false)
    if (candidates !== undefined && candidates !== 1) contradictions.push(texts.oneExpected(candidates))
  }
  if (kind === 'undetermined') {
    expectUrl(true)
    if (candidates !== undefined && candidates < 2) contradictions.push(texts.severalExpected(candidates))
  }
  if (kind === 'chosen') {
    expectUrl(true)
    const chosen = capacity?.nominal
    if (typeof chosen === 'number' && candidates && !availableCapacities?.some((one) => one.capacity === chosen))
      contradictions.push(texts.notAmongThem(chosen))
  }
  return { kind, title, meaning, evidence, contradictions }
}
