/** Errors that the server itself makes, in the version 3 error shape (section 7) with `type: "GATEWAY"`. */
import { gatewayErrors } from '../api/gateway-errors.data'
import { noteCode, requestId, requestIdHeader } from './request-id'

export type GatewayCode = keyof typeof gatewayErrors

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
  const { status, title } = gatewayErrors[code]
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
