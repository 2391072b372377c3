/** The texts of the page to which the owner flow leads back. */
import { formatNumber } from '../../ui/measure'

// For the owner.
export const thanks = 'Thank you'
export const thanksForTime = 'Thank you for your time'
export const passedOn = 'Your choice has been sent. You can close this page.'
export const notChosen =
  'You didn’t choose a battery, and that’s fine. You can close this page, or open the link again later.'
export const notPassedOn = 'No choice was sent. You can close this page, or open the link again later.'
export const openedDirectly =
  'Battery owners return to this page after they choose their battery’s capacity. No choice was sent. You can close this page.'
export const iOperate = 'I operate this console'

// For the operator.
export const title = 'Back from the owner flow'
export const documentTitle = 'Back from the owner flow · Forecourt'
export const unproven =
  'Anyone can write this address, so its contents prove nothing and are shown as text. Read the capacity again to be sure.'
export const toConsole = 'Go to the console'

// What came of it.
export const noSelection = 'The owner didn’t choose.'
export const didNotKnow = 'They didn’t know their battery’s capacity.'
export const failed = (error: string) => `The flow failed: ${error}.`
export const nothingAppended = 'The address has no result.'
export const notThroughFlow = 'The page was opened directly, or the flow returned nothing.'
export const noCapacity = 'The address has no valid capacity.'
export const shownBelow = 'Its contents are shown below as text.'
export const chosen = (capacity: number) => `The owner chose ${formatNumber(capacity)} kWh.`

// Before and after.
export const beforeAndAfter = 'Before and after'
export const reading = 'battery capacity'
export const same = (capacity: number) => `The provider reports ${formatNumber(capacity)} kWh, the same as the address.`
export const another = (selected: number, capacity: number | null | undefined) =>
  `The address says ${formatNumber(selected)} kWh; the provider reports ${capacity == null ? 'no value' : `${formatNumber(capacity)} kWh`}.`
const determined = (capacity: number | null | undefined) =>
  capacity == null ? 'not determined' : formatNumber(capacity)
export const change = (before: number | null | undefined, after: number | null | undefined) =>
  `Before: ${determined(before)}; after: ${determined(after)}.`
export const capacityOfVehicle = 'Battery capacity of the vehicle'
