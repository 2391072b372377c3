/** Lines of the record about what the team shares. */
import { createFingerprints, sourceOf } from '../auth/account'
import type { sessionRoutes } from '../auth/session'
import type { Audit } from '../record/audit'
import type { Settings } from '../settings/environment'

interface Options {
  session: Pick<ReturnType<typeof sessionRoutes>, 'ownFor'>
  settings: Pick<Settings, 'namingSecrets'>
}

/** Writes lines that name the account whose team it is: the server's own. */
export function createTeamNotes(audit: Pick<Audit, 'note'>, { session, settings }: Options): Pick<Audit, 'note'> {
  const own = session.ownFor('vehicle')
  const fingerprint = createFingerprints(settings.namingSecrets[0])(own)
  const credential = { source: sourceOf(own), fingerprint }
  return { note: (event, asker, more) => audit.note(event, asker, { ...more, credential }) }
}
