/** Errors that the server itself makes: it sends status, code and title, the help says what each means. */
export const gatewayErrors = {
  BAD_REQUEST: { status: 400, title: 'Bad Request', meaning: 'The request isn’t valid; nothing was sent.' },
  NO_TOKEN: {
    status: 401,
    title: 'No token',
    meaning: 'No token is set for this host, or the added one has ended. Add one in Settings, or forget the ended one.',
  },
  SIGN_IN_REQUIRED: { status: 401, title: 'Sign-in required', meaning: 'Sign in, then try again.' },
  FOREIGN_ORIGIN: {
    status: 403,
    title: 'Foreign origin',
    meaning: 'The request came from another site, or a script left out the header `x-forecourt: 1`.',
  },
  INSECURE_HTTP: {
    status: 403,
    title: 'https required',
    meaning: 'Tokens aren’t accepted over plain http beyond this computer. Use https.',
  },
  NO_ROLE: { status: 403, title: 'No role', meaning: 'This sign-in has no role, so nothing can be read or changed.' },
  READ_ONLY: { status: 403, title: 'Read-only', meaning: 'This server refuses changes (`READ_ONLY`).' },
  ROLE: { status: 403, title: 'Role not sufficient', meaning: 'The operation requires another role. See Roles.' },
  NOT_AN_OPERATION: {
    status: 404,
    title: 'Not an operation of the API',
    meaning: 'The server forwards only the operations listed under Operations, with IDs that stay one path segment.',
  },
  NOT_OWN_ACCOUNT: {
    status: 404,
    title: 'Not the server’s own account',
    meaning: 'Deliveries are of the server’s own account. This browser uses a token added in Settings.',
  },
  NO_JOB: {
    status: 404,
    title: 'No such job',
    meaning: 'The server has no job with this ID: it never did, or the job was erased with its retention.',
  },
  NO_DELIVERY: {
    status: 404,
    title: 'No such delivery',
    meaning: 'The server has no delivery with this ID: it never did, or the delivery was erased.',
  },
  NO_RECEIVER: {
    status: 404,
    title: 'No deliveries are received',
    meaning: 'This server doesn’t receive what webhooks deliver (`RECEIVER_PORT`).',
  },
  REPEATED: {
    status: 409,
    title: 'Already received',
    meaning:
      'This click was received before, or another one was changing the same thing. The response has the first outcome; nothing was sent twice.',
  },
  NEEDS_SIGN_IN: {
    status: 409,
    title: 'Needs another sign-in',
    meaning:
      'The job’s person signed out, lost the role or hasn’t signed in for `JOB_SIGN_IN_DAYS`. They can sign in and resume it, or an operator can adopt it.',
  },
  JOBS_UNFINISHED: {
    status: 409,
    title: 'Jobs are unfinished',
    meaning: 'The account has jobs of changes that aren’t finished. Let them end or stop them. Nothing was erased.',
  },
  ACCOUNT_CHANGED: {
    status: 409,
    title: 'The account has changed',
    meaning: 'Tokens or the sign-in changed since the page loaded. Nothing was sent.',
  },
  BODY_TOO_LARGE: {
    status: 413,
    title: 'Body too large',
    meaning: 'The body is larger than `BODY_LIMIT_KB`, or the browser holds too many tokens.',
  },
  HEADERS_TOO_LARGE: {
    status: 431,
    title: 'Request headers too large',
    meaning:
      'The browser sent more than 32 KB of headers. The cookies of all consoles at one host name are sent together: clear them.',
  },
  BOUND: {
    status: 429,
    title: 'Limit of the store reached',
    meaning:
      'One person, or all together, may leave no more of this in the team’s store. The error says which limit (`reached`) and what makes room. Nothing was stored.',
  },
  BUDGET: {
    status: 429,
    title: 'Daily budget used up',
    meaning: 'You or the vehicle used all billed reads for this UTC day.',
  },
  LIMIT: {
    status: 429,
    title: 'Request limit reached',
    meaning:
      'The request waited too long for the rate limit. It was not sent; try again after the time in `retry-after`.',
  },
  SIGN_IN_LIMIT: {
    status: 429,
    title: 'Too many sign-ins',
    meaning: 'More than 120 sign-ins a minute came from your address.',
  },
  INTERNAL: { status: 500, title: 'The server failed', meaning: 'The server’s log has the reason.' },
  NOT_RECORDED: {
    status: 501,
    title: 'Not in the recording',
    meaning: 'The server replays a recording (`REPLAY`) without a response to this request. No host is called.',
  },
  SIGN_IN_UNAVAILABLE: {
    status: 502,
    title: 'Sign-in isn’t available',
    meaning: 'The sign-in provider can’t be reached or its response isn’t valid.',
  },
  TOKEN_UNAVAILABLE: {
    status: 502,
    title: 'No token available',
    meaning: 'The token server returned no token; the error has its own words.',
  },
  UPSTREAM_UNREACHABLE: {
    status: 502,
    title: 'Couldn’t reach the provider',
    meaning: 'The provider’s host can’t be reached, or the connection broke.',
  },
  BUSY: {
    status: 503,
    title: 'Too many requests are open',
    meaning: 'Too many requests are in progress. This one was not sent; try again.',
  },
  AUDIT_UNAVAILABLE: {
    status: 503,
    title: 'Couldn’t write the audit log',
    meaning: 'The record of the change or vehicle read couldn’t be written, so it was not sent.',
  },
  STORE_UNAVAILABLE: {
    status: 503,
    title: 'The server’s store isn’t available',
    meaning:
      'The server is still opening its store, or can’t reach it. Everything else works without it, except that people who sign in can’t change anything until it is back.',
  },
  STOPPING: { status: 503, title: 'The server is stopping', meaning: 'Nothing was changed; try again.' },
  OUTCOME_UNKNOWN: {
    status: 504,
    title: 'The outcome is unknown',
    meaning: 'The server stopped before the response came. Check before you send it again.',
  },
  UPSTREAM_TIMEOUT: {
    status: 504,
    title: 'The provider didn’t respond in time',
    meaning: 'The provider’s response took too long. A change may have been made: check before you send it again.',
  },
} as const
