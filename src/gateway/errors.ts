/** Errors that the server itself makes, in the version 3 error shape (section 7) with `type: "GATEWAY"`. */

import { noteCode, requestId, requestIdHeader } from './request-id'

const known = {
  BAD_REQUEST: [400, 'Bad Request'],
  NO_TOKEN: [401, 'No token'],
  SIGN_IN_REQUIRED: [401, 'Sign-in required'],
  FOREIGN_ORIGIN: [403, 'Foreign origin'],
  INSECURE_HTTP: [403, 'Not over plain http'],
  NO_ROLE: [403, 'No role'],
  READ_ONLY: [403, 'Read only'],
  ROLE: [403, 'Role not sufficient'],
  NOT_AN_OPERATION: [404, 'Not an operation of the interface'],
  REPEATED: [409, 'Already received'],
  ACCOUNT_CHANGED: [409, 'The account has changed'],
  BODY_TOO_LARGE: [413, 'Body too large'],
  BUDGET: [429, 'Daily budget spent'],
  LIMIT: [429, 'The request limit is reached'],
  SIGN_IN_LIMIT: [429, 'Too many sign-ins'],
  INTERNAL: [500, 'The server failed'],
  SIGN_IN_UNAVAILABLE: [502, 'Sign-in is not available'],
  TOKEN_UNAVAILABLE: [502, 'No token can be had'],
  UPSTREAM_UNREACHABLE: [502, 'The service cannot be reached'],
  BUSY: [503, 'Too many requests are open'],
  AUDIT_UNAVAILABLE: [503, 'The audit log cannot be written'],
  STOPPING: [503, 'The server is stopping'],
  OUTCOME_UNKNOWN: [504, 'The outcome is unknown'],
  UPSTREAM_TIMEOUT: [504, 'The service did not answer in time'],
} as const
export type GatewayCode = keyof typeof known

/** Headers of every answer under `/api/` and `/session`: never stored, never sniffed, never a page. */
export const dataHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
} as const

/**
 * @param detail what happened and what to do, never a token
 * @param more members of the error beside those of section 7
 */
export function gatewayError(
  code: GatewayCode,
  detail: string,
  headers: Record<string, string> = {},
  more: object = {},
): Response {
  const [status, title] = known[code]
  const id = requestId()
  noteCode(code)
  const errors = [
    { ...(id !== undefined && { id }), status: String(status), type: 'GATEWAY', code, title, detail, ...more },
  ]
  return new Response(JSON.stringify({ errors }), {
    status,
    headers: {
      ...dataHeaders,
      ...headers,
      ...requestIdHeader(),
      'content-type': 'application/json',
      ...(code === 'BODY_TOO_LARGE' && { connection: 'close' }),
    },
  })
}
