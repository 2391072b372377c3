/** `POST /team/store/erase`: erases the server's own account from the store, if its name is sent with it. */
import type { Hono } from 'hono'
import { StoreErasure } from '../../api/team-store'
import { requesterOf } from '../auth/asker'
import { gatewayError } from '../errors'
import type { Log } from '../log'
import { codeOf } from '../record/audit-file'
import { eraseRecord } from '../record/erase-record'
import type { Settings } from '../settings/environment'
import type { Team } from './team'
import type { TeamEnv, TeamGuard } from './team-guard'
import type { NoteFor } from './team-notes'

const erasing = {
  effect: 'change',
  what: 'Erasing an account',
  schema: StoreErasure,
  expected: '{"account", "includesRecord"}: the name of the server’s account, and true to erase its record, too',
} as const

/** How long the store may take to copy the last lines of the record. */
const COPIED_MS = 5_000

interface Options {
  guard: Pick<TeamGuard, 'writing'>
  team: Pick<Team, 'now' | 'own' | 'account' | 'record'>
  settings: Pick<Settings, 'signIn' | 'auditLog' | 'readOnly'>
  note: NoteFor
  log: Log
}

export function mountErasure(app: Hono<TeamEnv>, options: Options): void {
  const { guard, team, settings, note, log } = options
  const refuse = () =>
    settings.readOnly
      ? gatewayError('READ_ONLY', 'This server is read-only (READ_ONLY). Nothing was erased.')
      : undefined

  app.post(
    '/team/store/erase',
    guard.writing({ ...erasing, refuse }, async ({ account, includesRecord }, c, requester) => {
      if (account !== team.account || requester !== team.own)
        return gatewayError('BAD_REQUEST', 'The name isn’t that of this server’s own account. Nothing was erased.')
      // Lines that are copied later would be in Activity again.
      if (includesRecord) await team.record()?.tail.caughtUp(COPIED_MS)
      const result = await team.now().erase({ keepsRecord: !includesRecord })
      if ('unfinished' in result) {
        const jobs = result.unfinished === 1 ? '1 job' : `${result.unfinished} jobs`
        return gatewayError('JOBS_UNFINISHED', `${jobs} of changes: let them end or stop them. Nothing was erased.`)
      }
      if (includesRecord && settings.auditLog !== undefined)
        await eraseRecord(settings.auditLog).catch((error: unknown) =>
          log.error(`The record couldn’t be erased (${codeOf(error)}). The rows of the store are erased.`),
        )
      note(team.own, 'account erased', requesterOf(c, settings.signIn), { account, record: includesRecord })
      return result
    }),
  )
}
