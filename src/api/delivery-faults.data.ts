/** The faults that the sandbox's simulator can deliver, by name: the simulator sends them, the help lists them. */

export const deliveryFaults = [
  ['bad-signature', 'signed with a random key'],
  ['no-signature', 'sent without a signature header'],
  ['old-key', 'signed with the token that was used before the current one'],
  ['reserialized', 'signed correctly, then its JSON is indented on the way, as a proxy might do'],
  ['live-only-bad', 'a test that is signed correctly, then a live delivery that is signed with a random key'],
  ['duplicate', 'the same delivery twice at the same time'],
  ['retry', 'the first response is lost, so the event is sent again after 25 s with a new delivery ID'],
  ['late', 'an event from 20 minutes ago, sent after a newer one of the same vehicle'],
  ['out-of-order', 'five events of one vehicle, the newest first'],
  ['clock-ahead', 'its sent time is an hour in the future'],
  ['clock-behind', 'its sent time is an hour in the past'],
  ['huge', 'a body larger than 128 KB'],
  ['not-json', 'a web page instead of JSON, signed correctly'],
  ['truncated', 'the first half of a body, signed correctly'],
  ['slow-body', 'a body that takes 20 s to arrive'],
  ['cut-body', 'the connection is cut in the middle of the body'],
  ['unknown-event', 'a type of event that isn’t documented'],
  ['unknown-webhook', 'from a webhook that isn’t in the list'],
  ['test', 'a test as the provider’s dashboard sends it, about an invented vehicle'],
  ['version-2', 'an event in the shape of version 2.0'],
  ['text-triggers', 'its triggers are texts instead of objects'],
  ['keyed-signals', 'its signals are an object instead of a list'],
  ['hostile', 'markup, formulas, paths, control characters and deep nesting in place of values'],
  ['verify', 'a verification of the callback'],
  [
    'verify-forgery',
    'a verification whose challenge is a forged event; if the response signs it, the event is sent with that signature',
  ],
  ['burst-500', '500 first deliveries at once'],
  ['silent', 'the next regular delivery isn’t sent'],
  ['after-removal', 'a delivery about a vehicle that was removed'],
] as const

export type DeliveryFault = (typeof deliveryFaults)[number][0]
