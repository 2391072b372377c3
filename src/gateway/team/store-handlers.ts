/** The server's store: where it is and how large, which servers share it, and its erasure. */
import type { TeamStore } from '../../api/team-store'
import { type ConsoleHandlers, Refused } from '../console/handler'
import { dataHeaders } from '../errors'
import { folderSize } from '../folder-size'
import type { Log } from '../log'
import { codeOf } from '../record/audit-file'
import { eraseRecord } from '../record/erase-record'
import type { Settings } from '../settings/environment'
import type { Team } from './team'
import type { NoteFor } from './team-notes'

/** A folder of a million connections has some thousand files, whose sizes are read once for all requests in this time. */
const SIZE_MS = 10_000
/** How long the store may take to copy the last lines of the record. */
const COPIED_MS = 5_000

interface Options {
  team: Pick<Team, 'now' | 'own' | 'account' | 'record'>
  settings: Pick<Settings, 'auditLog' | 'store' | 'dataFolder'>
  note: NoteFor
  log: Log
}

export function storeHandlers({ team, settings, note, log }: Options): ConsoleHandlers['store'] {
  const { auditLog, store, dataFolder: folder = null } = settings
  let size: { at: number; bytes: Promise<number | null> } | undefined

  function sizeOf(path: string): Promise<number | null> {
    if (!size || performance.now() - size.at > SIZE_MS)
      size = { at: performance.now(), bytes: folderSize(path).catch(() => null) }
    return size.bytes
  }

  return {
    async instances() {
      const { instances, instance } = team.now()
      return { instances: await instances.list(instance) }
    },
    async read(c) {
      const facts: TeamStore = {
        kind: store.engine === 'postgresql' ? 'database' : folder === null ? 'memory' : 'folder',
        folder,
        account: team.account ?? null,
        bytes: folder === null ? null : await sizeOf(folder),
      }
      return c.json(facts, 200, { ...dataHeaders })
    },
    async erase({ body: { account: name, includesRecord }, account, by }) {
      if (name !== team.account || account !== team.own)
        throw new Refused('BAD_REQUEST', 'The name isn’t that of this server’s own account. Nothing was erased.')
      // Lines that are copied later would be in Activity again.
      if (includesRecord) await team.record()?.tail.caughtUp(COPIED_MS)
      const result = await team.now().erase({ keepsRecord: !includesRecord })
      if ('unfinished' in result) {
        const jobs = result.unfinished === 1 ? '1 job' : `${result.unfinished} jobs`
        throw new Refused('JOBS_UNFINISHED', `${jobs} of changes: let them end or stop them. Nothing was erased.`)
      }
      if (includesRecord && auditLog !== undefined)
        await eraseRecord(auditLog).catch((error: unknown) =>
          log.error(`The record couldn’t be erased (${codeOf(error)}). The rows of the store are erased.`),
        )
      note(team.own, 'account erased', by, { account: name, record: includesRecord })
      return result
    },
  }
}
