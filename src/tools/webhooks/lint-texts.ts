/** What is said of a webhook's own configuration: apart, as lists say it too. */
import { listed } from '../../ui/format'

export const noAddress = 'The callback URI is no address that anything could be delivered to.'
export const plainCallback = 'The callback URI is http: what is delivered can be read and changed on its way.'
export const plainErrors = 'The error callback URI is http: what is delivered can be read and changed on its way.'
export const noTriggers = 'It has data but no triggers: no change of a signal causes a delivery.'
export const noData = 'It has no data: a delivery would hold no signal.'
export const notDelivered = (codes: readonly string[]) =>
  `What triggers it is not delivered: ${listed(codes)} ${codes.length === 1 ? 'is' : 'are'} not among the data.`
export const triggersTwice = (codes: readonly string[]) => `The triggers name ${listed(codes)} more than once.`
export const dataTwice = (codes: readonly string[]) => `The data name ${listed(codes)} more than once.`
export const offButSubscribing = 'It is disabled, and yet it subscribes vehicles by itself.'
export const noErrorAddress = 'It has no error callback URI: where errors are delivered, the interface does not show.'
export const sameAddresses = 'Errors are delivered to the same address as values: the receiver has to tell them apart.'
