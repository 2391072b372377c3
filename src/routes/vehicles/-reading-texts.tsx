/** The texts of a billed read as a tab: its permission, its price, its answer, its failure. */
import type { ReactNode } from 'react'
import { formatCount, plural } from '../../ui/format'

// What is read, and the button that reads it
export const battery = 'battery capacity'
export const service = 'service history'
export const troubleCodes = 'trouble codes'
export const systemStatus = 'system status'
export const vin = 'VIN'
export const read = (name: string) => `Read ${name}`
export const readAgain = 'Read again'

// The permission
export const needs = (permission: ReactNode) => <>Needs {permission}:</>
export const grantsPending = 'its connections are being read'
export const grantsUnknown = 'no connection says'
export const grantMissing =
  'none of its connections names it; the read may still be answered if the token belongs to another one.'
export const grantedBy = (granting: number, all: number) =>
  `by ${formatCount(granting)} of ${plural(all, 'connection')}`

// The price
export const aboutPrice = 'the price of a read'
export const priceHint = (isDeprecated: boolean) =>
  `A read goes through to the vehicle’s maker, counts against this vehicle’s limit and may be billed. So the button says how many requests it sends, a tab that is opened sends none, and nothing is sent twice by itself.${
    isDeprecated
      ? ' Deprecated means that the service has announced the end of this read, on a day or within a quarter; until it is switched off it works as before.'
      : ''
  }`

// How it went
export const arrived = (name: string) => `The answer is there: ${name}.`
export const cancelled = (seconds: number) =>
  `Cancelled after ${plural(seconds, 'second')}. The request may still be counted against this vehicle’s limit.`
export const subsetOfMakes = (make: string | null | undefined, notCovered: ReactNode) => (
  <>
    Available for a subset of makes; which, the interface does not show. Where {make ?? 'this make'} is not among them,
    an empty answer or an error means {notCovered}.
  </>
)

// The age of a reading
export const readAt = (time: ReactNode) => <>Read {time}</>
export const fetchedAt = (time: ReactNode) => <>fetched from the maker {time}</>
export const units = (system: string) => `units: ${system}`
export const request = (id: ReactNode) => <>request {id}</>
export const aboutAge = 'the age of a reading'
export const ageHint =
  'A value has up to three times: when the vehicle recorded it, when the service fetched it from the maker, and when it was read here. A vehicle that is parked or asleep records nothing new, so reading again may bring the same value. A day or more between recording and reading is called stale.'
export const notLast = 'This is the last reading that came; the newer request brought none.'

// Against the reading before
export const sameValues = (isNewer: boolean) =>
  `The reading before (${isNewer ? 'recorded at another time' : 'the same reading, not newer'}) had the same values`
export const changed = (places: number) => `${plural(places, 'place')} changed since the reading before`
export const oneBefore = (read: ReactNode, recorded: ReactNode) => (
  <>
    The one before was read {read}. {recorded}
  </>
)
export const before = 'the reading before'
export const absent = 'absent'

// A failure
export const switchedOff = (counterpart: ReactNode) => (
  <>Version 2.0 of this read may have been switched off. {counterpart}</>
)
