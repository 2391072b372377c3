/** The failures the sandbox can make, by the token or ID that a person types: the sandbox makes them, the help lists them. */

/** Ids that mean a status, on any operation that takes an id or filters by one: `fault-403`. */
export const faultIds = [400, 401, 403, 404, 409, 410, 429, 430, 500, 501, 502].map((status) => ({
  id: `fault-${status}`,
  status,
}))

/** Vehicle ids that mean an error of the version 2.0 host in one of its other shapes. */
export const version2FaultIds = [
  { id: 'fault-record-not-found', status: 500, about: 'no battery capacity record: 500 RECORD_NOT_FOUND' },
  { id: 'fault-version', status: 404, about: 'the version has been switched off: 404 VERSION' },
  { id: 'fault-predecessor', status: 409, about: 'the body of an older version: {error, message, code}' },
  { id: 'fault-oauth', status: 401, about: 'the body of a token server: {error, error_description}' },
] as const

/** A token is `sandbox-` and any name, each with a world of its own; these names mean a fault as well. */
export const faultTokens = [
  [
    'sandbox-status-403',
    'every request returns this status; also 400, 404, 409 (asleep), 429 (with retry-after), 430, 500, 502, 503',
  ],
  ['sandbox-once-503', 'the first request returns this status, later ones succeed'],
  ['sandbox-slow-3000', 'every request takes this many milliseconds longer'],
  ['sandbox-flaky-5', 'this many of a hundred reads fail, evenly: 503, 502 and a cut connection in turn'],
  ['sandbox-hang', 'no request ever gets a response'],
  ['sandbox-cut', 'the connection is cut before any response'],
  ['sandbox-cut-body', 'the connection is cut in the middle of a read’s body'],
  ['sandbox-html', 'every read returns 200 with a web page'],
  ['sandbox-empty', 'every read returns 200 with an empty body'],
  ['sandbox-truncated', 'every read returns 200 with half of its JSON'],
  ['sandbox-wrong-shape', 'lists contain rows that differ from the API’s documentation'],
  ['sandbox-live-only', 'without a mode, only live connections are listed'],
  ['sandbox-max-25', 'page sizes above this number return 400'],
  ['sandbox-moving', 'a connection disappears after every list'],
  ['sandbox-page-404', 'a page past the end of a list returns 404'],
  [
    'sandbox-rough-list',
    'a connection disappears from the head of the list after every page, page 4 fails twice, and every thirtieth list returns 429',
  ],
  ['sandbox-no-simulated', 'lists of simulated connections return 500'],
  ['sandbox-hostile-links', 'the links of lists lead elsewhere or are not addresses'],
  ['sandbox-links-with-filter', 'the links of lists name another filter'],
  [
    'sandbox-odd-batch',
    'a batch returns its items out of order, without the second and with one that was not requested',
  ],
  [
    'sandbox-mixed-batch',
    'each item of a batch has another outcome: 200, 403, 404, 409 (asleep), 429, 500, 501, without headers, missing, a body of null, a list, two swapped, and one that was not requested',
  ],
  [
    'sandbox-rough-batch',
    'every fifth batch returns 500, every thirteenth 429, and the first item of every third fails',
  ],
  [
    'sandbox-rough-create',
    'creations fail by their number: every seventeenth is created and its connection cut, every seventh 400, eleventh 403, thirteenth 404, ninth 409 (asleep), fifth 500',
  ],
  ['sandbox-subscribed-once', 'the same webhook, user and vehicle a second time return 409 ALREADY_SUBSCRIBED'],
  ['sandbox-subscription-list', 'the extension `GET /v3/subscriptions` is available'],
  ['sandbox-slow-purge', 'removed items can still be read three times, a user’s connections five times'],
  ['sandbox-change-500', 'reads succeed, changes return 500'],
  ['sandbox-change-cut', 'changes are made, then the connection is cut before the response'],
  ['sandbox-change-slow-2000', 'changes take this many milliseconds longer'],
] as const
