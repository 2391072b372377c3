/** The texts of a billed read as a tab: its permission, its price, its response, its failure. */
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
export const needs = (permission: ReactNode) => <>Requires {permission}:</>
/** Between the word for a permission and what is said of it, which the look alone tells apart. */
export const after = ': '
export const grantsPending = 'loading its connections…'
export const grantsFailed = 'its connections couldn’t be loaded'
export const grantsUnknown = 'its connections don’t list permissions'
export const grantMissing =
  'No connection grants it. The read may still succeed if the token belongs to another connection.'
export const grantedBy = (granting: number, all: number) =>
  `by ${formatCount(granting)} of ${plural(all, 'connection')}`

// The price
export const aboutPrice = 'the price of a read'
export const priceHint = (isDeprecated: boolean) =>
  `A read goes to the vehicle’s maker, counts against this vehicle’s limit and may be billed. Each button shows how many requests it sends. Opening a tab sends none, and no read is repeated automatically.${
    isDeprecated
      ? ' Deprecated means that the provider has announced when this read ends. Until then it works as before.'
      : ''
  }`

// How it went
export const waiting = (name: string) => `Reading ${name}…`
export const arrived = (name: string) => `Reading complete: ${name}.`
export const cancelled = (seconds: number) =>
  `Canceled after ${plural(seconds, 'second')}. The request may still count against this vehicle’s limit.`
export const subsetOfMakes = (make: string | null | undefined, notCovered: ReactNode) => (
  <>
    {`Not every make supports this. An empty result or an error may mean ${make ?? 'this make'} doesn’t: `}
    {notCovered}.
  </>
)

// What stands where there is no newer one
export const notLast = 'This is the previous reading. The latest request returned no reading.'

// A failure
export const switchedOff = (counterpart: ReactNode) => (
  <>Version 2.0 of this read may have been switched off. {counterpart}</>
)
