/** The store that the environment names, and what is kept in it. */
import { createCrawls } from '../../store/crawls'
import { createDirectory } from '../../store/directory'
import type { StoreSettings } from '../../store/open'
import { openRealm } from '../../store/realms'
import type { Store } from '../../store/store'
import { createViews } from '../../store/views'
import { createCrawler } from '../../team/crawler'
import type { Log } from '../log'
import type { StoreChoice } from '../settings/store-settings'
import type { Keeping, StoreSource } from './own-team'
import type { Kept } from './team'

/** @returns undefined where the server keeps nothing */
export function storeSource({ store, storeAccount }: StoreChoice): StoreSource | undefined {
  return store && { open: (log) => open(store, log), account: storeAccount, keep: keepOwn }
}

/** The engines are loaded with the first use of one: a start waits for neither. */
async function open(settings: StoreSettings, log: Log): Promise<Store> {
  const { openStore } = await import('../../store/open')
  return openStore(settings, log)
}

/** @throws StoreError */
export async function keepOwn(store: Store, { realm, limit, ...keeping }: Keeping): Promise<Kept> {
  const id = await openRealm(store, realm)
  const directory = createDirectory(store, id)
  const crawls = createCrawls(store, id)
  const views = createViews(store, id)
  return { directory, views, crawler: createCrawler({ directory, crawls, limit: limit ?? undefined, ...keeping }) }
}
