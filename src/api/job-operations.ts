/** What each operation of a job is: which endpoint it asks, whether it may be repeated, and what its targets name. */
import { batch } from './batch'
import { connections } from './connections'
import type { Effect, Endpoint } from './endpoint'
import { idsOf } from './job-target'
import { brackets, type PageNames, plain } from './links'
import type { NewTeamJob } from './new-team-job'
import { signals } from './signals'
import { subscriptions } from './subscriptions'
import type { JobOperation } from './team-jobs'
import { users } from './users'
import { webhooks } from './webhooks'

/** Sent at most once: what was cut off is unknown, and nothing of it is queued twice. */
interface Change {
  kind: 'change'
  endpoint: Endpoint
  /** What a target names, in its order: one alone stands as it is, several as `targetOf` writes them. */
  names: readonly string[]
}
/** May be repeated: what was cut off waits again. What it brings is kept for a file. */
interface Read {
  kind: 'read'
  endpoint: Endpoint
  names: readonly string[]
}
/** A read of each target whose response says whether another page follows. */
interface Pages {
  kind: 'pages'
  /** Undefined of the team's directory, which costs no request. */
  endpoint: Endpoint | undefined
  names: readonly string[]
  /** How many of the names each target has at least: all, where that is left out. */
  least?: number
  page: PageNames
  /** Set for a list: it is the one target. */
  list?: string
}
export type JobKind = Change | Read | Pages

const listed = (list: string, endpoint?: Endpoint) =>
  ({ kind: 'pages', endpoint, names: [], page: brackets, list }) as const satisfies JobKind

export const jobKinds: Readonly<Record<JobOperation, JobKind>> = {
  [connections.remove.operation]: { kind: 'change', endpoint: connections.remove, names: ['connectionId'] },
  [users.remove.operation]: { kind: 'change', endpoint: users.remove, names: ['userId'] },
  [subscriptions.remove.operation]: { kind: 'change', endpoint: subscriptions.remove, names: ['subscriptionId'] },
  [subscriptions.create.operation]: {
    kind: 'change',
    endpoint: subscriptions.create,
    names: ['vehicleId', 'userId'],
  },
  [batch.send.operation]: { kind: 'read', endpoint: batch.send, names: ['id'] },
  [signals.values.operation]: {
    kind: 'pages',
    endpoint: signals.values,
    names: ['vehicleId', 'signalCode', 'userId'],
    least: 2,
    page: plain,
  },
  [connections.list.operation]: listed('connections', connections.list),
  [webhooks.list.operation]: listed('webhooks', webhooks.list),
  [subscriptions.list.operation]: listed('subscriptions', subscriptions.list),
  'GET /team/users': listed('users'),
  'GET /team/vehicles': listed('vehicles'),
}

export const isChange = (operation: JobOperation): boolean => jobKinds[operation].kind === 'change'

/** What it costs whom, and so which role begins it. */
export const effectOf = (operation: JobOperation): Effect => jobKinds[operation].endpoint?.effect ?? 'free'

/** @returns what a target names, by name; undefined where it names something else */
export function namesIn(operation: JobOperation, target: string): Record<string, string> | undefined {
  const kind = jobKinds[operation]
  const { names } = kind
  if (names.length === 0) return {}
  const ids = names.length === 1 ? [target] : idsOf(target)
  const least = (kind.kind === 'pages' ? kind.least : undefined) ?? names.length
  if (!ids || ids.length > names.length || ids.length < least) return undefined
  return Object.fromEntries(ids.map((id, at) => [names[at] ?? '', id]))
}

/** What a job that is asked for comes to. */
export interface JobPlan {
  /** Each once. */
  targets: string[]
  /** What all of them share, as it is kept. */
  shared: Record<string, unknown> | null
  /** Beside operation and target, what no two jobs may be to send at once; null of reads, which may. */
  scope: string | null
}

export function planOf(asked: NewTeamJob): JobPlan {
  const { operation } = asked
  const kind = jobKinds[operation]
  const shared = 'with' in asked ? (asked.with ?? null) : null
  const targets = 'targets' in asked ? [...new Set(asked.targets)] : [(kind.kind === 'pages' && kind.list) || '']
  if (kind.kind !== 'change') return { targets, shared, scope: null }
  return { targets, shared, scope: shared && 'webhookId' in shared ? shared.webhookId : '' }
}

/** What one target costs: a batch as many as it has paths. Undefined of what is read in pages. */
export function costOfTarget(operation: JobOperation, shared: JobPlan['shared']): number | undefined {
  const kind = jobKinds[operation]
  if (kind.kind === 'pages') return kind.endpoint ? undefined : 0
  return Array.isArray(shared?.requests) ? shared.requests.length : 1
}
