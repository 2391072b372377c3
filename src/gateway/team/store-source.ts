/** The store that the environment names, and what is kept in it. */

import { variables } from '../../api/variables.data'
import { createActivity } from '../../store/activity'
import { createCrawls } from '../../store/crawls'
import { createDirectory } from '../../store/directory'
import type { StoreSettings } from '../../store/open'
import { openRealm } from '../../store/realms'
import type { Store } from '../../store/store'
import { createSubscriptions } from '../../store/subscriptions'
import { createViews } from '../../store/views'
import { createCrawler } from '../../team/crawler'
import { createKeeper } from '../../team/keeper'
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
      keep: (opened, keeping) => keepOwn(opened, keeping, retainGoneDays),
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
  { realm, limit, record, ...keeping }: Keeping,
  retainGoneDays: number = variables.RETAIN_GONE_DAYS.fallback,
): Promise<Kept> {
  // Nobody else can be at an embedded store: what the process before left is gone on with at once.
  const instance = store.engine === 'embedded' ? ALONE : keeping.instance
  const id = await openRealm(store, realm)
  const directory = createDirectory(store, id)
  const crawls = createCrawls(store, id)
  const activity = createActivity(store, id)
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
    keeper: createKeeper({ directory, crawls, maintain: store.maintain, retainGoneDays, log: keeping.log }),
  }
}
