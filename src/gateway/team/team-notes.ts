/** Lines of the record about what an account's people share. */
import { createFingerprints, createTokenFingerprints, sourceOf } from '../auth/account'
import type { Asker, Audit, SessionEvent } from '../record/audit'
import type { Settings } from '../settings/environment'
import type { TeamAccount } from './team-account'

/** Writes a line that names the account. */
export type NoteFor = (account: TeamAccount, event: SessionEvent, asker: Asker, more?: object) => void

export function createTeamNotes(
  audit: Pick<Audit, 'note'>,
  { settings }: { settings: Pick<Settings, 'namingSecrets'> },
): NoteFor {
  const [secret] = settings.namingSecrets
  const fingerprint = createFingerprints(secret)
  const tokenFingerprint = createTokenFingerprints(secret)
  return ({ credentials: { vehicle: credential } }, event, asker, more) =>
    audit.note(event, asker, {
      ...more,
      credential: {
        source: sourceOf(credential),
        fingerprint: fingerprint(credential),
        tokenFingerprint: tokenFingerprint(credential),
      },
    })
}
