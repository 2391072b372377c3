/**
 * Which owner flow this browser's operator opened, so that the page to which it returns can tell an operator from an
 * owner, who sees a plain thank-you. The vehicle's id only, for an hour; the flow opens in a tab of its own.
 */
import * as z from 'zod/mini'
import { createKeptStore } from './store'

const Begun = z.object({ vehicleId: z.string(), at: z.number() })
const HOUR_MS = 3_600_000
const MOST = 20

const begun = createKeptStore('forecourt.owner-flows', z.array(Begun), [], () => localStorage)

export function beginFlow(vehicleId: string): void {
  const at = Date.now()
  begun.set((old) => [{ vehicleId, at }, ...old.filter((one) => at - one.at < HOUR_MS)].slice(0, MOST))
}

/** True where this browser opened the flow of the vehicle in the last hour. */
export const hasBegun = (vehicleId: string | undefined): boolean =>
  begun.get().some((one) => one.vehicleId === vehicleId && Date.now() - one.at < HOUR_MS)
