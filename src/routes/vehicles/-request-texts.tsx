/** The texts of a billed request, of one read or of a batch: why none can be sent, how long it takes, that the vehicle sleeps, what was spent. */
import { formatCount, plural } from '../../ui/format'

export const noToken =
  'No version 2.0 token is held: hand one over under Settings, or one for this vehicle on its first page.'
export const underWay = (seconds: number, most: number) => (
  <>
    <span className="number">{formatCount(seconds)} s</span>{' '}
    <span className="quiet">of at most {formatCount(most)} s. Cancelling may not save the request.</span>
  </>
)
export const retry = (requests: number) => `Retry (${plural(requests, 'request')})`
export const asleep = (wait: number | undefined) =>
  `It may answer again once somebody has driven or charged it${
    wait === undefined ? '.' : `; the service says to wait ${plural(wait, 'second')}.`
  }`
export const nothingSpent = 'This tab has sent no request that counts against this vehicle.'
export const spent = (requests: number) =>
  `This tab has sent ${plural(requests, 'request')} that may count against this vehicle’s limit.`
