/** The texts of what stands below a reading: where it comes from, what changed in it, its details. */
import type { ReactNode } from 'react'
import { plural } from '../../ui/format'

// Where it comes from
export const provenance = 'Where this reading comes from'
export const recorded = 'Recorded'
export const fetched = 'Fetched'
export const read = 'Read'
export const notProvided = 'Not provided'
export const beforeRead = (span: string) => `${span} before you read it`
export const afterRead = (span: string) => `${span} after you read it; the clocks differ`
export const asRead = 'As you read it'
/** Read before the time to the next moment, which the look alone tells apart. */
export const between = '; next: '
export const later = (span: string) => `${span} later`
export const earlier = (span: string) => `${span} earlier`
export const atOnce = 'at once'
export const aboutAge = 'the age of a reading'
export const ageHint =
  'A value can have three times: when the vehicle recorded it, when the provider fetched it from the maker, and when you read it. A parked or sleeping vehicle records nothing new, so another read may return the same value. A value recorded a day or more before you read it is marked Stale.'

// Against the previous reading
export const sameValues = (isNewer: boolean) =>
  `Same values as the previous reading (${isNewer ? 'recorded at another time' : 'the same reading, not newer'})`
export const changed = (places: number) => `${plural(places, 'field')} changed since the previous reading`
export const oneBefore = (read: ReactNode, recorded: ReactNode) => (
  <>
    Previous reading: read {read}. {recorded}
  </>
)
export const before = 'the previous reading'
export const absent = 'not in response'

// Its details
export const details = 'Details'
export const differences = (count: number) => plural(count, 'difference')
export const permission = 'Permission'
export const units = 'Units'
export const request = 'Request ID'
export const coverage = 'Coverage'
