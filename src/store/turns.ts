/** Everybody's turn, one after the other, where there is one connection only. */
import { StoreError } from './store'

/** Lengthens a turn until that has ended, however it ends. */
export type Hold = (work: Promise<unknown>) => void

/** @param waitMs how long a turn is waited for: then it is given up, and not taken any more */
export function createTurns(waitMs: number) {
  let last: Promise<unknown> = Promise.resolve()
  return function inTurn<T>(work: (hold: Hold) => Promise<T>): Promise<T> {
    const held: Promise<unknown>[] = []
    return new Promise<T>((resolve, reject) => {
      let isLate = false
      const timer = setTimeout(() => {
        isLate = true
        reject(new StoreError('timeout', new Error('Others were before it.')))
      }, waitMs)
      last = last.then(async () => {
        clearTimeout(timer)
        if (isLate) return
        const turn = work((one) => void held.push(one))
        turn.then(resolve, reject)
        await Promise.allSettled([turn])
        await Promise.allSettled(held)
      })
    })
  }
}
