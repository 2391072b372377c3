/** The texts of what this server's own receiver says of a webhook's deliveries. */
import {
  type DeliveryVerdict,
  deliveryVerdicts,
  type RefusalReason,
  refusalReasons,
} from '../../api/delivery-verdicts.data'
import { signalText } from '../../api/signals.data'
import { cut, plural } from '../../ui/format'
import type { Silence } from '../deliveries/silence'
import { every, quietFor } from '../deliveries/silence-texts'
import type { Names, Problem } from './delivery-links'

const MOST_SHOWN = 200

export const unread = 'This server’s deliveries couldn’t be loaded.'

export const receiverLink: Names = ['Callback is this server', 'Callback to this server']
export const isOurs = 'The callback is this server’s own receiver.'
export const isAnother = 'The callback is another address; its deliveries don’t reach this server.'

export const verifiedLink: Names = ['Callback verified', 'Callback verification']
export const verified = (ago: string) => `This server completed a verification ${ago}.`
export const verifiedByDelivery = (ago: string) => `A delivery was accepted ${ago}, so the callback is verified.`
export const notVerified: Problem = [
  'Callback isn’t verified',
  'This server has received no verification and accepted no delivery of this webhook.',
]

export const signatureLink: Names = ['Signature accepted', 'Signature']
export const accepted = (ago: string) => `A delivery of this webhook was accepted ${ago}.`
export const onlyTests = 'Only tests of this webhook were received so far.'
export const noneReceived = 'No delivery of this webhook was accepted, and none was refused for its signature.'
const verdictNames: Readonly<Record<DeliveryVerdict, string>> = {
  'no signature': 'Signature is missing',
  'header form': 'Signature has another form',
  timestamped: 'Signature covers a time, too',
  'body altered': 'Body is altered on the way',
  'old token': 'Signed with an old token',
  'another token': 'Signed with another token',
  'live only': 'Only live deliveries are refused',
}
const lastRefused = (ago: string) => `Last refused ${ago}.`
/** A refused request isn't proven, so it names no webhook for certain. */
export const refused = (verdict: DeliveryVerdict | undefined, reason: RefusalReason, ago: string): Problem =>
  verdict === undefined
    ? ['Signature is refused', `${refusalReasons[reason]} ${lastRefused(ago)}`]
    : [verdictNames[verdict], `${deliveryVerdicts[verdict]} ${lastRefused(ago)}`]

export const deliveredLink: Names = ['Delivered for this vehicle', 'Deliveries for this vehicle']
export const delivered = (ago: string, day: number, isExact: boolean, usualGap: number | null) => {
  const inDay = `${isExact ? '' : 'at least '}${plural(day, 'delivery', 'deliveries')} in 24 h`
  const usually = usualGap === null ? '' : `, usually ${every(usualGap)}`
  return `Last delivery ${ago}; ${inDay}${usually}.`
}
export const onlyOthers = (ago: string) =>
  `No delivery for this vehicle was received. The webhook last delivered for another vehicle ${ago}.`
export const noneDelivered = 'No delivery of this webhook was received.'
export const removed: Problem = ['Removed here', 'A delivery arrived after the removal; it is kept without its body.']

export const signalLink: Names = ['Signal delivered', 'Signal in the delivery']
export const hasSignal = (code: string) => `The last delivery has ${signalText(code)}.`
export const noSignal = (code: string): Problem => [
  'Signal is missing',
  `The last delivery doesn’t have ${signalText(code)}.`,
]
export const noState = 'No delivery with signals of this vehicle was received.'
export const noCode = 'The webhook names no signal.'
export const failing = (code: string, error: string, others: number): Problem => [
  'Signal has an error',
  `${signalText(code)}: ${error}${others > 0 ? `, and ${plural(others, 'more signal')}` : ''}.`,
]
/** A type and a code as they were sent. */
export const errorName = (type: string | null, code: string | null) =>
  cut([type, code].filter(Boolean).join(', ') || 'unknown error', MOST_SHOWN)

export const errorsLink: Names = ['No open error', 'Errors']
export const noError = 'No open error of this vehicle was delivered.'
export const openError = (error: string, suggested: string | null): Problem => [
  'Error is open',
  `${error}.${suggested ? ` Suggested message: “${cut(suggested, MOST_SHOWN)}”` : ''}`,
]

export const habitLink: Names = ['Not overdue', 'Usual interval']
export const onTime = (ago: string, usualGap: number) => `Last delivery ${ago}, usually ${every(usualGap)}.`
export const quiet = (silence: Silence): Problem => ['Overdue', `${quietFor(silence)}.`]
export const idle = 'An idle vehicle sends nothing.'
export const notDue = 'A removed vehicle isn’t expected to send.'
