/**
 * `CONFIG` `dailyVehicleReads`: how many billed reads an operator may spend, and a vehicle may be asked for, in one UTC
 * day. Each endpoint in a batch is one (8). Counted in this process when a read is sent, whatever comes of it: each
 * instance counts for itself, and a restart begins at nothing. A day ends when as much time has passed as was left of it
 * at its first read: a clock that is set neither grants a day twice nor holds its counts for longer.
 */
import { idKey } from '../../api/same-id'
import type { ConfigFile } from '../settings/config-file'

/** Different operators and vehicles that are counted in a day. */
const MOST_COUNTED = 100_000

interface BudgetRequest {
  /** The operator's id; undefined where no sign-in is configured. */
  subject: string | undefined
  vehicleId: string
  /** How many it is: a batch is refused as a whole where not all of them are left. */
  requests: number
}
interface Spent {
  detail: string
  /** Whose limit it is; a job can go on with another vehicle, and with another day. */
  of: 'operator' | 'vehicle' | 'server'
  /** Seconds until the counts restart. */
  retryAfter: number
}

export type Budget = ReturnType<typeof createBudget>

const DAY_MS = 86_400_000

interface BudgetClocks {
  /** Milliseconds since the epoch. */
  now: () => number
  /** Milliseconds of a clock that is never set. */
  elapsed: () => number
}
const ownClocks: BudgetClocks = { now: Date.now, elapsed: () => performance.now() }

export function createBudget(limits: ConfigFile['dailyVehicleReads'] = {}, { now, elapsed }: BudgetClocks = ownClocks) {
  let today: number | undefined
  /** By `elapsed`. */
  let endsAt = Number.NEGATIVE_INFINITY
  let counts = new Map<string, number>()

  function startDayIfDue(): void {
    if (elapsed() < endsAt) return
    const time = now()
    const day = Math.floor(time / DAY_MS)
    // A clock that was set back is in the same day again, whose counts hold until its end.
    if (day !== today) counts = new Map()
    today = day
    endsAt = elapsed() + (day + 1) * DAY_MS - time
  }
  const keysOf = ({ subject, vehicleId }: BudgetRequest) =>
    [`operator ${subject}`, `vehicle ${idKey(vehicleId)}`] as const

  /** Takes back a read that was counted and then not sent. */
  function giveBack(asked: BudgetRequest): void {
    startDayIfDue()
    for (const key of keysOf(asked)) {
      const left = (counts.get(key) ?? 0) - asked.requests
      if (left > 0) counts.set(key, left)
      else counts.delete(key)
    }
  }

  /** Counts a read. @returns why it is refused, and then it does not count */
  function spend(asked: BudgetRequest): Spent | undefined {
    const { subject, requests } = asked
    startDayIfDue()
    const [operator, vehicle] = keysOf(asked)
    const refused = (of: Spent['of'], why: string): Spent => ({
      of,
      detail: `${why} Counts restart at 00:00 UTC (CONFIG dailyVehicleReads, per instance).`,
      retryAfter: Math.ceil((endsAt - elapsed()) / 1000),
    })
    const { perOperator, perVehicle } = limits
    const asks = (
      [
        { key: operator, limit: subject === undefined ? undefined : perOperator, of: 'operator', who: 'You have' },
        { key: vehicle, limit: perVehicle, of: 'vehicle', who: 'This vehicle has' },
      ] as const
    ).flatMap(({ limit, ...ask }) => (limit === undefined ? [] : [{ ...ask, limit, count: counts.get(ask.key) ?? 0 }]))
    const over = asks.find(({ limit, count }) => count + requests > limit)
    if (over) {
      const more = requests === 1 ? '' : ` This batch needs ${requests} more. Nothing was sent.`
      return refused(over.of, `${over.who} used ${over.count} of ${over.limit} billed reads for this UTC day.${more}`)
    }
    const added = asks.filter(({ count }) => count === 0).length
    // Forgetting a count would be a way around it.
    if (counts.size + added > MOST_COUNTED)
      return refused(
        'server',
        `This server can count ${MOST_COUNTED} operators and vehicles a day, and that limit is reached.`,
      )
    for (const { key, count } of asks) counts.set(key, count + requests)
    return undefined
  }
  return { spend, giveBack }
}
