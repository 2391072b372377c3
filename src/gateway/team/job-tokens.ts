/**
 * Version 2.0 tokens that were added in browsers, in memory for as long as jobs of the server's own account are sent with
 * them. The store has a keyed fingerprint of the token, so that a restart pauses the job.
 */
import type { JobTokens } from '../../team/job-deed'
import { type Credential, createTokenFingerprints } from '../auth/account'
import type { Settings } from '../settings/environment'

/** A token of a browser. */
export interface AddedToken {
  credential: Credential
  endsAt: Date
}

/** A click has this long to store the job that it starts. */
const START_MS = 10_000

/** @param now milliseconds since the epoch */
export function createHeldTokens({ sessionSecret }: Pick<Settings, 'sessionSecret'>, now: () => number) {
  const fingerprint = createTokenFingerprints(sessionSecret)
  const held = new Map<string, AddedToken & { idleAfter: number }>()

  /** @returns the name by which the store knows the token */
  function hold({ credential, endsAt }: AddedToken): string | undefined {
    const id = fingerprint(credential)
    if (id === undefined) return undefined
    const before = held.get(id)?.endsAt.getTime() ?? 0
    held.set(id, { credential, endsAt: new Date(Math.max(before, endsAt.getTime())), idleAfter: now() + START_MS })
    return id
  }

  function ids(): string[] {
    for (const [id, { endsAt }] of held) if (endsAt.getTime() <= now()) held.delete(id)
    return [...held.keys()]
  }

  return {
    hold,
    ids,
    /** Forgets tokens that no running job needs. */
    retain(used) {
      for (const [id, { idleAfter }] of held) if (!used.includes(id) && idleAfter <= now()) held.delete(id)
    },
    /** Forgets the token that a browser forgot: jobs that need it pause. */
    forget(credential: Credential) {
      const id = fingerprint(credential)
      if (id !== undefined) held.delete(id)
      return id
    },
    /** @returns undefined if the token has expired or was forgotten */
    find: (id: string): Credential | undefined => (ids().includes(id) ? held.get(id)?.credential : undefined),
  } satisfies JobTokens & Record<string, unknown>
}
