/**
 * Which owner flow this browser's operator opened, so that the page to which it returns can tell an operator from an
 * owner, who sees a plain thank-you. The vehicle's id only, for an hour; the flow opens in a tab of its own.
 */
import * as z from 'zod/mini'
import { persistedUserStore } from '../../core/account'

const Begun = z.object({ vehicleId: z.string(), at: z.number() })
const HOUR_MS = 3_600_000
const MOST = 20

const begun = persistedUserStore<z.output<typeof Begun>[]>({
  name: 'forecourt.owner-flows',
  schema: z.array(Begun),
  initial: [],
  storage: () => localStorage,
})

const isRecent = ({ at }: z.output<typeof Begun>) => Date.now() - at < HOUR_MS

/** An hour later nothing of it is kept. */
export function dropOldFlows(): void {
  if (!begun.get().every(isRecent)) begun.set((old) => old.filter(isRecent))
}

export function beginFlow(vehicleId: string): void {
  const at = Date.now()
  begun.set((old) => [{ vehicleId, at }, ...old.filter(isRecent)].slice(0, MOST))
  setTimeout(dropOldFlows, HOUR_MS)
}

/** True where this browser opened the flow of the vehicle in the last hour. */
export function hasBegun(vehicleId: string | undefined): boolean {
  dropOldFlows()
  return begun.get().some((one) => one.vehicleId === vehicleId)
}
