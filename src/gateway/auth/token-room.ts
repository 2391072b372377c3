/** How much of tokens a browser's cookies can hold. */
import * as z from 'zod/mini'
import { hosts } from '../../api/endpoint'
import { isTokenText } from '../settings/kinds'
import { MOST_VEHICLES } from './vehicle-index'

/** Largest size of a cookie, name and value together. */
export const COOKIE_BYTES = 4096
/** Of all cookies of one answer: proxies take no more headers than they have room for (`proxy_buffer_size`). */
const ANSWER_BYTES = 24_000
/** Of a cookie beside what it seals: its name, its path and the seal's own parts. */
const SEAL_BYTES = 200
export const VEHICLE_PATH = `${hosts.vehicleData}/v2.0/vehicles`

export const TOO_LONG = `A sealed token must fit a cookie of ${COOKIE_BYTES} bytes. Configure this one on the server instead.`
const TOO_LARGE = `The tokens of one request must fit ${ANSWER_BYTES} bytes of cookies. Add fewer at a time.`
export const TOO_MANY = `A browser can keep tokens for at most ${MOST_VEHICLES} vehicles, and fewer with long IDs. Forget some, or configure one token for all on the server.`

/** Pasted with its scheme or with white space, a token is still the token. */
const Token = z.pipe(
  z.string(),
  z.pipe(
    z.transform((text: string) => text.trim().replace(/^Bearer\s+/i, '')),
    z.string().check(z.refine(isTokenText)),
  ),
)
export const NewTokens = z.strictObject({
  version3: z.optional(Token),
  version2: z.optional(Token),
  vehicles: z.optional(z.record(z.string(), Token)),
})

interface Tokens {
  version3?: string | undefined
  version2?: string | undefined
  vehicles?: Record<string, string> | undefined
}

/**
 * @param vehiclePath of the cookies of vehicles
 * @returns why a body is refused by its numbers alone
 */
export function tooMuchIn({ vehicles = {}, ...versions }: Tokens, vehiclePath = VEHICLE_PATH): string | undefined {
  if (Object.keys(vehicles).length > MOST_VEHICLES) return TOO_MANY
  const bytes = [...Object.values(versions), ...Object.values(vehicles)].map(
    (token = '') => SEAL_BYTES + Math.ceil((token.length * 4) / 3),
  )
  if (bytes.some((one) => one > COOKIE_BYTES)) return TOO_LONG
  const paths = Object.keys(vehicles).reduce((sum, id) => sum + vehiclePath.length + id.length, 0)
  return bytes.reduce((sum, one) => sum + one, paths) > ANSWER_BYTES ? TOO_LARGE : undefined
}
