/** `GET /team/store`: where the server's store is and how large, also while it is away. */
import type { Context } from 'hono'
import type { TeamStore } from '../../api/team-store'
import { refusalFor } from '../auth/operator'
import { dataHeaders } from '../errors'
import { folderSize } from '../folder-size'
import type { Settings } from '../settings/environment'
import type { TeamEnv } from './team-guard'

/** A folder of a million connections has some thousand files, whose sizes are read once for all requests in this time. */
const SIZE_MS = 10_000

/** Its path tells a name of the server's computer, so only operators get it. */
/** @param account name of the server's own, if it has one */
export function storeFacts({ store, dataFolder }: Pick<Settings, 'store' | 'dataFolder'>, account: string | undefined) {
  let last: { at: number; bytes: Promise<number | null> } | undefined

  function sizeOf(folder: string): Promise<number | null> {
    if (!last || performance.now() - last.at > SIZE_MS)
      last = { at: performance.now(), bytes: folderSize(folder).catch(() => null) }
    return last.bytes
  }

  return async (c: Context<TeamEnv>): Promise<Response> => {
    const refusal = refusalFor(c, 'change', 'The store’s folder')
    if (refusal) return refusal
    const folder = dataFolder ?? null
    const facts: TeamStore = {
      kind: store.engine === 'postgresql' ? 'database' : folder === null ? 'memory' : 'folder',
      folder,
      account: account ?? null,
      bytes: folder === null ? null : await sizeOf(folder),
    }
    return c.json(facts, 200, { ...dataHeaders })
  }
}
