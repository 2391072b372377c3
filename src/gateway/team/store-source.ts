/** The store that the environment names, and what is kept in it. */

import { variables } from '../../api/variables.data'
import { createActivity } from '../../store/activity'
import { createAssets } from '../../store/assets'
import { createBucketRows } from '../../store/buckets'
import { createKeptClicks } from '../../store/clicks'
import { createCrawls } from '../../store/crawls'
import { createDirectory } from '../../store/directory'
import { eraseAccount } from '../../store/erase-account'
import { createFetchedTokens } from '../../store/fetched-tokens'
import { createHints } from '../../store/hints'
import { createInstances } from '../../store/instances'
import { createJobResults } from '../../store/job-results'
import { createJobWork } from '../../store/job-work'
import { createJobs } from '../../store/jobs'
import type { FolderLock } from '../../store/lock'
import type { StoreSettings } from '../../store/open'
import { createPeople } from '../../store/people'
import { openRealm } from '../../store/realms'
import { createSessions } from '../../store/sessions'
import type { Store } from '../../store/store'
import { createSubscriptions } from '../../store/subscriptions'
import { createViews } from '../../store/views'
import { createCrawler } from '../../team/crawler'
import { createHeartbeat } from '../../team/heartbeat'
import { createKeeper } from '../../team/keeper'
import { createRunner } from '../../team/runner'
import { keepDeliveries } from '../deliveries/kept-deliveries'
import type { Log } from '../log'
import { type ActivityTail, type FollowOptions, followRecord } from '../record/activity-tail'
import { databaseWarnings } from '../settings/plain-http'
import type { StoreChoice } from '../settings/store-settings'
import { createAddedStores, openSeal } from './open-account'
import type { Keeping, StoreSource } from './own-team'
import { applyRecorded } from './passed-notes'
import type { Kept } from './team'

interface FolderUse {
  /** Of the store’s folder, if the caller has taken it. */
  lock?: FolderLock | undefined
  /** Called if the store in the folder can’t be opened until a person does something. */
  onUnusable?: (error: unknown, folder: string) => void
}

export function storeSource(
  { store: choice, storeAccount, retainGoneDays }: StoreChoice,
  { lock, onUnusable }: FolderUse = {},
): StoreSource {
  const store = choice.engine === 'embedded' ? { ...choice, lock } : choice
  const folder = choice.engine === 'embedded' ? choice.folder : undefined
  let hasWarned = false
  return {
    async open(log) {
      if (!hasWarned) for (const line of await storeWarnings(store)) log.warn(line)
      hasWarned = true
      return open(store, log)
    },
    onUnusable: onUnusable && folder !== undefined ? (error) => onUnusable(error, folder) : undefined,
    isShared: store.engine === 'postgresql',
    account: storeAccount,
    keep: (opened, keeping) => keepOwn(opened, keeping, { retainGoneDays }),
  }
}

function follow({ path, queue }: NonNullable<Keeping['record']>, options: Omit<FollowOptions, 'path'>): ActivityTail {
  if (path !== undefined) return followRecord({ path, ...options })
  return queue?.follow(options) ?? noTail
}

/** Of tests without a record. */
const noTail: ActivityTail = { caughtUp: async () => true, isDamaged: () => false, close: async () => undefined }

/** A channel that nothing is sent on. */
const START = 'start'

/** The engines are loaded with the first use of one: a start waits for neither. */
async function open(settings: StoreSettings, log: Log): Promise<Store> {
  const { openStore } = await import('../../store/open')
  const store = await openStore(settings, log)
  // A pooler that passes no notification on is named at the start, not when the first browser waits for one.
  if (store.engine === 'postgresql') void store.listen(START, () => undefined) // never rejects
  return store
}

/** @returns a line for each connection to a database that others could read, or pretend to be */
export async function storeWarnings(settings: StoreSettings): Promise<string[]> {
  if (settings.engine === 'embedded') return []
  const { protectionsOf } = await import('../../store/postgres')
  return databaseWarnings(protectionsOf(settings))
}

/** The one instance that there can be. */
const ALONE = '00000000-0000-4000-8000-000000000000'

/** @throws StoreError */
export async function keepOwn(
  store: Store,
  {
    realm,
    limit,
    record,
    jobs,
    about,
    hasToken,
    now,
    onBuckets,
    deliveries: delivering,
    sealingKeys,
    signInBound,
    onJobPaused,
    tokens,
    ...keeping
  }: Keeping,
  { retainGoneDays = variables.RETAIN_GONE_DAYS.fallback }: { retainGoneDays?: number } = {},
): Promise<Kept> {
  // Nobody else can be at an embedded store: what the process before left is gone on with at once.
  const isAlone = store.engine === 'embedded'
  const instance = isAlone ? ALONE : keeping.instance
  const id = await openRealm(store, realm)
  const directory = createDirectory(store, id)
  const crawls = createCrawls(store, id)
  const activity = createActivity(store, id)
  const kept = createJobs(store, id, signInBound)
  const hints = createHints(store, id)
  const instances = createInstances(store, id)
  const sessions = createSessions(store)
  const people = createPeople(store)
  const shared = isAlone
    ? undefined
    : { clicks: createKeptClicks(store, id), tokens: createFetchedTokens(store, id), assets: createAssets(store, id) }
  const { log } = keeping
  const seal = await openSeal(store, id, sealingKeys)
  const results = createJobResults(store, id, seal)
  const buckets = createBucketRows(store, id, keeping.instance)
  const deliveries =
    delivering &&
    keepDeliveries(store, id, { ...delivering, hint: () => hints.say('deliveries'), instance: keeping.instance, log })
  // Alone there is nobody to share with: the process asks itself.
  if (!isAlone) onBuckets?.(buckets)
  const added = createAddedStores(store, {
    ...{ limit, sealingKeys, signInBound, onJobPaused, log },
    ...{ sizes: keeping.sizes, instance: keeping.instance, now },
  })
  if (isAlone) await added.leases.sweep(0) // the process before has left, and with it every token
  return {
    added,
    directory,
    crawler: createCrawler({
      ...{ directory, crawls, limit: limit ?? undefined, ...keeping, instance },
      isIdle: !hasToken,
    }),
    subscriptions: createSubscriptions(store, id),
    views: createViews(store, id),
    sessions,
    people,
    ...shared,
    record: record && {
      activity,
      tail: follow(record, {
        activity,
        onRemoved: (removals) => applyRecorded({ directory, deliveries }, removals),
        retainDays: record.retainDays,
        log,
      }),
      retainDays: record.retainDays,
    },
    jobs: kept,
    results,
    runner: createRunner({
      ...jobs(directory),
      tokens,
      limit,
      work: createJobWork(store, id, seal, signInBound),
      changed: () => hints.say('jobs'),
      onPaused(job) {
        onJobPaused?.(job)
        hints.say('jobs')
      },
      instance: keeping.instance,
      isAlone,
      log,
    }),
    hints,
    erase: (options) => eraseAccount(store, id, { ...options, isInUse: true }),
    deliveries,
    keeper: createKeeper({
      ...{
        directory,
        crawls,
        jobs: kept,
        results,
        shortLived: [buckets, instances, sessions, people, ...Object.values(shared ?? {})],
        deliveries: deliveries?.book,
      },
      ...{ maintain: store.maintain, leases: added.leases, retainGoneDays, log },
    }),
    instances,
    instance,
    heartbeat: createHeartbeat({ instances, instance: { id: instance, ...about }, log }),
  }
}
