/** The store that the environment names, and what is kept in it. */

import { variables } from '../../api/variables.data'
import { createActivity } from '../../store/activity'
import { createBucketRows } from '../../store/buckets'
import { createCrawls } from '../../store/crawls'
import { createDirectory } from '../../store/directory'
import { createJobWork } from '../../store/job-work'
import { createJobs } from '../../store/jobs'
import type { StoreSettings } from '../../store/open'
import { openRealm } from '../../store/realms'
import type { Store } from '../../store/store'
import { createSubscriptions } from '../../store/subscriptions'
import { createViews } from '../../store/views'
import { createCrawler } from '../../team/crawler'
import { createKeeper } from '../../team/keeper'
import { createRunner } from '../../team/runner'
import type { Log } from '../log'
import { followRecord } from '../record/activity-tail'
import type { StoreChoice } from '../settings/store-settings'
import type { Keeping, StoreSource } from './own-team'
import type { Kept } from './team'

/** @returns undefined where the server keeps nothing */
export function storeSource({ store, storeAccount, retainGoneDays }: StoreChoice): StoreSource | undefined {
  return (
    store && {
      open: (log) => open(store, log),
      account: storeAccount,
      keep: (opened, keeping) =>
        keepOwn(opened, keeping, {
          retainGoneDays,
          // A folder is written without a flush: only the record knows after a power failure what was sent.
          hasJobs: store.engine === 'postgresql' || store.folder === undefined || keeping.record !== undefined,
        }),
    }
  )
}

/** The engines are loaded with the first use of one: a start waits for neither. */
async function open(settings: StoreSettings, log: Log): Promise<Store> {
  const { openStore } = await import('../../store/open')
  return openStore(settings, log)
}

/** The one instance that there can be. */
const ALONE = '00000000-0000-4000-8000-000000000000'

/** @throws StoreError */
export async function keepOwn(
  store: Store,
  { realm, limit, record, jobs, onBuckets, ...keeping }: Keeping,
  {
    retainGoneDays = variables.RETAIN_GONE_DAYS.fallback,
    hasJobs = true,
  }: { retainGoneDays?: number; hasJobs?: boolean } = {},
): Promise<Kept> {
  // Nobody else can be at an embedded store: what the process before left is gone on with at once.
  const isAlone = store.engine === 'embedded'
  const instance = isAlone ? ALONE : keeping.instance
  const id = await openRealm(store, realm)
  const directory = createDirectory(store, id)
  const crawls = createCrawls(store, id)
  const activity = createActivity(store, id)
  const kept = createJobs(store, id)
  const buckets = createBucketRows(store, id, keeping.instance)
  // Alone there is nobody to share with: the process asks itself.
  if (!isAlone) onBuckets?.(buckets)
  return {
    directory,
    crawler: createCrawler({ directory, crawls, limit: limit ?? undefined, ...keeping, instance }),
    subscriptions: createSubscriptions(store, id),
    views: createViews(store, id),
    record: record && {
      activity,
      tail: followRecord({ activity, ...record, log: keeping.log }),
      retainDays: record.retainDays,
    },
    jobs: kept,
    runner: createRunner({
      ...jobs,
      work: createJobWork(store, id),
      instance: keeping.instance,
      isAlone,
      log: keeping.log,
    }),
    hasJobs,
    keeper: createKeeper({
      ...{ directory, crawls, jobs: kept, buckets },
      ...{ maintain: store.maintain, retainGoneDays, log: keeping.log },
    }),
  }
}
