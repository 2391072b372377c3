/** Opens the store that the settings name: locked where it has to be, with its tables. */
import { openEmbedded } from './embedded'
import type { FolderLock } from './lock'
import { migrate } from './migrate'
import { createPostgres, type PostgresSettings, type StoreLog, withPatience } from './postgres'
import type { Store } from './store'

export type StoreSettings =
  | ({ engine: 'postgresql' } & PostgresSettings)
  /** Without a folder it is in memory, and ends with the process. */
  | { engine: 'embedded'; folder: string | undefined; statementMs?: number; lock?: FolderLock | undefined }

/**
 * Once open it finds back by itself: a server that was away is asked again with the next statement, an engine that ended is
 * started again.
 * @throws StoreError
 */
export async function openStore(settings: StoreSettings, log: StoreLog): Promise<Store> {
  if (settings.engine === 'embedded') return await openEmbedded(settings, log)
  await withPatience(settings, (store) => migrate(store))
  return createPostgres(settings, log)
}
