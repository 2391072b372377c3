/** The texts of the page to which the owner flow leads back. */
import { formatNumber } from '../../ui/measure'

// For the owner.
export const thanks = 'Thank you'
export const thanksForTime = 'Thank you for your time'
export const passedOn = 'Your answer has been passed on. You can close this page.'
export const notChosen =
  'You did not choose a battery, and that is fine. You can close this page, or open the link again later.'
export const notPassedOn = 'No answer was passed on. You can close this page, or open the link again later.'
export const iOperate = 'I operate this console'

// For the operator.
export const title = 'Back from the owner flow'
export const documentTitle = 'Back from the owner flow · Forecourt'
export const unproven =
  'Anybody can write such an address: what stands in it is shown as text, and proves nothing. Reading the capacity again does.'
export const toConsole = 'To the console'

// What came of it.
export const noSelection = 'The owner did not choose.'
export const didNotKnow = 'They did not know their battery’s capacity.'
export const failed = (error: string) => `The flow failed: ${error}.`
export const nothingAppended = 'Nothing was appended.'
export const notThroughFlow = 'The page was opened without the flow, or the flow said nothing.'
export const noCapacity = 'What was appended is no capacity.'
export const shownBelow = 'It is shown below as text.'
export const chosen = (capacity: number) => `The owner chose ${formatNumber(capacity)} kWh.`

// Before and after.
export const beforeAndAfter = 'Before and after'
export const reading = 'battery capacity'
export const same = (capacity: number) => `The service has the ${formatNumber(capacity)} kWh that the address names.`
export const another = (selected: number, capacity: number | null | undefined) =>
  `The address names ${formatNumber(selected)} kWh; the service has ${capacity == null ? 'no value' : formatNumber(capacity)}.`
const determined = (capacity: number | null | undefined) =>
  capacity == null ? 'not determined' : formatNumber(capacity)
export const change = (before: number | null | undefined, after: number | null | undefined) =>
  `Before: ${determined(before)}; after: ${determined(after)}.`
export const capacityOfVehicle = 'The vehicle’s battery capacity'
