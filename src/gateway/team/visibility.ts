/**
 * The part of the record, the jobs and the history that a browser may see. With sign-in it is a question of roles. Without
 * one everybody on this computer sees all. Beyond this computer a browser sees what was done with the account that it
 * uses: the server's own, or the very tokens that were added in this browser.
 */
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { hostNames } from '../../api/endpoint'
import { createFingerprints, createTokenFingerprints } from '../auth/account'
import type { sessionRoutes } from '../auth/session'
import type { RecordedCredential } from '../record/audit'
import type { Settings } from '../settings/environment'
import { isLoopback, isLoopbackUrl } from '../settings/loopback'

/** True if a browser may see what was done with a credential; undefined: it may see everything. */
export type IsVisible = ((credential: RecordedCredential | undefined) => boolean) | undefined

export interface Visibility {
  of(c: Context<{ Bindings: HttpBindings }>): Promise<IsVisible>
}

interface Options {
  settings: Pick<Settings, 'signIn' | 'host' | 'publicOrigin' | 'namingSecrets'>
  session: Pick<ReturnType<typeof sessionRoutes>, 'resolve' | 'ownFor'>
}

/** Sources of credentials that are the server's own. */
const ownSources: readonly string[] = ['configured', 'fetched']

export function createVisibility({ settings, session }: Options): Visibility {
  const { signIn, host, publicOrigin, namingSecrets } = settings
  const isLocal = isLoopback(host) && (publicOrigin === undefined || isLoopbackUrl(publicOrigin))
  const hasLimit = !signIn && !isLocal
  // Lines that were written before the secret was exchanged stay visible.
  const fingerprints = namingSecrets.map(createFingerprints)
  const tokenFingerprints = namingSecrets.map(createTokenFingerprints)

  return {
    async of(c) {
      if (!hasLimit) return undefined
      const { credentials } = await session.resolve(c)
      const [own, tokens] = [new Set<string>(), new Set<string>()]
      for (const name of hostNames) {
        const credential = credentials[name]
        if (credential.kind === 'none' || credential.kind === 'ended') continue
        if (credential === session.ownFor(name)) for (const of of fingerprints) own.add(of(credential))
        for (const of of tokenFingerprints) tokens.add(of(credential) ?? '')
      }
      tokens.delete('')
      return (used) => {
        if (used === undefined) return false
        return ownSources.includes(used.source)
          ? own.has(used.fingerprint)
          : used.tokenFingerprint !== undefined && tokens.has(used.tokenFingerprint)
      }
    },
  }
}
