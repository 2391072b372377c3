/** What a delivery says that the one before it of the same vehicle and webhook didn't. Pure. */
import type { DeliveredValue, TeamDeliveryDetail } from '../../api/team-deliveries'

/** `failing`: it came with an error, and came without one before. `recovered`: the other way round. */
export const changes = ['changed', 'failing', 'recovered', 'new', 'gone', 'same', 'still failing'] as const
export type Change = (typeof changes)[number]

export interface ValueChange {
  code: string
  name: string | null
  change: Change
  before: DeliveredValue | undefined
  now: DeliveredValue | undefined
  isTrigger: boolean
}

const isFailing = ({ error, status, body }: DeliveredValue) =>
  error !== null || (body === undefined && status?.toUpperCase() === 'ERROR')

/** The same whatever the order of its keys. */
function written(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}

function changeOf(before: DeliveredValue | undefined, now: DeliveredValue | undefined): Change {
  if (!now) return 'gone'
  if (!before) return isFailing(now) ? 'failing' : 'new'
  if (isFailing(now)) return isFailing(before) ? 'still failing' : 'failing'
  if (isFailing(before)) return 'recovered'
  return written(before.body) === written(now.body) ? 'same' : 'changed'
}

const rank = (change: Change) => changes.indexOf(change)

/** What differs first; undefined where there is nothing to compare with. */
export function changesOf({
  values,
  previous,
  triggers,
}: Pick<TeamDeliveryDetail, 'values' | 'previous' | 'triggers'>): ValueChange[] | undefined {
  if (!previous) return undefined
  const triggered = new Set(triggers.map((code) => code.toLowerCase()))
  const [before, now] = [previous.values, values].map((all) => new Map(all.map((one) => [one.code, one])))
  const codes = [...new Set([...values, ...previous.values].map(({ code }) => code))]
  return codes
    .map((code): ValueChange => {
      const [old, current] = [before?.get(code), now?.get(code)]
      const name = current?.name ?? old?.name ?? null
      const isTrigger = triggered.has(code.toLowerCase())
      return { code, name, change: changeOf(old, current), before: old, now: current, isTrigger }
    })
    .toSorted((a, b) => rank(a.change) - rank(b.change))
}

/** Triggers whose value is as it was: the provider names them, and nothing of them is new. */
export const idleTriggers = (all: readonly ValueChange[]): string[] =>
  all.flatMap(({ code, change, isTrigger }) => (isTrigger && change === 'same' ? [code] : []))
