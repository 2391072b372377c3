/** Says in the log that deliveries are encrypted with a key that this server doesn't have. */
import { totalOf, type Unreadable } from '../../receiver/book-unreadable'
import type { Log } from '../log'

/** A job removes thousands. */
const REMOVALS_EVERY_MS = 60_000

export function createUnreadableNotice(log: Pick<Log, 'warn'>) {
  let last = ''
  let erasedAt = Number.NEGATIVE_INFINITY
  const describe = ({ deliveries, values, errors, keys }: Unreadable) => {
    const counts = Object.entries({ deliveries, 'last values': values, 'vehicle errors': errors })
    const words = counts.map(([name, count]) => `${name}: ${count.toLocaleString('en-US')}`).join(', ')
    return `what is encrypted with a key that this server doesn’t have (${keys.join(', ')}; ${words})`
  }
  return {
    /** Once for each change. */
    counted(found: Unreadable): void {
      const words = totalOf(found) === 0 ? '' : describe(found)
      if (words !== '' && words !== last)
        log.warn(`Deliveries can’t show, and a removal can’t erase, ${words}. Set DELIVERIES_KEY_OLD to the key.`)
      last = words
    },
    /** A removal erased what it found. */
    erased(found: Unreadable): void {
      if (totalOf(found) === 0 || performance.now() < erasedAt + REMOVALS_EVERY_MS) return
      erasedAt = performance.now()
      log.warn(
        `A removal couldn’t look into ${describe(found)}. Set DELIVERIES_KEY_OLD, and erase the deliveries again.`,
      )
    },
  }
}
