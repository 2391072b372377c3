/** Errors that the server itself makes, in the version 3 error shape (section 7) with `type: "GATEWAY"`. */
import { gatewayErrors } from '../api/gateway-errors.data'
import type { BoundError } from '../store/bounds'
import type { Running } from './running'

export type GatewayCode = keyof typeof gatewayErrors

/** Headers of every answer under `/api/` and `/session`: never stored, never sniffed, never a page. */
export const dataHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
} as const

/** Marks an error of this server until `identified` has seen it: it survives what else is done to the headers. */
const CODE = 'x-forecourt-code'

/**
 * An error of this server. Who makes it needs no request: `identified` adds its id on the way out.
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
  const errors = [{ status: String(status), type: 'GATEWAY', code, title, detail, ...more }]
  return new Response(JSON.stringify({ errors }), {
    status,
    headers: {
      ...dataHeaders,
      ...headers,
      [CODE]: code,
      'content-type': 'application/json',
      ...(code === 'BODY_TOO_LARGE' && { connection: 'close' }),
    },
  })
}

/** Nothing was stored or sent, because a bound of the store is reached. */
export const boundRefusal = ({ message, reached }: BoundError): Response =>
  gatewayError('BOUND', message, {}, { reached })

/** An error that this server made, as it sends it. */
export interface OwnError {
  status: number
  code: string
  title: string
  detail: string
  /** With `REPEATED`, the outcome of the first click. */
  first?: number | 'unknown' | 'not sent' | undefined
}

/** Adds the request's id to an answer that is an error of this server. @returns undefined where it is none */
export async function identified(
  answer: Response,
  { id }: Running,
): Promise<{ answer: Response; code: GatewayCode; error: OwnError } | undefined> {
  const code = answer.headers.get(CODE)
  if (code === null) return undefined
  const { errors } = (await answer.json()) as { errors: [Omit<OwnError, 'status'>] } // as it was made above
  const headers = new Headers(answer.headers)
  headers.delete(CODE)
  const body = JSON.stringify({ errors: errors.map((error) => ({ id, ...error })) })
  const identified = new Response(body, { status: answer.status, headers })
  return { answer: identified, code: code as GatewayCode, error: { ...errors[0], status: answer.status } }
}
