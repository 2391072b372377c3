/** Error bodies as schemas: those of this server, and those of version 2.0, which the interface does not show (7). */
import * as z from 'zod/mini'
import type { Effect, Endpoint } from '../endpoint'
import { gatewayErrors } from '../gateway-errors.data'

/** The usual one, its predecessor's, and that of a token server, as publicly known. Fields beyond these pass. */
export const Version2Error = z.union([
  z.object({
    type: z.string(),
    code: z.nullable(z.string()),
    description: z.string(),
    docURL: z.string(),
    statusCode: z.int(),
    requestId: z.string(),
    resolution: z.nullable(
      z.union([z.string(), z.object({ type: z.nullable(z.string()), url: z.optional(z.string()) })]),
    ),
    suggestedUserMessage: z.optional(z.nullable(z.string())),
    detail: z.optional(z.array(z.object({ field: z.array(z.union([z.string(), z.int()])), message: z.string() }))),
  }),
  z.object({ error: z.string(), message: z.string(), code: z.optional(z.nullable(z.string())) }),
  z.object({ error: z.string(), error_description: z.optional(z.string()) }),
])

type Code = keyof typeof gatewayErrors

const codesOfAll = [
  ...['BAD_REQUEST', 'NO_TOKEN', 'SIGN_IN_REQUIRED', 'FOREIGN_ORIGIN', 'NO_ROLE', 'ROLE', 'NOT_AN_OPERATION'],
  ...['ACCOUNT_CHANGED', 'BODY_TOO_LARGE', 'LIMIT', 'INTERNAL', 'TOKEN_UNAVAILABLE', 'UPSTREAM_UNREACHABLE', 'BUSY'],
  ...['STOPPING', 'UPSTREAM_TIMEOUT'],
] as const satisfies readonly Code[]
const moreCodes: Record<Effect, readonly Code[]> = {
  free: [],
  billed: ['READ_ONLY', 'BUDGET', 'AUDIT_UNAVAILABLE', 'OUTCOME_UNKNOWN'],
  change: ['READ_ONLY', 'REPEATED', 'AUDIT_UNAVAILABLE', 'STORE_UNAVAILABLE', 'OUTCOME_UNKNOWN'],
}

/** With which errors the server itself may return an operation, by status. */
export function gatewayCodesOf({ effect, path, extension }: Endpoint): ReadonlyMap<number, readonly Code[]> {
  const found = new Map<number, Code[]>()
  const mayBeNone = path.includes('{') || extension !== undefined // an id that is none, or switched off
  for (const code of [...codesOfAll, ...moreCodes[effect]]) {
    if (code === 'NOT_AN_OPERATION' && !mayBeNone) continue
    const { status } = gatewayErrors[code]
    found.set(status, [...(found.get(status) ?? []), code])
  }
  return found
}

/** The shape of section 7 without a link, with `type: "GATEWAY"`. */
export const GatewayError = z.object({
  errors: z
    .array(
      z.object({
        id: z.optional(z.string()),
        status: z.string(),
        type: z.literal('GATEWAY'),
        code: z.enum([...codesOfAll, ...moreCodes.billed, ...moreCodes.change]),
        title: z.string(),
        detail: z.string(),
      }),
    )
    .check(z.minLength(1)),
})
