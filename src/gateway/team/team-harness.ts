/** For tests of the team's routes: a directory in memory that fails when it is told to, with what was asked of it. */
import type { TeamDirectory, TeamUser, TeamVehicle } from '../../api/team'
import type { TeamInstance } from '../../api/team-instances'
import type { Directory } from '../../store/directory'
import type { KeptSession } from '../../store/sessions'
import { type Store, StoreError, type StoreFailure } from '../../store/store'
import type { Subscriptions } from '../../store/subscriptions'
import type { ViewFault } from '../../store/views'
import type { Crawler } from '../../team/crawler'
import type { AccountStore } from './account-store'
import type { Keeping, StoreSource } from './own-team'
import type { Kept } from './team'
import { viewsDouble } from './view-harness'

export const someUser = (id: string): TeamUser => ({
  ...{ id, externalId: `external-${id}`, live: 1, simulated: 0, vehicles: 1 },
  ...{ cars: ['2021 TESLA Model 3'], changedAt: '2026-01-01T00:00:00.000Z' },
})
const someVehicle: TeamVehicle = {
  ...{ id: 'v-1', make: 'TESLA', model: 'Model 3', year: 2021, powertrainType: 'BEV', mode: 'live' },
  ...{ connections: 1, users: 1, userId: 'u-1', externalId: 'external-u-1', changedAt: null },
}
export const AN_INSTANCE: TeamInstance = {
  ...{ id: '00000000-0000-4000-8000-000000000001', name: 'console-1', version: '1.0.0', build: null },
  ...{ startedAt: '2026-01-01T00:00:00.000Z', beatAt: '2026-01-02T00:00:00.000Z', isGone: false, isThis: true },
}
const idle: Omit<TeamDirectory, 'engine'> = {
  ...{ asOf: '2026-01-02T00:00:00.000Z', nextCheckAt: null },
  counts: { live: 1, simulated: 0, users: 2, vehicles: 1, isExact: true },
  crawl: {
    ...{ phase: 'idle', kind: null, read: 0, left: 0, endsAt: null, waitingUntil: null },
    ...{ begunBy: null, begunAt: null, error: null, remarks: { missing: 0, unsure: 0, short: 0, broken: 0 } },
  },
  estimate: { requests: 10, seconds: 5, requestsADay: 2 },
}

