/**
 * Writes the last sign-in of each person to the store: their jobs depend on it. With a sign-in provider that is when their
 * session began, behind a trusted proxy each request, written once a minute unless the role changes.
 */
import type { PersonSignIn } from '../../store/people'
import type { Kept, SessionStore } from './shared-sessions'

const WRITE_EVERY_MS = 60_000
/** People that are remembered; past that the first is forgotten, and written again. */
const MOST = 10_000

export function createPersonSignIns(store: Pick<SessionStore, 'now' | 'note' | 'onPaused'>) {
  const written = new Map<string, PersonSignIn>()
  return (person: PersonSignIn): void => {
    const { subject, role, at } = person
    const last = written.get(subject)
    if (last && at.getTime() < last.at.getTime()) return // an older session is still in use
    if (last && role === last.role && at.getTime() - last.at.getTime() < WRITE_EVERY_MS) return
    written.delete(subject)
    written.set(subject, person)
    const [oldest] = written.keys()
    if (written.size > MOST && oldest !== undefined) written.delete(oldest)
    const write = async ({ people }: Kept) => store.onPaused(await people.signIn(person))
    Promise.resolve()
      .then(() => write(store.now()))
      .catch(() => {
        written.delete(subject) // the next request writes it
        if (role !== 'operator') store.note({ key: `person ${subject}`, write }) // jobs may have to pause
      })
  }
}
