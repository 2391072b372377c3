/** Bodies of requests: one that is right for each address, and ways to damage it. */
import { jobActions, jobOperations } from '../../api/team-jobs'
import type { Person } from './people'

/** IDs that exist. */
export interface Known {
  connections: string[]
  users: string[]
  vehicles: string[]
  webhooks: string[]
  /** Those that the test began. */
  jobs: string[]
}

interface BodyInput {
  person: Person
  mark: string
  choice: number
  known: Known
}
const from = <T>(list: readonly T[], choice: number): T | undefined => list[choice % list.length]
const reads = [{ path: '/odometer' }, { path: '/fuel' }]
const inAYear = () => new Date(Date.now() + 365 * 86_400_000).toISOString()

function jobBody({ mark, choice, known }: BodyInput) {
  const operation = from(jobOperations, choice) ?? jobOperations[0]
  const count = [1, 3, 50, 2_000][(choice >> 4) % 4] ?? 1
  const targets = Array.from({ length: count }, (_, index) => `${mark}-${index}`)
  const schedule = [
    {},
    {},
    { startAt: inAYear() },
    { hours: { from: '22:00', to: '06:00', timeZone: 'Europe/Berlin' } },
  ]
  const common = {
    key: `key-${mark.replace('~', '-')}`,
    operation,
    isDryRun: choice % 3 === 0,
    ...from(schedule, choice >> 6),
  }
  if (operation.startsWith('DELETE')) return { ...common, targets }
  if (operation === 'POST /v3/subscriptions')
    return { ...common, targets: targets.map((one) => `${one}/u`), with: { webhookId: known.webhooks[0] ?? 'w' } }
  if (operation === 'POST /v2.0/vehicles/{id}/batch') return { ...common, targets, with: { requests: reads } }
  if (operation.includes('signals'))
    return { ...common, targets: targets.map((one) => `${one}/odometer-traveleddistance`), with: { mostPages: 2 } }
  return { ...common, with: { query: {} } }
}

/** By method and path. */
export const bodies: Readonly<Record<string, (given: BodyInput) => unknown>> = {
  'POST /session': ({ mark }) => ({ version3: `token-${mark}`, vehicles: { [mark]: `token-${mark}` } }),
  'POST /team/crawl': ({ choice }) => ({ action: from(['start', 'pause', 'resume', 'stop'], choice) }),
  'POST /team/subscriptions': ({ mark, choice }) => ({
    subscriptions: Array.from({ length: (choice % 200) + 1 }, (_, index) => ({
      ...{ webhookId: `w-${index}`, userId: mark, vehicleId: mark, state: 'seen' },
      ...{ at: '2026-01-01T00:00:00Z', since: '2026-01-01T00:00:00Z' },
    })),
  }),
  'POST /team/views': ({ person, choice }) => ({
    name: `${choice % 4 === 0 ? 'shared view' : 'view'} of ${person.subject} ${choice % 50}`,
    address: '/connections?filter%5Bvehicle.mode%5D=live',
    isShared: choice % 4 === 0,
  }),
  'POST /team/jobs': jobBody,
  'POST /team/jobs/{id}': ({ choice }) =>
    choice % 5 === 0 ? { share: (choice % 100) + 1 } : { action: from(jobActions, choice) },
  'POST /deliveries/{id}/pin': ({ choice }) => ({ pinned: choice % 2 === 0 }),
  'POST /deliveries/{id}/replay': () => ({ destination: 'archive' }),
  'POST /v3/subscriptions': ({ mark }) => ({
    data: { attributes: { webhookId: mark, userId: mark, vehicleId: mark } },
  }),
  'POST /v2.0/vehicles/{id}/batch': () => ({ requests: reads }),
}

const large = 200_000
export const spellings = {
  well: (json: string) => Buffer.from(json),
  truncated: (json: string) => Buffer.from(json.slice(0, -1)),
  'other types': (json: string) => Buffer.from(json.replace(/:("[^"]*"|\d+|true|false)/, ':{"__proto__":[null]}')),
  more: (json: string) => Buffer.from(json.replace(/}$/, ',"constructor":{"prototype":{"x":1}}}')),
  deep: () => Buffer.from('['.repeat(20_000) + ']'.repeat(20_000)),
  noise: (json: string) => Buffer.from(json, 'utf16le'),
  large: (json: string) => Buffer.from(json.padEnd(large)),
  numbers: () => Buffer.from(`[${'1e999,'.repeat(large / 6)}1]`),
  targets: (json: string) => Buffer.from(json.replace(/"targets":\[[^\]]*\]/, () => `"targets":[${many.join()}]`)),
  nothing: () => Buffer.alloc(0),
} as const
/** As many as a job may have. */
const many = Array.from(
  { length: 100_000 },
  (_, index) => `"00000000-0000-4000-8000-${String(index).padStart(12, '0')}"`,
)
