/** The last calls of this tab, for the inspector: what was asked, what came, how long it took. In memory only. */
import { type CallRecord, observeCalls } from '../../api/client'
import { accountStore } from '../../core/account'
import { useStore } from '../../core/store'

export interface Call extends Omit<CallRecord, 'differences'> {
  /** Counts up over this tab. */
  id: number
}

const MOST_CALLS = 500
/** Bodies beyond this many characters in all make room, the oldest first. */
const MOST_TEXT = 10_000_000

const calls = accountStore<readonly Call[]>([])
export const useCalls = (): readonly Call[] => useStore(calls)
let last = 0

observeCalls(({ differences: _, ...record }) => {
  last += 1 // what differed is counted elsewhere: here it would keep whole bodies alive
  const next = [{ ...record, id: last }, ...calls.get().slice(0, MOST_CALLS - 1)]
  let room = MOST_TEXT
  calls.set(
    next.map((call) => {
      if (call.text === undefined) return call
      room -= call.text.length
      if (room >= 0) return call
      const { text: __, ...rest } = call
      return rest
    }),
  )
})

/** The call that brought this error, while it is among the last ones. */
export const callOf = (error: unknown): Call | undefined =>
  error === undefined ? undefined : calls.get().find((call) => call.error === error)

export const forgetCalls = (): void => calls.set([])

/** That something is not there is an answer: each confirmed removal gets it. */
export const isFailed = ({ error, isAborted, status }: Call): boolean =>
  error !== undefined && !isAborted && status !== 404
