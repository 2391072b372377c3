/** The warnings that come before a subscription. */

export const duplicate = 'This browser has subscribed the same webhook, user and vehicle already.'
export const mayBeDuplicate =
  'A request from this browser to create this subscription got no response. The subscription may exist already.'
export const notConnected = 'No connection ties this user to this vehicle: the service may refuse it.'
export const disabled = 'The webhook is disabled: nothing is delivered until it is enabled.'
export const subscribesAll = 'The webhook subscribes vehicles by itself: this one may have it already.'
export const simulated = 'The vehicle is simulated: what it delivers is invented.'
const lacking = ([permission, codes]: readonly [string, readonly string[]]) => `${permission} (${codes.join(', ')})`
export const notGranted = (permissions: readonly (readonly [string, readonly string[]])[]) =>
  `The connection does not grant ${permissions.map(lacking).join('; ')}.`
