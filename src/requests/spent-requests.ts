/** How many requests this tab has spent on each vehicle (section 8), whatever became of them; and what answered last. */
import { observeCalls, observeSends } from '../api/client'
import { costOf } from '../api/endpoint'
import { idKey } from '../api/same-id'
import { accountStore } from '../core/account'
import { type ById, byId, useStore, withId } from '../core/store'

const spent = accountStore<ById<number>>(byId())

observeSends(({ endpoint, path, body }) => {
  const vehicleId = path?.id ?? path?.vehicleId
  if (endpoint.effect !== 'billed' || vehicleId === undefined) return
  spent.set((old) => withId(old, idKey(vehicleId), (old[idKey(vehicleId)] ?? 0) + costOf(body)))
})

/** Requests of this session that counted against the vehicle. */
export const useSpent = (vehicleId: string): number => useStore(spent)[idKey(vehicleId)] ?? 0

export interface LastAnswer {
  /** Milliseconds since the epoch. */
  at: number
  status: number | undefined
}
const answers = accountStore<Readonly<Record<string, LastAnswer>>>({})
observeCalls(({ endpoint, at, status, isAborted }) => {
  if (endpoint.deprecation && !isAborted) answers.set((old) => ({ ...old, [endpoint.operation]: { at, status } }))
})

/** The last answer of this session to each deprecated operation. */
export const useLastAnswers = (): Readonly<Record<string, LastAnswer>> => useStore(answers)
