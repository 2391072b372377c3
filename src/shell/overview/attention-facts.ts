/** What needs somebody, from what this tab knows already: nothing is requested to find out. */
import type { Host } from '../../api/endpoint'
import type { WebhookRow } from '../../api/webhooks'
import type { Removal } from '../../changes/removal'
import { SOON_DAYS } from '../../domain/vehicles/deprecation'
import { endings } from '../../domain/vehicles/deprecations'
import { type Finding, lint } from '../../domain/webhooks/webhook-checks'
import type { Lamp } from '../../requests/host-status'

const DAY_MS = 86_400_000

export const isFailing = ({ state }: Lamp): boolean => state === 'error' || state === 'unreachable'

export const failingHosts = (lamps: Record<Host, Lamp>): [Host, Lamp][] =>
  (Object.entries(lamps) as [Host, Lamp][]).filter(([, lamp]) => isFailing(lamp)) // its keys are hosts

/** Removals of this page that were accepted and are not confirmed, or that had no response, by their keys. */
export const openRemovals = (removals: Readonly<Record<string, Removal>>): [string, Removal][] =>
  Object.entries(removals).filter(
    ([, one]) => one.phase === 'ended' && (one.outcome === 'accepted' || one.outcome === 'unknown'),
  )

/** What an application may well mean: no mistake is seen in it. */
const mayBeMeant: readonly Finding['rule'][] = ['no error address', 'same addresses']

export interface Faulty {
  webhook: WebhookRow
  finding: Finding
}

/** Webhooks with a mistake, each with its gravest; those first that deliver nothing. */
export function faultyWebhooks(rows: readonly WebhookRow[]): Faulty[] {
  const found = rows.flatMap((webhook): Faulty[] => {
    const findings = lint(webhook).filter(({ rule }) => !mayBeMeant.includes(rule))
    const finding = findings.find(({ weight }) => weight === 'broken') ?? findings[0]
    return finding ? [{ webhook, finding }] : []
  })
  const isBroken = ({ finding }: Faulty) => finding.weight === 'broken'
  return [...found.filter(isBroken), ...found.filter((one) => !isBroken(one))]
}

export interface Ending {
  titles: string[]
  /** The last day, `YYYY-MM-DD`. */
  to: string
  days: number
  /** True where it may be any day up to then. */
  isRange: boolean
}

/** Reads that end within a month, a line for each day on which some do. @param today `YYYY-MM-DD` in UTC */
export function endingSoon(today: string): Ending[] {
  const found = new Map<string, Ending>()
  for (const { title, deprecation } of endings) {
    const { from, to } = deprecation
    const days = (Date.parse(to) - Date.parse(today)) / DAY_MS
    if (days < 0 || days > SOON_DAYS) continue
    const known = found.get(to)
    if (known) known.titles.push(title)
    else found.set(to, { titles: [title], to, days, isRange: from !== to })
  }
  return [...found.values()]
}
