/** The texts of a billed request, of one read or of a batch: why none can be sent, how long it takes, that the vehicle sleeps, what was spent. */
import { formatCount, plural } from '../../ui/format'

export const noToken = 'No v2.0 token is set. Add one in Settings, or add one for this vehicle on its first page.'
export const underWay = (seconds: number, most: number) => (
  <>
    <span className="number">{formatCount(seconds)} s</span>{' '}
    <span className="quiet">of at most {formatCount(most)} s. Canceling may not save the request.</span>
  </>
)
export const retry = (requests: number) => `Retry (${plural(requests, 'request')})`
/** @param detail the provider's own words */
export const asleepNow = (detail: string | undefined) =>
  `${detail || 'The vehicle is asleep and can’t respond right now.'} Nothing is wrong with it.`
export const asleep = (wait: number | undefined) =>
  `It may respond again after it has been driven or charged.${
    wait === undefined ? '' : ` The provider says to wait ${plural(wait, 'second')}.`
  }`
export const spent = (requests: number) => `${plural(requests, 'request')} sent to this vehicle from this tab.`