export function createDouble() {
  let failure: StoreFailure | undefined
  /** What was asked of it, in order. */
  const asked: unknown[][] = []
  const users = new Map(['u-1', 'u-2'].map((id) => [id, someUser(id)]))
  const keepings: Keeping[] = []
  let opened = 0
  let views: ReturnType<typeof viewsDouble> | undefined
  let closing = Promise.resolve()
  let slow = Promise.resolve()

  const store: Store = {
    engine: 'embedded',
    async query() {
      await slow
      if (failure) throw new StoreError(failure, new Error('57P01'))
      return []
    },
    transaction: (work) => work(store),
    listen: async () => async () => undefined,
    close: async () => {
      asked.push(['close'])
      await closing
    },
  }
  const answer = async <T>(watched: Store, call: unknown[], given: () => T): Promise<T> => {
    asked.push(call)
    await watched.query('SELECT 1')
    return given()
  }
  const unused = async (): Promise<never> => {
    throw new Error('No route asks this.')
  }
  const directoryOn = (watched: Store): Directory => ({
    ...{ save: unused, gone: unused, order: unused, sweep: unused, forget: unused, tidy: unused },
    removed: (id) => answer(watched, ['removed', id], () => undefined),
    unknown: async () => [],
    purgeUser: (id) => answer(watched, ['purgeUser', id], () => void users.delete(id)),
    users: (search) =>
      answer(watched, ['users', search], () => ({
        rows: [...users.values()],
        next: null,
        count: { value: users.size, isExact: true },
      })),
    vehicles: (search) =>
      answer(watched, ['vehicles', search], () => ({
        rows: [someVehicle],
        next: 'more',
        count: { value: 1, isExact: false },
      })),
    find: (q, limit) =>
      answer(watched, ['find', q, limit], () => ({ users: [...users.values()], vehicles: [], connections: [] })),
    counts: () => answer(watched, ['counts'], () => ({ live: 1, simulated: 0, users: users.size, vehicles: 1 })),
    fleet: () =>
      answer(watched, ['fleet'], () => ({
        makes: [{ name: 'TESLA', live: 1, simulated: 0 }],
        ...{ otherMakes: { count: 0, live: 0, simulated: 0 }, noMake: { live: 0, simulated: 0 } },
        ...{ months: [{ name: '2026-01', live: 1, simulated: 0 }], before: 0, undated: 0 },
      })),
    makes: () => answer(watched, ['makes'], () => ['TESLA']),
  })
  const crawlerOn = (watched: Store): Crawler => {
    const order = (action: string) => (by: string | null) => answer(watched, [action, by], () => undefined)
    return {
      ...{ start: order('start'), pause: order('pause'), resume: order('resume'), stop: order('stop') },
      state: () => answer(watched, ['state'], () => idle),
      close: async () => void asked.push(['close crawler']),
    }
  }
  const subscriptionsOn = (watched: Store): Subscriptions => ({
    note: (facts) => answer(watched, ['note', ...facts], () => undefined),
    page: (search) =>
      answer(watched, ['subscriptions', search], () => ({
        ...{ rows: [], next: null, count: { value: 0, isExact: true } },
      })),
  })
  const none = async () => ({ rows: [], next: null, count: 0 })
  const noJobs: Pick<Kept, 'jobs' | 'results' | 'runner' | 'hints' | 'erase'> = {
    results: { lines: async () => [], line: async () => undefined, names: async () => [], erase: async () => 0 },
    jobs: {
      begin: async () => ({ job: undefined, targets: 0, queued: [], isNew: false }),
      ...{ page: none, items: none, read: async () => undefined, queuedFor: async () => [] },
      ...{
        order: async () => false,
        adopt: async () => undefined,
        forgetToken: async () => [],
        share: async () => false,
        forget: async () => 0,
      },
    },
    runner: { wake: () => undefined, close: async () => undefined },
    hints: {
      say: () => undefined,
      hear: () => () => undefined,
      ready: async () => undefined,
      close: async () => undefined,
    },
    erase: async () => ({ erased: 0 }),
  }
  const noCount = { value: 0, isExact: true }
  const noCars = { live: 0, simulated: 0 }
  const emptyAccount: AccountStore = {
    ...noJobs,
    directory: {
      ...directoryOn(store),
      ...{ counts: async () => ({ ...noCars, users: 0, vehicles: 0 }), makes: async () => [] },
      ...{ users: async () => ({ rows: [], next: null, count: noCount }) },
      ...{ vehicles: async () => ({ rows: [], next: null, count: noCount }) },
      find: async () => ({ users: [], vehicles: [], connections: [] }),
      fleet: async () => ({
        ...{ makes: [], otherMakes: { count: 0, ...noCars }, noMake: noCars, months: [], before: 0, undated: 0 },
      }),
    },
    crawler: {
      ...{ start: async () => undefined, pause: async () => undefined, resume: async () => undefined },
      ...{ stop: async () => undefined, state: async () => idle, close: async () => undefined },
    },
    subscriptions: {
      note: async () => undefined,
      page: async () => ({ rows: [], next: null, count: noCount, begunAt: '2026-01-01T00:00:00.000Z' }),
    },
    views: viewsDouble(async () => undefined).views,
  }
  const added: Kept['added'] = {
    leases: {
      ...{
        find: async () => undefined,
        realmOf: async () => undefined,
        begin: async () => 1,
        end: async () => undefined,
      },
      ...{ beat: async () => false, rest: async () => undefined, hasWork: async () => false },
      ...{ reached: async () => undefined, sweep: async () => undefined },
    },
    hints: () => noJobs.hints,
    open: async () => emptyAccount,
  }
  const known = new Map<string, KeptSession>()
  const sessions: Kept['sessions'] = {
    async begin({ id, begunAt }) {
      known.set(id, { usedAt: begunAt, isRevoked: false })
      return []
    },
    read: async (id) => known.get(id),
    async use(id, usedAt) {
      const session = known.get(id)
      if (session) known.set(id, { ...session, usedAt })
    },
    async revoke({ id, begunAt }) {
      known.set(id, { usedAt: begunAt, isRevoked: true })
      return []
    },
    ...{ listen: async () => undefined, forget: async () => undefined },
  }
  const source: StoreSource = {
    async open() {
      opened += 1
      await store.query('SELECT 1')
      return store
    },
    async keep(watched, keeping) {
      keepings.push(keeping)
      views = viewsDouble((call) => answer(watched, call, () => undefined))
      const keeper = { close: async () => undefined }
      const heartbeat = { close: async () => undefined }
      return {
        directory: directoryOn(watched),
        crawler: crawlerOn(watched),
        subscriptions: subscriptionsOn(watched),
        views: views.views,
        sessions,
        people: {
          ...{ signIn: async () => [], dependents: async () => ({ jobs: 0, signedInAt: null }) },
          forget: async () => undefined,
        },
        ...{ added, keeper, heartbeat, instance: AN_INSTANCE.id },
        instances: { list: (own) => answer(watched, ['instances', own], () => [AN_INSTANCE]) },
        ...noJobs,
      }
    },
  }
  return {
    source,
    asked,
    users,
    /** What each start was given. */
    keepings,
    opened: () => opened,
    refuseViews: (why: ViewFault | undefined) => views?.refuse(why),
    /** From now on every statement fails so; undefined: none. */
    fail(how: StoreFailure | undefined) {
      failure = how
    },
    /** Its end takes for ever. */
    hang() {
      closing = new Promise(() => undefined)
    },
    /** Every statement takes until what is returned is called. */
    hold(): () => void {
      let go = () => {}
      slow = new Promise((resolve) => {
        go = resolve
      })
      return go
    },
  }
}
